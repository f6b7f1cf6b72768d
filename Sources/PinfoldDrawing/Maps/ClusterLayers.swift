import Pinfold

/// The layers of clusters but for markers: cells, outlines, members, and stacks fanned out.
struct ClusterLayers {
  private let frame: Frame
  private let sheet: MapSheet
  private let box: ScreenBox

  init(_ frame: Frame, _ sheet: MapSheet) {
    self.frame = frame
    self.sheet = sheet
    box = ScreenBox(around: sheet)
  }

  /// Draws the outlines of cells, such as the lines of a grid, as one path; of cells too small to be seen,
  /// one in each square of two screen points.
  func draw(_ cells: [WorldRect], to svg: inout SVGWriter) {
    var path = SVGPath()
    var seen = Set<Spot>()
    for cell in cells {
      let (halfWidth, halfHeight) = (Double(cell.width) / 2, Double(cell.height) / 2)
      let corners = [
        (-halfWidth, -halfHeight), (halfWidth, -halfHeight), (halfWidth, halfHeight),
        (-halfWidth, halfHeight),
      ].map { sheet.view.onScreen($0) }
      // The same for two corners that lie opposite each other.
      let (right, down) = (
        max(abs(corners[0].right), abs(corners[1].right)), max(abs(corners[0].down), abs(corners[1].down))
      )
      // The middle, because the short way around the globe to a corner need not be the cell's.
      let (x, y) = sheet.view.screenPosition(of: cell.center)
      sheet.forEachTurn(of: x, west: -right, east: right) { x in
        if max(right, down) < 1, !seen.insert(ScreenPosition(x: x, y: y).spot).inserted { return }
        path.polygon(box.cut(corners.map { ScreenPosition(x: x + $0.right, y: y + $0.down) }))
      }
    }
    svg.path("cell", path)
  }

  /// Draws the outlines that a strategy gave its clusters, in the colors of their markers: each once for each
  /// visible copy of the world, without corners too close to distinguish.
  func drawOutlines(to svg: inout SVGWriter) {
    guard let outlines = frame.details?.outlines else { return }
    let colors = frame.colors
    for (cluster, outline) in outlines.enumerated() where !frame.isHidden(cluster) {
      let corners = offsets(of: outline, from: frame.positions[cluster])
      guard corners.count > 2, let west = corners.map(\.x).min(), let east = corners.map(\.x).max() else {
        continue
      }
      let (x, y) = sheet.view.screenPosition(of: frame.positions[cluster])
      var path = SVGPath()
      sheet.forEachTurn(of: x, west: west, east: east) { x in
        path.polygon(box.cut(corners.map { ScreenPosition(x: x + $0.x, y: y + $0.y) }))
      }
      let color = colors.isEmpty ? nil : colors[cluster]
      let stroke = color.map { "stroke: \($0.hex)" } ?? ""
      svg.path("cell", path, style: stroke)
    }
  }

  /// The corners from a marker, in screen points; of several within half a point of the last, one.
  private func offsets(of outline: [WorldPoint], from marker: WorldPoint) -> [ScreenPosition] {
    outline.map { sheet.offset(of: $0, from: marker) }.thinned(keepsEnd: false)
  }

  /// Draws a dot for each point in view, as short strokes with round ends in one path.
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
    svg.path("dots", path, ["stroke-width": .number(Self.dot)])
  }

  private static let dot = 2.4

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
      svg.path("leg \(Theme.series(cluster))", path)
    }
  }

  func drawHulls(to svg: inout SVGWriter) {
    forEachCluster { cluster, offsets, places in
      let hull = ConvexHull.of(offsets) { ($0.x, $0.y) }
      guard hull.count > 1 else { return }
      var path = SVGPath()
      for place in places { path.polygon(box.cut(hull.map { place + $0 })) }
      let look = "hull \(Theme.series(cluster)) \(Theme.fill(cluster))"
      svg.path(look, path)
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

  /// Draws every stack, and single points that share a location, where their marker is on the screen: a pin
  /// for each point, on a line from the marker. Pins within two screen points are drawn once.
  func drawStacks(to svg: inout SVGWriter) {
    for pile in frame.piles {
      let marker = frame.view.screenPosition(of: pile.location)
      guard (0...sheet.width).contains(marker.x), (0...sheet.height).contains(marker.y) else { continue }
      let pins = SpreadLayout().screenPositions(pile.pins.count, around: pile.location, in: frame.view)
      var seen = Set<Spot>()
      let shown = pins.filter { seen.insert(ScreenPosition(x: $0.x, y: $0.y).spot).inserted }
      var legs = SVGPath()
      for pin in shown {
        legs.move(to: marker.x, marker.y)
        legs.line(to: pin.x, pin.y)
      }
      svg.path("spread", legs)
      for pin in shown { svg.circle("pin", x: pin.x, y: pin.y, radius: MarkerSymbol.pin) }
    }
  }
}
