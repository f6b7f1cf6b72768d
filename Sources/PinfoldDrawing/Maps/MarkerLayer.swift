import Pinfold

/// The markers of a map but for hidden ones, and the legend of their sizes.
struct MarkerLayer {
  private let sheet: MapSheet
  private let style: MarkerStyle
  private let label: CountLabel

  /// The markers, from the bottom up: the smallest first, of equal counts in the order of their ids.
  private var markers: [Marker] = []

  /// A marker at one of the positions where it is seen.
  private struct Marker {
    let count: Int
    let radius: Double
    let place: ScreenPosition
  }

  init(_ frame: Frame, _ sheet: MapSheet, style: MarkerStyle, label: CountLabel) {
    self.sheet = sheet
    self.style = style
    self.label = label
    let order = (0..<frame.count).filter { !frame.isHidden($0) }.map {
      (count: frame.memberCount(of: $0), cluster: $0)
    }.sorted {
      ($0.count, frame.ids[$0.cluster].bits) < ($1.count, frame.ids[$1.cluster].bits)
    }
    var seen = Set<Look>()
    for (count, cluster) in order {
      let radius = style.radius(count: count)
      sheet.forEachPlace(of: frame.positions[cluster], reach: radius) { place in
        guard seen.insert(Look(count: count, spot: place.spot)).inserted else { return }
        markers.append(Marker(count: count, radius: count > 1 ? radius : min(radius, Self.pin), place: place))
      }
    }
  }

  /// Markers of one count within two screen points look like one.
  private struct Look: Hashable {
    let count: Int
    let spot: Spot
  }

  /// Draws the markers.
  func draw(to svg: inout SVGWriter) {
    for marker in markers { draw(marker, to: &svg) }
  }

  /// Whether a marker touches a box, from its middle and half its width and height.
  func touches(_ middle: ScreenPosition, _ halfWidth: Double, _ halfHeight: Double) -> Bool {
    markers.contains {
      abs($0.place.x - middle.x) < $0.radius + halfWidth
        && abs($0.place.y - middle.y) < $0.radius + halfHeight
    }
  }

  private func draw(_ marker: Marker, to svg: inout SVGWriter) {
    svg.element(
      "circle",
      [
        "class": .text(marker.count > 1 ? "disc" : "pin"), "cx": .number(marker.place.x),
        "cy": .number(marker.place.y), "r": .number(marker.radius),
      ])
    if marker.count > 1 { drawCount(of: marker, to: &svg) }
  }

  /// The radius of a single point's pin, in screen points.
  static let pin = 4.5

  private func drawCount(of marker: Marker, to svg: inout SVGWriter) {
    let text = label.text(for: marker.count)
    // The label has to fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * marker.radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let (x, y) = (
      SVGWriter.Value.number(marker.place.x), SVGWriter.Value.number(marker.place.y + size * 0.36)
    )
    if size == 11 {
      svg.element("text", ["class": "on middle", "x": x, "y": y], text: text)
    } else {
      let font = SVGWriter.Value.text("font-size: \(SVGWriter.number(size))px")
      svg.element("text", ["class": "on middle", "x": x, "y": y, "style": font], text: text)
    }
  }

  /// Draws markers of 10, 100, … points up to the largest in sight in a box in the south-east corner; none
  /// where all are less, or the box has no room.
  func drawLegend(to svg: inout SVGWriter) {
    let largest = markers.last?.count ?? 0
    let counts = [10, 100, 1000, 10_000, 100_000, 1_000_000].prefix { $0 <= largest }
    guard let tallest = counts.last.map(style.radius) else { return }
    let gap = 6.0
    let width = counts.reduce(gap) { $0 + 2 * style.radius(count: $1) + gap }
    let height = 2 * tallest + 2 * gap
    guard width + 16 <= sheet.width, height + 32 <= sheet.height else { return }
    // Above the names of the meridians.
    let (west, north) = (sheet.width - width - 8, sheet.height - height - 24)
    svg.element(
      "rect",
      [
        "class": "box", "x": .number(west), "y": .number(north), "width": .number(width),
        "height": .number(height), "rx": 4,
      ])
    var x = west + gap
    for count in counts {
      let radius = style.radius(count: count)
      let place = ScreenPosition(x: x + radius, y: north + height / 2)
      draw(Marker(count: count, radius: radius, place: place), to: &svg)
      x += 2 * radius + gap
    }
  }
}
