/// The line above a map: a title, and a note at its end.
struct Heading {
  let title: String
  let note: String

  /// The height that it takes, in screen points.
  static let height = 28.0

  func draw(width: Double, to svg: inout SVGWriter) {
    let room = width - Theme.width(of: note, size: 11) - 16
    // Long titles, such as strategies with many parameters, are written smaller.
    let size = max(6, min(14, room / Theme.width(of: title, size: 1.1)))
    svg.element(
      "text",
      ["class": "title", "y": 18, "style": .text("font-size: \(SVGWriter.number(size))px")],
      text: title)
    svg.element("text", ["class": "soft end", "x": .number(width), "y": 18], text: note)
  }
}
