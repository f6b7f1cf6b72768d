import Pinfold

/// A marker where it is seen: a disc with a number, or a pin.
struct MarkerSymbol {
  /// Whether it is a point by itself without a number.
  let isPin: Bool

  /// The number that it shows.
  let value: Double?
  let radius: Double
  let place: ScreenPosition

  /// The name of the single point that it stands for; nil for none.
  var name: String?

  /// The color that its strategy gave it; nil for that of its number.
  let color: MarkerColor?

  /// The radius of a single point's pin, in screen points.
  static let pin = 4.5

  init(
    isPin: Bool, value: Double?, style: MarkerStyle, at place: ScreenPosition, name: String? = nil,
    color: MarkerColor? = nil
  ) {
    self.isPin = isPin
    self.value = value
    let radius = style.radius(value: value)
    self.radius = isPin ? min(radius, Self.pin) : radius
    self.place = place
    self.name = name
    self.color = color
  }

  /// What it covers.
  var box: Occupancy.Box {
    Occupancy.Box(
      west: place.x - radius, north: place.y - radius, east: place.x + radius, south: place.y + radius)
  }

  func draw(_ label: CountLabel, to svg: inout SVGWriter) {
    let look = isPin ? "pin" : "disc \(Theme.classFill(CountClass(value).index))"
    let fill = color.map { "fill: \($0.hex)" } ?? ""
    svg.element(
      "circle",
      [
        "class": .text(look), "style": .text(fill), "cx": .number(place.x), "cy": .number(place.y),
        "r": .number(radius),
      ])
    if !isPin { drawLabel(label.text(for: value), to: &svg) }
  }

  private func drawLabel(_ text: String, to svg: inout SVGWriter) {
    // The label has to fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let look = SVGWriter.Value.text("\(Theme.classInk(CountClass(value).index)) middle")
    let (x, y) = (SVGWriter.Value.number(place.x), SVGWriter.Value.number(place.y + size * 0.36))
    let ink = color.map { ["fill: \($0.ink)"] } ?? []
    let font = size == 11 ? [] : ["font-size: \(SVGWriter.number(size))px"]
    let style = SVGWriter.Value.text((ink + font).joined(separator: "; "))
    svg.element("text", ["class": look, "x": x, "y": y, "style": style], text: text)
  }
}

extension LegendBox {
  /// The legend of markers: the classes of the numbers in sight, with a colour each, but of those that have
  /// colors of their own.
  ///
  /// - Parameter valueName: what the numbers are; nil for counts.
  init(of markers: [MarkerSymbol], valueName: String? = nil) {
    let classes = Set(markers.filter { !$0.isPin && $0.color == nil }.map { CountClass($0.value) }).sorted()
    var rows = classes.map { one in
      Row(text: one.name(areCounts: valueName == nil)) { place, svg in
        svg.element(
          "circle",
          [
            "class": .text("disc \(Theme.classFill(one.index))"), "cx": .number(place.x),
            "cy": .number(place.y), "r": 6.5,
          ])
      }
    }
    // Pins alone explain themselves.
    if !rows.isEmpty, markers.contains(where: \.isPin) {
      let pin = Row(text: "1") { place, svg in
        svg.element(
          "circle",
          ["class": "pin", "cx": .number(place.x), "cy": .number(place.y), "r": .number(MarkerSymbol.pin)])
      }
      rows.insert(pin, at: 0)
    }
    self.init(heading: valueName ?? "points", rows: rows)
  }
}
