/// A box in a corner of a map: rows of a sample and what it means, below an optional heading.
struct LegendBox {
  struct Row {
    let text: String
    let draw: (ScreenPosition, inout SVGWriter) -> Void
  }

  /// The line above the rows.
  var heading: String?

  let rows: [Row]

  /// The width of a sample with the gaps at its sides.
  private static let sample = 36.0

  private static let rowHeight = 16.0

  /// Draws the box in a corner, or else at an edge, where it hides least; nothing where it has no rows, or
  /// the sheet no room.
  ///
  /// - Parameter hidden: how much of what matters lies in a box.
  func draw(on sheet: MapSheet, to svg: inout SVGWriter, hiding hidden: (Occupancy.Box) -> Int = { _ in 0 }) {
    let widths =
      rows.map { Self.sample + Theme.width(of: $0.text, size: 11) }
      + (heading.map { [8 + Theme.width(of: $0, size: 11)] } ?? [])
    let width = 8 + (widths.max() ?? 0)
    let lines = rows.count + (heading == nil ? 0 : 1)
    let height = Double(lines) * Self.rowHeight + 10
    // A box that took a large part of a small map would hide what it explains.
    guard !rows.isEmpty, width * 2.5 <= sheet.width, height * 1.5 + 32 <= sheet.height else { return }
    // The names of the meridians stay in sight, and the scale in the north-east.
    let (east, south) = (sheet.width - width - 8, sheet.height - height - 24)
    func cost(_ place: (west: Double, north: Double)) -> Int {
      hidden(
        Occupancy.Box(
          west: place.west, north: place.north, east: place.west + width, south: place.north + height))
    }
    let steps = (1..<12).map { Double($0) / 12 }
    let corners = [(west: east, north: south), (8, south), (8, 24)]
    let edges =
      steps.map { (west: east + (8 - east) * $0, north: south) }
      + steps.map { (8, south + (24 - south) * $0) } + steps.map { (east, south + (48 - south) * $0) }
    let places = corners.contains { cost($0) == 0 } ? corners : corners + edges
    let costs = places.map(cost)
    let (west, north) = places[costs.firstIndex(of: costs.min() ?? 0) ?? 0]
    svg.rect("box", x: west, y: north, width: width, height: height, rx: 4)
    var middle = north + 13
    if let heading {
      svg.label(heading, "soft", x: west + 8, y: middle + 4)
      middle += Self.rowHeight
    }
    for row in rows {
      row.draw(ScreenPosition(x: west + 18, y: middle), &svg)
      svg.label(row.text, x: west + Self.sample, y: middle + 4)
      middle += Self.rowHeight
    }
  }
}
