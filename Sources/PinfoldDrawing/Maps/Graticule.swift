import Pinfold

/// Meridians and parallels at round degrees, with their names along the edges; on the plane lines of round x
/// and y.
///
/// A turned view has those of the upright box around it, turned as a whole, and an arrow to the north in
/// place of names.
struct Graticule {
  private let sheet: UprightSheet
  private var view: ProjectedView { sheet.view }
  private var viewport: Viewport { sheet.viewport }

  /// The distance of lines, in units of the data: some 160 screen points.
  private let step: Double

  init(_ sheet: UprightSheet) {
    self.sheet = sheet
    let view = sheet.view
    let least = 160 / view.viewport.worldWidth * Self.worldUnits(of: view.projection)
    if view.projection.wraps, least > 10 {
      step = [15.0, 30, 45, 90].first { $0 >= least } ?? 180
    } else {
      step = AxisLayout.niceStep(least)
    }
  }

  /// Draws an arrow to the north in the left upper corner of a turned sheet.
  private func drawArrow(to svg: inout SVGWriter) {
    let turn = ScreenTurn(bearing: sheet.map.bearing)
    func place(_ east: Double, _ south: Double) -> ScreenPosition {
      let (right, down) = turn.onScreen(east: east, south: south)
      return ScreenPosition(x: 22 + right, y: 22 + down)
    }
    svg.circle("box", x: 22, y: 22, radius: 14)
    var path = SVGPath()
    path.polygon([place(0, -11), place(5, 8), place(0, 4), place(-5, 8)])
    svg.path("frame", path)
  }

  func drawLines(to svg: inout SVGWriter) {
    var path = SVGPath()
    let span = sheet.span
    for (x, _) in verticals {
      path.move(to: x, span.north)
      path.line(to: x, span.south)
    }
    for (y, _) in horizontals {
      path.move(to: 0, y)
      path.line(to: viewport.width, y)
    }
    guard !path.commands.isEmpty else { return }
    sheet.draw(to: &svg) { $0.path("rule", path) }
  }

  /// Draws the names of meridians along the south edge, of parallels along the west edge. A name that a
  /// marker or the edge would cut is left out, because half a name reads like another.
  func drawNames(to svg: inout SVGWriter, avoiding markers: MarkerLayer?) {
    if sheet.isTurned { return drawArrow(to: &svg) }
    func draw(_ name: String, x: Double, y: Double) {
      let half = Theme.width(of: name, size: 11) / 2
      guard x + 2 * half < viewport.width,
        markers?.touches(ScreenPosition(x: x + half, y: y - 4), half, 5) != true
      else { return }
      svg.label(name, "name", x: x, y: y)
    }
    for (x, value) in verticals where x >= 0 {
      draw(name(value, "E", "W"), x: x + 3, y: viewport.height - 5)
    }
    // The corner belongs to the meridians.
    for (y, value) in horizontals where y > 14 && y < viewport.height - 16 {
      draw(name(value, "N", "S"), x: 4, y: y - 4)
    }
  }

  /// Units of the data across the world: degrees, or the side of the plane.
  private static func worldUnits(of projection: Projection) -> Double {
    if case .planar(let extent) = projection { return extent.side }
    return 360
  }

  private var verticals: [(x: Double, value: Double)] {
    let scale = viewport.worldWidth / Self.worldUnits(of: view.projection)
    let reach = viewport.width / 2 / scale
    let middle = viewport.center.longitude
    return multiples(from: middle - reach, through: middle + reach).map {
      (($0 - middle) * scale + viewport.width / 2, $0)
    }
  }

  private var horizontals: [(y: Double, value: Double)] {
    let screen = view.screen
    let size = WorldPoint.worldSize
    let north = view.projection.unproject(unitX: 0, unitY: Double(screen.north) / size).latitude
    let south = view.projection.unproject(
      unitX: 0, unitY: (Double(screen.north) + Double(screen.height)) / size
    ).latitude
    return multiples(from: south, through: north).map { latitude in
      let place = view.projection.project(
        Coordinate(longitude: viewport.center.longitude, latitude: latitude))
      return (view.screenPosition(of: place).y, latitude)
    }
  }

  private func multiples(from low: Double, through high: Double) -> [Double] {
    let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
    guard last - first < 200, first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  private func name(_ value: Double, _ positive: String, _ negative: String) -> String {
    guard view.projection.wraps else { return AxisLayout.text(value, step: step) }
    // Whole turns are removed, because a view may lie anywhere.
    let degrees = positive == "E" ? value.remainder(dividingBy: 360) : value
    let side = degrees == 0 || degrees.magnitude == 180 ? "" : degrees > 0 ? positive : negative
    return AxisLayout.text(degrees.magnitude, step: step) + "°" + side
  }
}
