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

  init(_ kind: String, about subject: String?, _ members: KeyValuePairs<String, any CellValue>) {
    self.init(kind, about: subject) { $0.members(members) }
  }
}

extension ServerMessage {
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
    let message = (error as? DefinitionError)?.message ?? "\(error)"
    return ServerMessage(
      "error", about: pane.map { "pane \($0)" }, ["pane": pane, "number": number, "message": message])
  }

  /// `metrics`: the measures of the frames of a request by name, without undefined ones, and the adjusted
  /// Rand index of the frames of each two panes.
  static func metrics(
    number: Int, of frames: [(pane: Int, frame: Frame)],
    comparing all: [(pane: Int, frame: Frame)], _ context: RunContext
  ) throws(ClusteringError) -> ServerMessage {
    let metrics: [any Metric] = [OverlapMetric(), OcclusionMetric(), DisplacementMetric()]
    var measured: [Node] = []
    for (pane, frame) in frames {
      let subject = MetricSubject([frame], context: context)
      var measures: [(name: String, value: Node)] = []
      for metric in metrics {
        for result in try metric.evaluate(subject) {
          if let value = result.value.number { measures.append((result.label, value.node)) }
        }
      }
      measured.append(Node(["pane": pane, "measures": Node(.table(measures))]))
    }
    let labels = all.map { (pane: $0.pane, labels: $0.frame.labels) }
    var likeness: [Node] = []
    for (place, first) in labels.enumerated() {
      for second in labels.dropFirst(place + 1) {
        try context.check()
        let index = Contingency(first.labels, second.labels).adjustedRandIndex
        likeness.append(Node(["first": first.pane, "second": second.pane, "index": index]))
      }
    }
    return ServerMessage(
      "metrics", about: "metrics", ["number": number, "panes": measured, "likeness": likeness])
  }

  /// `selection`: the points that are lit now, and how many of them each cluster of a pane has.
  ///
  /// - Parameter panes: for each pane its plan, and the clusters of the plan's new frame with lit points: an
  ///   index and a number for each.
  static func selection(
    points: Int, isNewBox: Bool, panes: [(pane: Int, plan: Int, lit: [(cluster: Int, count: Int)])]
  ) -> ServerMessage {
    // A new box is not replaced, because the page then requests its points.
    let panes = panes.map { pane, plan, lit in
      Node(["pane": pane, "plan": plan, "lit": lit.flatMap { [$0.cluster, $0.count] }])
    }
    return ServerMessage(
      "selection", about: isNewBox ? nil : "selection",
      ["points": points, "isNewBox": isNewBox, "panes": panes])
  }
}

extension Viewport {
  /// The view as a page takes it, its middle on the unit square.
  func node(on projection: Projection) -> Node {
    let middle = projection.project(center)
    return Node(["x": middle.unitX, "y": middle.unitY, "zoom": standardZoom, "bearing": bearing])
  }
}
