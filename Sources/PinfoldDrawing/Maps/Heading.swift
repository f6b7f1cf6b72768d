import Pinfold

extension Picture {
  /// A map with a title and facts above it; without a title the map alone.
  ///
  /// - Parameter facts: the parts of the second line, from the most to the least needed.
  init(
    of sheet: MapSheet, title: String?, facts: @autoclosure () -> [String], _ draw: (inout SVGWriter) -> Void
  ) {
    let head = title == nil ? 0.0 : 44
    self.init(width: sheet.width, height: sheet.height + head) { svg in
      // Long titles, such as strategies with many parameters, are written smaller.
      func write(_ text: String, _ look: SVGWriter.Value, y: SVGWriter.Value, size: Double, wide: Double) {
        let fitting = max(6, min(size, sheet.width / Theme.width(of: text, size: wide)))
        let style = "font-size: \(SVGWriter.number(fitting))px"
        svg.element("text", ["class": look, "y": y, "style": .text(style)], text: text)
      }
      if let title {
        write(title, "title", y: 16, size: 14, wide: 1.1)
        write(facts().joined(separator: " · "), "soft", y: 34, size: 11, wide: 1)
      }
      svg.element(
        "svg", ["y": .number(head), "width": .number(sheet.width), "height": .number(sheet.height)], draw)
    }
  }
}

extension Frame {
  /// The parts of the second line above the map.
  var facts: [String] {
    let points = pointCount
    var facts = [
      "zoom \(SVGWriter.number(view.viewport.zoom))",
      "\(points.grouped) point\(points == 1 ? "" : "s") in \(count.grouped) cluster\(count == 1 ? "" : "s")",
    ]
    if !hidden.isEmpty { facts.append("\(hidden.count.grouped) hidden") }
    if let effectiveSize { facts.append("effective size \(SVGWriter.number(effectiveSize))") }
    return facts
  }
}

extension Int {
  /// The number with a comma between each three digits.
  var grouped: String {
    var digits = Array(String(magnitude))
    for end in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: end) }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
