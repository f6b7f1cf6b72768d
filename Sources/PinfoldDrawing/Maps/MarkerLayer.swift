import Pinfold

/// The markers of a map, and what tells their sizes.
struct MarkerLayer {
  private let frame: Frame
  private let sheet: MapSheet
  private let style: MarkerStyle
  private let label: CountLabel

  init(_ frame: Frame, _ sheet: MapSheet, style: MarkerStyle, label: CountLabel) {
    self.frame = frame
    self.sheet = sheet
    self.style = style
    self.label = label
  }

  /// Draws the markers, the largest first; of equal counts in the order of their ids.
  func draw(to svg: inout SVGWriter) {
    let markers = (0..<frame.count).map { (count: frame.memberCount(of: $0), cluster: $0) }.sorted {
      ($1.count, frame.ids[$0.cluster].bits) < ($0.count, frame.ids[$1.cluster].bits)
    }
    var seen = Set<Look>()
    for (count, cluster) in markers {
      sheet.forEachPlace(of: frame.positions[cluster], reach: style.radius(count: count)) { place in
        if seen.insert(Look(count: count, spot: place.spot)).inserted {
          drawMarker(count, at: place, to: &svg)
        }
      }
    }
  }

  /// Markers of one count in one spot look like one.
  private struct Look: Hashable {
    let count: Int
    let spot: Spot
  }

  private func drawMarker(_ count: Int, at place: ScreenPlace, to svg: inout SVGWriter) {
    let radius = style.radius(count: count)
    svg.element(
      "circle",
      [
        "class": .text(count > 1 ? "disc" : "pin"), "cx": .number(place.x), "cy": .number(place.y),
        "r": .number(count > 1 ? radius : min(radius, Self.pin)),
      ])
    if count > 1 { drawCount(count, radius, at: place, to: &svg) }
  }

  /// The radius of a single point's pin, in screen points.
  private static let pin = 4.5

  private func drawCount(_ count: Int, _ radius: Double, at place: ScreenPlace, to svg: inout SVGWriter) {
    let text = label.text(for: count)
    // The label has to fit its disc; the style sheet's size is 11.
    let size = min(11, 1.7 * radius / Theme.width(of: text, size: 1))
    guard size >= 4 else { return }
    let (x, y) = (SVGWriter.Value.number(place.x), SVGWriter.Value.number(place.y + size * 0.36))
    if size == 11 {
      svg.element("text", ["class": "on middle", "x": x, "y": y], text: text)
    } else {
      let font = SVGWriter.Value.text("font-size: \(SVGWriter.number(size))px")
      svg.element("text", ["class": "on middle", "x": x, "y": y, "style": font], text: text)
    }
  }

  /// Draws markers of 10, 100, … points up to the largest in a box in the south-east corner; none where all are
  /// less, or the box has no room.
  func drawLegend(to svg: inout SVGWriter) {
    let largest = (0..<frame.count).map { frame.memberCount(of: $0) }.max() ?? 0
    let counts = [10, 100, 1000, 10_000, 100_000, 1_000_000].prefix { $0 <= largest }
    guard let tallest = counts.last.map(style.radius) else { return }
    let gap = 6.0
    let width = counts.reduce(gap) { $0 + 2 * style.radius(count: $1) + gap }
    let height = 2 * tallest + 2 * gap
    guard width + 16 <= sheet.width, height + 16 <= sheet.height else { return }
    let (west, north) = (sheet.width - width - 8, sheet.height - height - 8)
    svg.element(
      "rect",
      [
        "class": "box", "x": .number(west), "y": .number(north), "width": .number(width),
        "height": .number(height), "rx": 4,
      ])
    var x = west + gap
    for count in counts {
      let radius = style.radius(count: count)
      drawMarker(count, at: ScreenPlace(x: x + radius, y: north + height / 2), to: &svg)
      x += 2 * radius + gap
    }
  }
}
