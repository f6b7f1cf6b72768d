import Pinfold

/// The outlines that a strategy gave its clusters, in the colors of their markers.
struct OutlineLayer {
  private let frame: Frame
  private let sheet: MapSheet

  init(_ frame: Frame, _ sheet: MapSheet) {
    self.frame = frame
    self.sheet = sheet
  }

  /// Draws each outline as often as it is seen, without the corners that nobody could tell apart.
  func draw(to svg: inout SVGWriter) {
    guard let outlines = frame.details?.outlines else { return }
    let box = ScreenBox(around: sheet)
    let colors = frame.colors
    for (cluster, outline) in outlines.enumerated() where !frame.isHidden(cluster) {
      let corners = offsets(of: outline, from: frame.positions[cluster])
      guard corners.count > 2, let west = corners.map(\.x).min(), let east = corners.map(\.x).max() else {
        continue
      }
      let (x, y) = sheet.view.screenPosition(of: frame.positions[cluster])
      var path = SVGPath()
      sheet.forEachTurn(of: x, west: west, east: east) { x in
        path.polygon(box.cut(corners.map { ScreenPosition(x: x + $0.x, y: y + $0.y) }))
      }
      guard !path.commands.isEmpty else { continue }
      let color = colors.isEmpty ? nil : colors[cluster]
      let stroke = color.map { "stroke: \($0.hex)" } ?? ""
      svg.element("path", ["class": "cell", "style": .text(stroke), "d": .text(path.commands)])
    }
  }

  /// The corners from a marker, in screen points; of several within half a point of the last, one.
  private func offsets(of outline: [WorldPoint], from marker: WorldPoint) -> [ScreenPosition] {
    var kept: [ScreenPosition] = []
    for corner in outline {
      let offset = sheet.offset(of: corner, from: marker)
      if let last = kept.last, abs(offset.x - last.x) < 0.5, abs(offset.y - last.y) < 0.5 { continue }
      kept.append(offset)
    }
    return kept
  }
}
