import Pinfold

/// The lines above a map: a title, and what is shown.
struct Heading {
  let title: String

  /// The parts of the second line, from the most to the least needed.
  let facts: [String]

  /// In screen points.
  static let height = 44.0

  func draw(width: Double, to svg: inout SVGWriter) {
    // Long titles, such as strategies with many parameters, are written smaller.
    func style(_ text: String, _ size: Double, _ wide: Double) -> SVGWriter.Value {
      let fitting = max(6, min(size, width / Theme.width(of: text, size: wide)))
      return .text("font-size: \(SVGWriter.number(fitting))px")
    }
    svg.element("text", ["class": "title", "y": 16, "style": style(title, 14, 1.1)], text: title)
    let line = facts.joined(separator: " · ")
    svg.element("text", ["class": "soft", "y": 34, "style": style(line, 11, 1)], text: line)
  }
}

extension Picture {
  /// A map with a title and facts above it; without a title the map alone.
  init(
    of sheet: MapSheet, title: String?, facts: @autoclosure () -> [String], _ draw: (inout SVGWriter) -> Void
  ) {
    let head = title == nil ? 0.0 : Heading.height
    self.init(width: sheet.width, height: sheet.height + head) { svg in
      if let title { Heading(title: title, facts: facts()).draw(width: sheet.width, to: &svg) }
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
