import Pinfold
import PinfoldData

/// `cluster`: a page of a cluster's members with their columns, the outline around all of them, and the zoom
/// at which it falls apart.
struct ClusterMessage: ServerMessage {
  static let kind = "cluster"

  var subject: String? { Self.kind }

  var request: ClusterRequest
  var frame: Frame

  /// The zoom at which the cluster falls apart; nil where it does not, or the strategy's clusters do not
  /// nest.
  var expansionZoom: Double?

  func writeMembers(to json: inout JSONWriter) {
    let points = frame.points
    json.member("pane", request.pane)
    json.member("plan", request.plan)
    json.member("cluster", request.cluster)
    json.member("count", frame.memberCount(of: request.cluster))
    json.member("weight", frame.weights[request.cluster])
    json.member("offset", request.offset)
    json.member("expansionZoom", expansionZoom)
    json.key("hull")
    json.array { json in for number in hull { json.value(number) } }
    if !spread.isEmpty {
      json.key("spread")
      json.array { json in
        for pin in spread {
          json.object { json in
            json.key("id")
            json.value(frame.points.id(pin.point))
            json.member("x", pin.x)
            json.member("y", pin.y)
          }
        }
      }
    }
    json.key("columns")
    json.array { json in for attribute in points.attributes { json.value(attribute.name) } }
    json.key("rows")
    json.array { json in
      for point in frame.members(of: request.cluster).dropFirst(request.offset)
        .prefix(ClusterRequest.pageSize)
      {
        json.array { json in write(point, to: &json) }
      }
    }
  }

  /// The most points of a stack that are laid out around its marker.
  private static let mostPins = 200

  /// Where the points of a stack, and others on its location, are laid out, in screen points from its marker;
  /// none of what no stack is.
  private var spread: [(point: Int, x: Double, y: Double)] {
    let cluster = request.cluster
    guard frame.memberCount(of: cluster) == 1 || frame.isStack(cluster) else { return [] }
    let (pins, location) = (frame.pins(with: cluster), frame.positions[cluster])
    guard (2...Self.mostPins).contains(pins.count) else { return [] }
    let marker = frame.view.screenPosition(of: location)
    return zip(pins, SpreadLayout().screenPositions(pins.count, around: location, in: frame.view)).map {
      ($0, $1.x - marker.x, $1.y - marker.y)
    }
  }

  /// A point as a row: its id, longitude and latitude, and a value for each column, null where it is missing.
  private func write(_ point: Int, to json: inout JSONWriter) {
    json.value(frame.points.id(point))
    let coordinate = frame.points.coordinate(point)
    json.value(coordinate.longitude)
    json.value(coordinate.latitude)
    for attribute in frame.points.attributes { json.value(attribute.values, at: point) }
  }

  /// The corners of the convex hull around the members, x and y in turn, in units of 2⁻³² of the world; x
  /// goes on past the world's east edge rather than starting over.
  private var hull: [Int] {
    let west = frame.bounds(of: request.cluster).west
    var positions: [WorldPoint] = []
    frame.forEachMember(of: request.cluster) { positions.append(frame.points.position($0)) }
    return ConvexHull.of(positions) { (x: Int128($0.x &- west), y: Int128($0.y)) }
      .flatMap { [Int(west) + Int($0.x &- west), Int($0.y)] }
  }
}

extension JSONWriter {
  /// Writes a point's value of an attribute; null where it is missing.
  fileprivate mutating func value(_ values: Attribute.Values, at point: Int) {
    switch values {
    case .numbers(let column): value(column[point])
    // JavaScript rounds numbers beyond 2⁵³.
    case .integers(let column):
      let number = column[point]
      if number.isMissing {
        null()
      } else if number.magnitude > 1 << 53 {
        value("\(number)")
      } else {
        value(number)
      }
    case .booleans(let column): if let truth = column[point] { value(truth) } else { null() }
    case .texts(let column): if let text = column[point] { value(text) } else { null() }
    }
  }
}
