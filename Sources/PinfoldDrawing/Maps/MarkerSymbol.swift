import Pinfold

/// A marker where it is seen: a disc with a number, or a pin.
struct MarkerSymbol {
  /// Whether it is a single point without a number.
  let isPin: Bool
  let value: Double?
  let radius: Double
  fileprivate let look: CountClass
  let place: ScreenPosition

  /// That of the single point that it stands for.
  var name: String?

  /// The color that its strategy gave it; nil for that of its number.
  let color: MarkerColor?

  /// The radius of a single point's pin, in screen points.
  static let pin = 4.5

  init(
    isPin: Bool, value: Double?, scale: MarkerScale, at place: ScreenPosition, name: String? = nil,
    color: MarkerColor? = nil
  ) {
    (self.isPin, self.value, self.place, self.name, self.color) = (isPin, value, place, name, color)
    look = scale.colorClass(of: value)
    let radius = scale.radius(value)
    self.radius = isPin ? min(radius, Self.pin) : radius
  }

  var box: Occupancy.Box {
    Occupancy.Box(
      west: place.x - radius, north: place.y - radius, east: place.x + radius, south: place.y + radius)
  }

  func draw(_ label: CountLabel, to svg: inout SVGWriter) {
    let look = isPin ? "pin" : "disc \(Theme.classFill(look.index))"
    let fill = color.map { "fill: \($0.hex)" } ?? ""
    svg.circle(look, x: place.x, y: place.y, radius: radius, style: fill)
    if !isPin { drawLabel(label.text(for: value), to: &svg) }
  }

  private func drawLabel(_ text: String, to svg: inout SVGWriter) {
    // The label must fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let ink = color.map { ["fill: \($0.ink)"] } ?? []
    let font = size == 11 ? [] : ["font-size: \(SVGWriter.number(size))px"]
    svg.label(
      text, "\(Theme.classInk(look.index)) middle", x: place.x, y: place.y + size * 0.36,
      style: (ink + font).joined(separator: "; "))
  }
}

extension LegendBox {
  /// The legend of markers: the classes of the visible numbers, except those with colors of their own, and
  /// for values other than counts the meaning of sizes.
  init(of markers: [MarkerSymbol], in scale: MarkerScale, valueName: String? = nil) {
    let classes = Set(markers.filter { !$0.isPin && $0.color == nil }.map(\.look)).sorted()
    var rows = classes.map { one in
      Row(text: scale.name(of: one)) { place, svg in
        svg.circle("disc \(Theme.classFill(one.index))", x: place.x, y: place.y, radius: 6.5)
      }
    }
    // Pins alone explain themselves.
    if !rows.isEmpty, markers.contains(where: \.isPin) {
      let pin = Row(text: "1") { place, svg in
        svg.circle("pin", x: place.x, y: place.y, radius: MarkerSymbol.pin)
      }
      rows.insert(pin, at: 0)
    }
    if let largest = scale.largest, largest > 0 {
      let text = "area grows with the value, up to \(CountLabel(.abbreviated).text(for: largest))"
      rows.append(
        Row(text: text) { place, svg in
          svg.circle("frame", x: place.x - 5, y: place.y, radius: 3)
          svg.circle("frame", x: place.x + 5, y: place.y, radius: 6.5)
        })
    }
    self.init(heading: valueName ?? "points", rows: rows)
  }
}
