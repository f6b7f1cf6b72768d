import Pinfold

/// Meridians and parallels at round degrees, with their names along the edges; lines of round x and y on the plane.
struct Graticule {
  private let view: View
  private var viewport: Viewport { view.viewport }

  init(_ view: View) { self.view = view }

  /// The world itself, which ends where Web Mercator does; the plane goes on.
  func drawLand(to svg: inout SVGWriter) {
    svg.element(
      "rect",
      [
        "class": "land", "y": .number(span.north), "width": .number(viewport.width),
        "height": .number(span.south - span.north),
      ])
  }

  /// The lines and their names.
  func draw(to svg: inout SVGWriter) {
    var path = SVGPath()
    var names: [(x: Double, y: Double, text: String)] = []
    let step = step
    for (x, value) in verticals(step) {
      path.move(to: x, span.north)
      path.line(to: x, span.south)
      // A name that the edge would cut is left out.
      let text = name(value, "E", "W", step)
      if x + 4 + Theme.width(of: text, size: 11) < viewport.width {
        names.append((x + 3, viewport.height - 4, text))
      }
    }
    for (y, value) in horizontals(step) {
      path.move(to: 0, y)
      path.line(to: viewport.width, y)
      // The corner belongs to the meridians.
      if y > 12, y < viewport.height - 16 { names.append((3, y - 3, name(value, "N", "S", step))) }
    }
    guard !path.commands.isEmpty else { return }
    svg.element("path", ["class": "rule", "d": .text(path.commands)])
    for name in names {
      svg.element("text", ["class": "soft", "x": .number(name.x), "y": .number(name.y)], text: name.text)
    }
  }

  /// From where to where the world is seen.
  private var span: (north: Double, south: Double) {
    guard view.projection.wraps else { return (0, viewport.height) }
    func y(_ edge: UInt32) -> Double {
      max(0, min(view.screenPosition(of: WorldPoint(x: view.center.x, y: edge)).y, viewport.height))
    }
    return (y(0), y(.max))
  }

  /// Units of the data across the world: degrees, or the side of the plane.
  private var worldUnits: Double {
    if case .planar(let extent) = view.projection { return extent.side }
    return 360
  }

  /// The distance of lines, in units of the data: some 160 screen points.
  private var step: Double {
    let least = 160 / viewport.worldWidth * worldUnits
    if view.projection.wraps, least > 10 { return [15.0, 30, 45, 90].first { $0 >= least } ?? 180 }
    return AxisLayout.niceStep(least)
  }

  private func verticals(_ step: Double) -> [(x: Double, value: Double)] {
    let scale = viewport.worldWidth / worldUnits
    let reach = viewport.width / 2 / scale
    let middle = viewport.center.longitude
    return multiples(of: step, from: middle - reach, through: middle + reach).map {
      (($0 - middle) * scale + viewport.width / 2, $0)
    }
  }

  private func horizontals(_ step: Double) -> [(y: Double, value: Double)] {
    let screen = view.screen
    let size = WorldPoint.worldSize
    let north = view.projection.unproject(unitX: 0, unitY: Double(screen.north) / size).latitude
    let south = view.projection.unproject(
      unitX: 0, unitY: (Double(screen.north) + Double(screen.height)) / size
    ).latitude
    return multiples(of: step, from: south, through: north).map { latitude in
      let place = view.projection.project(
        Coordinate(longitude: viewport.center.longitude, latitude: latitude))
      return (view.screenPosition(of: place).y, latitude)
    }
  }

  private func multiples(of step: Double, from low: Double, through high: Double) -> [Double] {
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    guard last - first < 200, first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  private func name(_ value: Double, _ positive: String, _ negative: String, _ step: Double) -> String {
    guard view.projection.wraps else { return AxisLayout.text(value, step: step) }
    // Whole turns are taken off, as a view may lie anywhere.
    let degrees = positive == "E" ? value.remainder(dividingBy: 360) : value
    let side = degrees == 0 || degrees.magnitude == 180 ? "" : degrees > 0 ? positive : negative
    return AxisLayout.text(degrees.magnitude, step: step) + "°" + side
  }
}
