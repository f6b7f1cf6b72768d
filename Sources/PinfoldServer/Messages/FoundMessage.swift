import Pinfold
import PinfoldData

/// `found`: the points that a search found.
struct FoundMessage: ServerMessage {
  static let kind = "found"

  var subject: String? { Self.kind }

  var text: String

  /// The points by canonical index, and the texts that matched.
  var matches: [(point: Int, label: String)]

  /// Whether there may be more.
  var isCut: Bool

  var points: PointSet

  func writeMembers(to json: inout JSONWriter) {
    json.member("text", text)
    json.member("isCut", isCut)
    json.key("matches")
    json.array { json in
      for (point, label) in matches {
        json.object { json in
          json.member("point", point)
          json.key("id")
          json.value(points.id(point))
          json.member("label", label)
          json.member("x", points.position(point).unitX)
          json.member("y", points.position(point).unitY)
        }
      }
    }
  }
}
