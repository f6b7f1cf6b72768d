import Pinfold
import PinfoldData
import PinfoldDefinitions

/// `lead`: views to fly through one after the other, and perhaps another strategy for the first pane; sent
/// where the program that serves the map moves it.
struct LeadMessage: ServerMessage {
  static let kind = "lead"

  var subject: String? { nil }

  var views: [Viewport]

  /// The strategy of the first pane; nil for the one that it has.
  var strategy: ClustererDefinition?

  /// The projection of the points.
  var projection: Projection

  func writeMembers(to json: inout JSONWriter) {
    json.key("views")
    json.array { json in for view in views { json.value(view, on: projection) } }
    if let strategy {
      json.key("strategy")
      strategy.whole.write(to: &json)
    }
  }
}

extension JSONWriter {
  /// Writes a view as the page's camera has it: its middle on the unit square, and its zoom.
  mutating func value(_ view: Viewport, on projection: Projection) {
    let middle = projection.project(view.center)
    object { json in
      json.member("x", middle.unitX)
      json.member("y", middle.unitY)
      json.member("zoom", view.standardZoom)
    }
  }
}
