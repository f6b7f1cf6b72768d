import Pinfold

/// What a map shows of the members of clusters: dots, legs, outlines, and the cells that they came from.
struct MemberLayers {
  private let frame: Frame
  private let sheet: MapSheet
  private var width: Double { frame.view.viewport.width }
  private var height: Double { frame.view.viewport.height }

  init(_ frame: Frame, _ sheet: MapSheet) {
    self.frame = frame
    self.sheet = sheet
  }

  /// A dot for each member, as short strokes with round ends in one path.
  func drawPoints(to svg: inout SVGWriter) {
    var seen = Set<Int>()
    var commands = ""
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { member in
        sheet.forEachPlace(of: frame.points.position(member), reach: 2) { x, y in
          guard isNear(x, y, reach: 2), seen.insert(spot(x, y)).inserted else { return }
          commands += "M\(SVGWriter.number(x)) \(SVGWriter.number(y))h0"
        }
      }
    }
    if !commands.isEmpty {
      svg.element("path", ["class": "dots", "stroke-width": 2.4, "d": .text(commands)])
    }
  }

  /// A line from each marker to each of its members.
  func drawLegs(to svg: inout SVGWriter) {
    forEachMarker { cluster, place in
      var seen = Set<Int>()
      var path = SVGPath()
      frame.forEachMember(of: cluster) { member in
        let end = memberPlace(member, of: cluster, at: place)
        guard isNear(end.x, end.y, reach: max(width, height)), seen.insert(spot(end.x, end.y)).inserted
        else { return }
        path.move(to: place.x, place.y)
        path.line(to: end.x, end.y)
      }
      svg.element("path", ["class": .text("rule leg"), "d": .text(path.commands)])
    }
  }

  /// The smallest convex outline around each cluster's members.
  func drawHulls(to svg: inout SVGWriter) {
    forEachMarker { cluster, place in
      var corners: [(x: Double, y: Double)] = []
      frame.forEachMember(of: cluster) { corners.append(memberPlace($0, of: cluster, at: place)) }
      var path = SVGPath()
      for (number, corner) in ConvexHull.of(corners).enumerated() {
        if number == 0 { path.move(to: corner.x, corner.y) } else { path.line(to: corner.x, corner.y) }
      }
      path.close()
      let look = "hull \(Theme.series(cluster)) \(Theme.fill(cluster))"
      svg.element("path", ["class": .text(look), "d": .text(path.commands)])
    }
  }

  /// The cells that clusters came from.
  func drawCells(to svg: inout SVGWriter) {
    let units = frame.view.unitsPerPoint
    for cluster in 0..<frame.count {
      guard let cell = frame.cell(of: cluster) else { continue }
      let (x, y) = frame.view.screenPosition(of: cell.center)
      let (wide, high) = (Double(cell.width) / units, Double(cell.height) / units)
      sheet.forEachTurn(of: x, reach: wide / 2) { x in
        svg.element(
          "rect",
          [
            "class": "rule frame", "x": .number(x - wide / 2), "y": .number(y - high / 2),
            "width": .number(wide), "height": .number(high),
          ])
      }
    }
  }

  /// Calls `body` for every place at which the marker of a cluster of two points or more is near the screen.
  private func forEachMarker(_ body: (Int, (x: Double, y: Double)) -> Void) {
    for cluster in 0..<frame.count where frame.memberCount(of: cluster) > 1 {
      sheet.forEachPlace(of: frame.positions[cluster], reach: width) { x, y in body(cluster, (x, y)) }
    }
  }

  private func memberPlace(_ member: Int, of cluster: Int, at place: (x: Double, y: Double)) -> (
    x: Double, y: Double
  ) {
    sheet.place(of: frame.points.position(member), from: frame.positions[cluster], at: place)
  }

  private func isNear(_ x: Double, _ y: Double, reach: Double) -> Bool {
    x >= -reach && x <= width + reach && y >= -reach && y <= height + reach
  }

  /// A number for each square of a point and a half, within which dots would look like one.
  private func spot(_ x: Double, _ y: Double) -> Int {
    Int((y / 1.5).rounded(.down)) * 1_000_003 + Int((x / 1.5).rounded(.down))
  }
}

/// The smallest convex polygon around points.
enum ConvexHull {
  /// The corners in order; one or two for points on a spot or a line.
  ///
  /// Source: A. Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.
  ///
  /// - Complexity: O(*n* log *n*).
  static func of(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func half(_ points: some Sequence<(x: Double, y: Double)>) -> [(x: Double, y: Double)] {
      var chain: [(x: Double, y: Double)] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
          if (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0 { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }
}
