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

  let fill: MarkerFill

  /// The radius of a single point's pin, in screen points.
  static let pin = 4.5

  init(
    isPin: Bool, value: Double?, scale: MarkerScale, at place: ScreenPosition, name: String? = nil,
    fill: MarkerFill = .number
  ) {
    (self.isPin, self.value, self.place, self.name, self.fill) = (isPin, value, place, name, fill)
    look = scale.colorClass(of: value)
    let radius = scale.radius(value)
    self.radius = isPin ? min(radius, Self.pin) : radius
  }

  var box: Occupancy.Box {
    Occupancy.Box(
      west: place.x - radius, north: place.y - radius, east: place.x + radius, south: place.y + radius)
  }

  func draw(_ label: CountLabel, to svg: inout SVGWriter) {
    let number = isPin ? "pin" : "disc \(Theme.classFill(look.index))"
    let (look, style) =
      switch fill {
      case .number: (number, "")
      case .own(let color): (number, "fill: \(color.hex)")
      case .category(let offset): (Theme.categoryDisc(offset), "")
      }
    svg.circle(look, x: place.x, y: place.y, radius: radius, style: style)
    if !isPin { drawLabel(label.text(for: value), to: &svg) }
  }

  private func drawLabel(_ text: String, to svg: inout SVGWriter) {
    // The label must fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let (ink, style): (String, String?) =
      switch fill {
      case .number: (Theme.classInk(look.index), nil)
      case .own(let color): (Theme.classInk(look.index), "fill: \(color.ink)")
      case .category(let offset): Theme.categoryInk(offset)
      }
    let font = size == 11 ? nil : "font-size: \(SVGWriter.number(size))px"
    svg.label(
      text, "\(ink) middle", x: place.x, y: place.y + size * 0.36,
      style: [style, font].compactMap(\.self).joined(separator: "; "))
  }
}

extension LegendBox {
  /// The legend of markers: the classes of the visible numbers, except those with colors of their own, and
  /// for values other than counts the meaning of sizes.
  init(
    of markers: [MarkerSymbol], in scale: MarkerScale, valueName: String? = nil,
    categories: MarkerCategories? = nil
  ) {
    if let categories {
      self.init(of: markers, in: scale, valueName: valueName, categories)
      return
    }
    let classes = Set(markers.filter { !$0.isPin && $0.fill == .number }.map(\.look)).sorted {
      $0.index < $1.index
    }
    var rows = classes.map { one in
      Row(text: scale.name(of: one)) { place, svg in
        svg.circle("disc \(Theme.classFill(one.index))", x: place.x, y: place.y, radius: 6.5)
      }
    }
    if markers.contains(where: { $0.fill == .category(nil) }) {
      rows.append(
        Row(text: "no value") { place, svg in
          svg.circle(Theme.categoryDisc(nil), x: place.x, y: place.y, radius: 6.5)
        })
    }
    // Pins alone explain themselves.
    if !rows.isEmpty, markers.contains(where: \.isPin) {
      let pin = Row(text: "1") { place, svg in
        svg.circle("pin", x: place.x, y: place.y, radius: MarkerSymbol.pin)
      }
      rows.insert(pin, at: 0)
    }
    self.init(heading: valueName ?? "points", rows: rows + Self.sizes(in: scale, of: "the value"))
  }

  /// The legend of categories: those in sight, the most frequent first.
  private init(
    of markers: [MarkerSymbol], in scale: MarkerScale, valueName: String?, _ categories: MarkerCategories
  ) {
    let inSight = Set(markers.map(\.fill))
    let offsets = categories.values.indices.map(Optional.some) + [MarkerCategories.most, nil]
    let rows = offsets.filter { inSight.contains(.category($0)) }.map { offset in
      Row(text: categories.text(of: offset).shortened(to: 24)) { place, svg in
        svg.circle(Theme.categoryDisc(offset), x: place.x, y: place.y, radius: 6.5)
      }
    }
    self.init(heading: categories.name, rows: rows + Self.sizes(in: scale, of: valueName ?? "the value"))
  }

  private static func sizes(in scale: MarkerScale, of name: String) -> [Row] {
    guard let largest = scale.largest, largest > 0 else { return [] }
    let text = "area grows with \(name), up to \(CountLabel(.abbreviated).text(for: largest))"
    return [
      Row(text: text) { place, svg in
        svg.circle("frame", x: place.x - 5, y: place.y, radius: 3)
        svg.circle("frame", x: place.x + 5, y: place.y, radius: 6.5)
      }
    ]
  }
}
