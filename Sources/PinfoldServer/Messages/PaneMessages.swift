import PinfoldData
import PinfoldDefinitions

/// `building`: the index of a pane's strategy is being built, and its frame comes when it is.
struct BuildingMessage: ServerMessage {
  static let kind = "building"

  var subject: String? { "pane \(pane)" }

  var pane: Int
  var number: Int

  func writeMembers(to json: inout JSONWriter) {
    json.member("pane", pane)
    json.member("number", number)
  }
}

/// `error`: why a pane has no new frame, or why a message was not understood. What was shown before stays.
struct ErrorMessage: ServerMessage {
  static let kind = "error"

  var subject: String? { pane.map { "pane \($0)" } }

  /// The pane and the number of the request; nil for a message that was not understood.
  var pane: Int?
  var number: Int?

  var message: String

  /// Describes an error. The place of a mistake in a definition is left out: it would be in a message of the
  /// page, which its reader does not see.
  init(pane: Int? = nil, number: Int? = nil, _ error: any Error) {
    (self.pane, self.number) = (pane, number)
    message = (error as? DefinitionError)?.message ?? "\(error)"
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("pane", pane)
    json.member("number", number)
    json.member("message", message)
  }
}

/// `metrics`: the measures of the frames of a request, once there is time for them.
struct MetricsMessage: ServerMessage {
  static let kind = "metrics"

  var subject: String? { Self.kind }

  var number: Int

  /// The measures of each pane by name; one that is undefined is missing.
  var panes: [(pane: Int, measures: [(name: String, value: Double)])]

  /// The adjusted Rand index of the frames of each two panes.
  var likeness: [(first: Int, second: Int, index: Double)]

  func writeMembers(to json: inout JSONWriter) {
    json.member("number", number)
    json.key("panes")
    json.array { json in
      for (pane, measures) in panes {
        json.object { json in
          json.member("pane", pane)
          json.key("measures")
          json.object { json in for (name, value) in measures { json.member(name, value) } }
        }
      }
    }
    json.key("likeness")
    json.array { json in
      for (first, second, index) in likeness {
        json.object { json in
          json.member("first", first)
          json.member("second", second)
          json.member("index", index)
        }
      }
    }
  }
}

/// `selection`: the points that are lit now, and how many of them each cluster of a pane has.
struct SelectionMessage: ServerMessage {
  static let kind = "selection"

  var subject: String? { Self.kind }

  /// The number of points that are lit.
  var points: Int

  /// For each pane its plan, and the clusters of the plan's new frame with lit points: an index and a number
  /// for each.
  var panes: [(pane: Int, plan: Int, lit: [(cluster: Int, count: Int)])]

  func writeMembers(to json: inout JSONWriter) {
    json.member("points", points)
    json.key("panes")
    json.array { json in
      for (pane, plan, lit) in panes {
        json.object { json in
          json.member("pane", pane)
          json.member("plan", plan)
          json.key("lit")
          json.array { json in
            for (cluster, count) in lit {
              json.value(cluster)
              json.value(count)
            }
          }
        }
      }
    }
  }
}
