import Pinfold

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Meridians and parallels at round degrees, with their names along the edges; lines of round x and y on the plane.
struct Graticule {
  private let view: View
  private var viewport: Viewport { view.viewport }

  init(_ view: View) { self.view = view }

  func draw(to svg: inout SVGWriter) {
    var path = SVGPath()
    var names: [(x: Double, y: Double, text: String)] = []
    let step = step
    for (x, value) in verticals(step) {
      path.move(to: x, 0)
      path.line(to: x, viewport.height)
      names.append((x + 3, viewport.height - 4, name(value, "E", "W", step)))
    }
    for (y, value) in horizontals(step) {
      path.move(to: 0, y)
      path.line(to: viewport.width, y)
      names.append((3, y - 3, name(value, "N", "S", step)))
    }
    svg.element("path", ["class": "rule", "d": .text(path.commands)])
    for name in names {
      svg.element("text", ["class": "soft", "x": .number(name.x), "y": .number(name.y)], text: name.text)
    }
  }

  /// Units of the data across the world: degrees, or the side of the plane.
  private var worldUnits: Double {
    if case .planar(let extent) = view.projection { return extent.side }
    return 360
  }

  /// The distance of lines, in units of the data: some 160 screen points.
  private var step: Double {
    let least = 160 / viewport.worldWidth * worldUnits
    if view.projection.wraps, let round = [15.0, 30, 45, 90].first(where: { $0 >= least }), least > 10 {
      return round
    }
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

/// A bar of a round length at the view's middle, where lengths are true.
struct ScaleBar {
  private let view: View

  init(_ view: View) { self.view = view }

  func draw(to svg: inout SVGWriter) {
    let viewport = view.viewport
    let (length, text) = bar
    guard length >= 1 else { return }
    let (right, y) = (viewport.width - 12, 22.0)
    var path = SVGPath()
    path.move(to: right - length, y - 5)
    path.line(to: right - length, y)
    path.line(to: right, y)
    path.line(to: right, y - 5)
    svg.element("path", ["class": "frame", "d": .text(path.commands)])
    svg.element(
      "text", ["class": "soft middle", "x": .number(right - length / 2), "y": .number(y - 4)], text: text)
  }

  /// The length in screen points, at most 100, and what it stands for.
  private var bar: (length: Double, text: String) {
    let viewport = view.viewport
    if case .planar(let extent) = view.projection {
      let unit = viewport.worldWidth / extent.side
      let round = AxisLayout.roundLength(atMost: 100 / unit)
      return (round * unit, AxisLayout.text(round, step: round))
    }
    // The circumference of the equator in metres (WGS 84), shrunk to the parallel of the middle.
    let latitude = max(-85.05, min(viewport.center.latitude, 85.05))
    let unit = viewport.worldWidth / (40_075_016.686 * cos(latitude * .pi / 180))
    let round = AxisLayout.roundLength(atMost: 100 / unit)
    let text =
      round >= 1000
      ? "\(AxisLayout.text(round / 1000, step: 1)) km" : "\(AxisLayout.text(round, step: round)) m"
    return (round * unit, text)
  }
}
