import Pinfold

/// The layers of clusters' members: dots, lines to markers, outlines.
struct MemberLayers {
  private let frame: Frame
  private let sheet: MapSheet
  private let box: ScreenBox

  init(_ frame: Frame, _ sheet: MapSheet) {
    self.frame = frame
    self.sheet = sheet
    box = ScreenBox(around: sheet)
  }

  /// A dot for each point in view, as short strokes with round ends in one path.
  func drawPoints(to svg: inout SVGWriter) {
    let (points, rect) = (frame.points, frame.view.rect(reach: Self.dot))
    var seen = Set<Spot>()
    var path = SVGPath()
    for section in points.sections {
      for index in points.indices(in: rect, of: section) {
        sheet.forEachPlace(of: points.position(Int(index)), reach: Self.dot) { place in
          if seen.insert(place.spot).inserted { path.dot(at: place) }
        }
      }
    }
    guard !seen.isEmpty else { return }
    svg.element("path", ["class": "dots", "stroke-width": .number(Self.dot), "d": .text(path.commands)])
  }

  /// The diameter of a dot, in screen points.
  private static let dot = 2.4

  /// A line from each marker to each of its members.
  func drawLegs(to svg: inout SVGWriter) {
    forEachCluster { cluster, offsets, places in
      var path = SVGPath()
      for place in places {
        var seen = Set<Spot>()
        for offset in offsets {
          guard let leg = box.cut(place, place + offset), seen.insert(leg.end.spot).inserted else { continue }
          path.move(to: leg.start.x, leg.start.y)
          path.line(to: leg.end.x, leg.end.y)
        }
      }
      guard !path.commands.isEmpty else { return }
      svg.element(
        "path", ["class": .text("leg \(Theme.series(cluster))"), "d": .text(path.commands)])
    }
  }

  /// The smallest convex outline around each cluster's members.
  func drawHulls(to svg: inout SVGWriter) {
    forEachCluster { cluster, offsets, places in
      let hull = ConvexHull.of(offsets) { ($0.x, $0.y) }
      guard hull.count > 1 else { return }
      var path = SVGPath()
      for place in places { path.polygon(box.cut(hull.map { place + $0 })) }
      guard !path.commands.isEmpty else { return }
      let look = "hull \(Theme.series(cluster)) \(Theme.fill(cluster))"
      svg.element("path", ["class": .text(look), "d": .text(path.commands)])
    }
  }

  /// Calls `body` for each cluster of two points or more with its members' offsets from the marker, and the
  /// marker's positions from which some of them may be seen.
  private func forEachCluster(_ body: (Int, [ScreenPosition], [ScreenPosition]) -> Void) {
    for cluster in 0..<frame.count where frame.memberCount(of: cluster) > 1 {
      let marker = frame.positions[cluster]
      var offsets: [ScreenPosition] = []
      var (west, east) = (0.0, 0.0)
      frame.forEachMember(of: cluster) { member in
        let offset = sheet.offset(of: frame.points.position(member), from: marker)
        offsets.append(offset)
        (west, east) = (min(west, offset.x), max(east, offset.x))
      }
      let (x, y) = frame.view.screenPosition(of: marker)
      var places: [ScreenPosition] = []
      sheet.forEachTurn(of: x, west: west, east: east) { places.append(ScreenPosition(x: $0, y: y)) }
      body(cluster, offsets, places)
    }
  }
}
