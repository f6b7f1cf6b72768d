import Pinfold

/// A bar of a round length in the north-east corner, or west of it where it hides fewer markers; it holds at
/// the view's middle, because Web Mercator grows to the poles.
struct ScaleBar {
  let view: ProjectedView

  /// - Parameter hidden: how much of what matters lies in a box.
  func draw(to svg: inout SVGWriter, hiding hidden: (Occupancy.Box) -> Int) {
    let (length, text) = bar
    guard length >= 1, length <= view.viewport.worldWidth else { return }
    let y = 28.0
    // A short bar still has a box as wide as its text.
    let wide = max(length, Theme.width(of: text, size: 11))
    // The western third may have the legend.
    let corner = view.viewport.width - 16
    let places = (0...10).map { corner - Double($0) / 10 * max(0, corner * 2 / 3 - wide - 8) }
    let costs = places.map { hidden(Occupancy.Box(west: $0 - wide - 8, north: 8, east: $0 + 8, south: 34)) }
    let right = places[costs.firstIndex(of: costs.min() ?? 0) ?? 0]
    svg.rect("box", x: right - wide - 8, y: 8, width: wide + 16, height: 26, rx: 4)
    let (west, east) = (right - (wide + length) / 2, right - (wide - length) / 2)
    svg.path("frame", SVGPath((west, y - 5), (west, y), (east, y), (east, y - 5)))
    svg.label(text, "soft middle", x: right - wide / 2, y: y - 7)
  }

  /// The length in screen points, at most 100, and its label.
  private var bar: (length: Double, text: String) {
    let viewport = view.viewport
    if case .planar(let extent) = view.projection {
      let unit = viewport.worldWidth / extent.side
      let round = AxisLayout.roundLength(atMost: 100 / unit)
      return (round * unit, AxisLayout.text(round, step: round))
    }
    // The circumference of the equator in meters (WGS 84), shrunk to the parallel of the middle.
    let latitude = max(-Projection.mercatorLimit, min(viewport.center.latitude, Projection.mercatorLimit))
    let unit = viewport.worldWidth / (40_075_016.686 * Double.cos(latitude * .pi / 180))
    let round = AxisLayout.roundLength(atMost: 100 / unit)
    let text =
      round >= 1000
      ? "\(AxisLayout.text(round / 1000, step: 1)) km" : "\(AxisLayout.text(round, step: round)) m"
    return (round * unit, text)
  }
}
