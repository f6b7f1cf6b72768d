import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs

/// A message to the page: a JSON object with its kind in the member `kind`, and further members.
struct ServerMessage: Sendable {
  /// The subject; a newer message with the same subject replaces a queued one. nil for messages that are
  /// never replaced.
  let subject: String?

  let bytes: [UInt8]

  init(_ kind: String, about subject: String?, _ members: (inout JSONWriter) -> Void) {
    self.subject = subject
    var json = JSONWriter()
    json.object { json in
      json.member("kind", kind)
      members(&json)
    }
    bytes = json.bytes
  }
}

extension ServerMessage {
  static func building(pane: Int, number: Int) -> ServerMessage {
    ServerMessage("building", about: "pane \(pane)") { json in
      json.member("pane", pane)
      json.member("number", number)
    }
  }

  /// `points`: points were moved, added or removed, with their current number.
  static func points(_ count: Int) -> ServerMessage {
    ServerMessage("points", about: "points") { $0.member("points", count) }
  }

  /// `error`: the reason why a pane has no new frame, or why a message was not understood. The previous
  /// content stays visible.
  ///
  /// The position of a mistake in a definition is omitted: it would refer to a message of the page, which the
  /// user does not see.
  ///
  /// - Parameters:
  ///   - pane: the pane; nil for a message that was not understood.
  ///   - number: the number of the request.
  static func error(_ error: any Error, pane: Int? = nil, number: Int? = nil) -> ServerMessage {
    ServerMessage("error", about: pane.map { "pane \($0)" }) { json in
      json.member("pane", pane)
      json.member("number", number)
      json.member("message", (error as? DefinitionError)?.message ?? "\(error)")
    }
  }

  static func copy(_ text: String, for request: CopyRequest) -> ServerMessage {
    ServerMessage("copy", about: nil) { json in
      json.member("pane", request.pane)
      json.member("form", request.form.rawValue)
      json.member("text", text)
    }
  }

  /// `metrics`: the measures of the frames of a request by name, without undefined ones, and the adjusted
  /// Rand index of the frames of each two panes.
  static func metrics(
    number: Int, of frames: [(pane: Int, frame: Frame)],
    comparing all: [(pane: Int, frame: Frame)], _ context: RunContext
  ) throws(ClusteringError) -> ServerMessage {
    var measured: [(pane: Int, results: [MetricResult])] = []
    for (pane, frame) in frames {
      let subject = MetricSubject([frame], context: context)
      let metrics: [any Metric] = [OverlapMetric(), OcclusionMetric(), DisplacementMetric()]
      var results: [MetricResult] = []
      for metric in metrics { results += try metric.evaluate(subject) }
      measured.append((pane, results))
    }
    let labels = all.map { (pane: $0.pane, labels: $0.frame.labels) }
    var likeness: [(first: Int, second: Int, index: Double)] = []
    for (place, first) in labels.enumerated() {
      for second in labels.dropFirst(place + 1) {
        try context.check()
        let index = Contingency(first.labels, second.labels).adjustedRandIndex
        likeness.append((first.pane, second.pane, index))
      }
    }
    return ServerMessage("metrics", about: "metrics") { json in
      json.member("number", number)
      json.member("panes", objects: measured) { pane, json in
        json.member("pane", pane.pane)
        json.object("measures") { json in
          for result in pane.results {
            if let value = result.value.number { json.member(result.label, value) }
          }
        }
      }
      json.member("likeness", objects: likeness) { pair, json in
        json.member("first", pair.first)
        json.member("second", pair.second)
        json.member("index", pair.index)
      }
    }
  }

  /// `selection`: the points that are lit now, and how many of them each cluster of a pane has.
  ///
  /// - Parameter panes: for each pane its plan, and the clusters of the plan's new frame with lit points: an
  ///   index and a number for each.
  static func selection(
    points: Int, isNewBox: Bool, panes: [(pane: Int, plan: Int, lit: [(cluster: Int, count: Int)])]
  ) -> ServerMessage {
    // A new box is not replaced, because the page then requests its points.
    ServerMessage("selection", about: isNewBox ? nil : "selection") { json in
      json.member("points", points)
      json.member("isNewBox", isNewBox)
      json.member("panes", objects: panes) { pane, json in
        json.member("pane", pane.pane)
        json.member("plan", pane.plan)
        json.member("lit", pane.lit) { lit, json in
          json.value(lit.cluster)
          json.value(lit.count)
        }
      }
    }
  }

  /// `lead`: views to fly through one after the other, and perhaps another strategy for the first pane; sent
  /// where the program that serves the map moves it.
  static func lead(
    through views: [Viewport], _ strategy: ClustererDefinition?, on projection: Projection
  ) -> ServerMessage {
    ServerMessage("lead", about: nil) { json in
      json.member("views", views) { $1.value($0, on: projection) }
      if let strategy { json.member("strategy", strategy.whole) }
    }
  }
}

extension JSONWriter {
  mutating func value(_ view: Viewport, on projection: Projection) {
    let middle = projection.project(view.center)
    object { json in
      json.member("x", middle.unitX)
      json.member("y", middle.unitY)
      json.member("zoom", view.standardZoom)
      json.member("bearing", view.bearing)
    }
  }
}
