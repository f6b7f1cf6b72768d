public import Pinfold

/// Areas and lines that lie under the markers of a map, such as borders.
public struct MapShapes: Hashable, Sendable {
  /// The areas, each as its rings; where rings lie in each other, the inner ones are holes.
  public var areas: [[[Coordinate]]]

  /// The lines, each as its places.
  public var lines: [[Coordinate]]

  /// Gathers areas and lines; their coordinates are finite, on the globe with latitudes in −90…90.
  public init(areas: [[[Coordinate]]] = [], lines: [[Coordinate]] = []) {
    self.areas = areas
    self.lines = lines
  }
}

/// The drawing of shapes, cut to what can be seen.
struct ShapeLayer {
  let shapes: MapShapes
  let square: WorldSquare
  var areaLook = "shape"
  var lineLook = "shape line"

  func draw(to svg: inout SVGWriter) {
    for area in shapes.areas {
      var path = SVGPath()
      forEachTurn(of: area) { rings in
        for ring in rings { path.outline(square.box.cut(ring)) }
      }
      svg.path(areaLook, path, ["fill-rule": "evenodd"])
    }
    var path = SVGPath()
    for line in shapes.lines {
      forEachTurn(of: [line]) { for line in $0 { draw(line, on: &path) } }
    }
    svg.path(lineLook, path)
  }

  /// Calls `body` with the positions of lines, once for each visible copy of the world.
  private func forEachTurn(of lines: [[Coordinate]], _ body: ([[ScreenPosition]]) -> Void) {
    let lines = lines.map { $0.map(square.position).thinned(keepsEnd: true) }
    let x = lines.joined().map(\.x)
    guard let west = x.min(), let east = x.max() else { return }
    square.forEachTurn(west: west, east: east) { shift in
      body(lines.map { $0.map { ScreenPosition(x: $0.x + shift, y: $0.y) } })
    }
  }

  private func draw(_ line: [ScreenPosition], on path: inout SVGPath) {
    var end: ScreenPosition?
    for (start, next) in zip(line, line.dropFirst()) {
      guard let part = square.box.cut(start, next) else {
        end = nil
        continue
      }
      if part.start != end { path.move(to: part.start.x, part.start.y) }
      path.line(to: part.end.x, part.end.y)
      end = part.end
    }
  }
}
