import Pinfold

/// The markers of a map but for hidden ones, the names of single points, and the legend.
struct MarkerLayer {
  private let sheet: MapSheet
  private let style: MarkerStyle
  private let label: CountLabel

  /// What the markers show in place of counts; nil for counts.
  private let valueName: String?

  /// The markers, from the bottom up: the smallest first, of equal numbers in the order of their ids.
  private var markers: [Marker] = []

  /// A marker at one of the positions where it is seen.
  private struct Marker {
    /// Whether it is a point by itself without a number, which is drawn as a small pin.
    let isPin: Bool

    /// The number that it shows.
    let value: Double?
    let radius: Double
    let place: ScreenPosition
    let name: String?

    /// What it covers.
    var box: Occupancy.Box {
      Occupancy.Box(
        west: place.x - radius, north: place.y - radius, east: place.x + radius, south: place.y + radius)
    }
  }

  /// - Parameters:
  ///   - values: what the markers show; nil for counts.
  ///   - names: the names of single points, one for each cluster; empty for none.
  init(
    _ frame: Frame, _ sheet: MapSheet, style: MarkerStyle, label: CountLabel, values: MarkerValues? = nil,
    names: [String?] = []
  ) {
    self.sheet = sheet
    self.style = style
    self.label = label
    valueName = values?.name
    let order = (0..<frame.count).filter { !frame.isHidden($0) }.map { cluster in
      (value: values.map { $0.values[cluster] } ?? Double(frame.memberCount(of: cluster)), cluster: cluster)
    }.sorted {
      ($0.value ?? -.infinity, frame.ids[$0.cluster].bits) < (
        $1.value ?? -.infinity, frame.ids[$1.cluster].bits
      )
    }
    var seen = Set<Look>()
    for (value, cluster) in order {
      let isPin = values == nil && value == 1
      let radius = style.radius(value: value)
      let name = names.isEmpty ? nil : names[cluster]
      sheet.forEachPlace(of: frame.positions[cluster], reach: radius) { place in
        guard seen.insert(Look(value: value, spot: place.spot)).inserted else { return }
        markers.append(
          Marker(
            isPin: isPin, value: value, radius: isPin ? min(radius, Self.pin) : radius, place: place,
            name: name))
      }
    }
  }

  /// Markers of one number within two screen points look like one.
  private struct Look: Hashable {
    let value: Double?
    let spot: Spot
  }

  /// Draws the markers, and the names of single points where there is room.
  func draw(to svg: inout SVGWriter) {
    for marker in markers { draw(marker, to: &svg) }
    drawNames(to: &svg)
  }

  /// Whether a marker touches a box, from its middle and half its width and height.
  func touches(_ middle: ScreenPosition, _ halfWidth: Double, _ halfHeight: Double) -> Bool {
    markers.contains {
      abs($0.place.x - middle.x) < $0.radius + halfWidth
        && abs($0.place.y - middle.y) < $0.radius + halfHeight
    }
  }

  private func draw(_ marker: Marker, to svg: inout SVGWriter) {
    let look = marker.isPin ? "pin" : "disc \(Theme.classFill(CountClass(marker.value).index))"
    svg.element(
      "circle",
      [
        "class": .text(look), "cx": .number(marker.place.x), "cy": .number(marker.place.y),
        "r": .number(marker.radius),
      ])
    if !marker.isPin { drawLabel(of: marker, to: &svg) }
  }

  /// The radius of a single point's pin, in screen points.
  static let pin = 4.5

  private func drawLabel(of marker: Marker, to svg: inout SVGWriter) {
    let text = label.text(for: marker.value)
    // The label has to fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * marker.radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let look = SVGWriter.Value.text("\(Theme.classInk(CountClass(marker.value).index)) middle")
    let (x, y) = (
      SVGWriter.Value.number(marker.place.x), SVGWriter.Value.number(marker.place.y + size * 0.36)
    )
    if size == 11 {
      svg.element("text", ["class": look, "x": x, "y": y], text: text)
    } else {
      let font = SVGWriter.Value.text("font-size: \(SVGWriter.number(size))px")
      svg.element("text", ["class": look, "x": x, "y": y, "style": font], text: text)
    }
  }

  /// Writes names east of their markers; one that would cover a marker or another name, or be cut by the
  /// edge, is left out.
  private func drawNames(to svg: inout SVGWriter) {
    guard markers.contains(where: { $0.name != nil }) else { return }
    var taken = Occupancy(side: 2 * (markers.map(\.radius).max() ?? 0))
    for marker in markers { taken.insert(marker.box) }
    for marker in markers {
      guard let name = marker.name?.shortened(to: Self.mostLetters), !name.isEmpty else { continue }
      let west = marker.place.x + marker.radius + 3
      let box = Occupancy.Box(
        west: west, north: marker.place.y - 7, east: west + Theme.width(of: name, size: 11),
        south: marker.place.y + 7)
      guard box.west >= 0, box.east <= sheet.width, box.north >= 0, box.south <= sheet.height,
        taken.isFree(box)
      else {
        continue
      }
      taken.insert(box)
      svg.element(
        "text", ["class": "name", "x": .number(west), "y": .number(marker.place.y + 4)], text: name)
    }
  }

  /// The most letters of a name that are written.
  private static let mostLetters = 40

  /// Draws the classes of the numbers in sight, with a colour each, in a box in a corner; none
  /// where all markers look alike, or the box has no room.
  func drawLegend(to svg: inout SVGWriter) {
    let classes = Set(markers.filter { !$0.isPin }.map { CountClass($0.value) }).sorted()
    guard !classes.isEmpty else { return }
    var rows = classes.map { one in
      LegendBox.Row(text: one.name(areCounts: valueName == nil)) { place, svg in
        svg.element(
          "circle",
          [
            "class": .text("disc \(Theme.classFill(one.index))"), "cx": .number(place.x),
            "cy": .number(place.y),
            "r": 6.5,
          ])
      }
    }
    if markers.contains(where: \.isPin) {
      let row = LegendBox.Row(text: "1") { place, svg in
        svg.element(
          "circle", ["class": "pin", "cx": .number(place.x), "cy": .number(place.y), "r": .number(Self.pin)])
      }
      rows.insert(row, at: 0)
    }
    LegendBox(heading: valueName ?? "points", rows: rows).draw(on: sheet, to: &svg) { box in
      markers.count { $0.box.overlaps(box) }
    }
  }
}

extension String {
  /// The text, or as much of it as fits so many characters with a mark that there is more.
  fileprivate func shortened(to limit: Int) -> String {
    count > limit ? prefix(limit - 1) + "…" : self
  }
}
