import Pinfold

/// Points on one location fanned out: a pin for each, on a line from the marker.
struct SpreadLayer {
  private let frame: Frame
  private let sheet: MapSheet
  private let layout = SpreadLayout()

  init(_ frame: Frame, _ sheet: MapSheet) {
    self.frame = frame
    self.sheet = sheet
  }

  /// Draws every stack, and single points that share a location, where their marker is on the screen; pins
  /// within two screen points are drawn once.
  func draw(to svg: inout SVGWriter) {
    for pile in frame.piles {
      let (x, y) = frame.view.screenPosition(of: pile.location)
      guard (0...sheet.width).contains(x), (0...sheet.height).contains(y) else { continue }
      draw(
        layout.screenPositions(pile.pins.count, around: pile.location, in: frame.view), around: (x, y),
        to: &svg)
    }
  }

  private func draw(
    _ pins: [(x: Double, y: Double)], around marker: (x: Double, y: Double), to svg: inout SVGWriter
  ) {
    var seen = Set<Spot>()
    let shown = pins.filter { seen.insert(ScreenPosition(x: $0.x, y: $0.y).spot).inserted }
    var legs = SVGPath()
    for pin in shown {
      legs.move(to: marker.x, marker.y)
      legs.line(to: pin.x, pin.y)
    }
    svg.element("path", ["class": "spread", "d": .text(legs.commands)])
    for pin in shown {
      svg.element(
        "circle",
        ["class": "pin", "cx": .number(pin.x), "cy": .number(pin.y), "r": .number(MarkerSymbol.pin)])
    }
  }
}
