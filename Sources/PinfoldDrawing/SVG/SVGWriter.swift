/// Writes an SVG document, element by element.
///
/// Equal calls give equal bytes: numbers are rounded to hundredths of a point by whole-number arithmetic.
struct SVGWriter {
  private(set) var text = ""

  /// Whether elements refer to the outline of the land, which the document must then contain.
  var usesLand = false

  enum Value: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    case number(Double)

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }

    var written: String {
      switch self {
      case .text(let text): text.xmlEscaped
      case .number(let number): SVGWriter.number(number)
      }
    }
  }

  typealias Attributes = KeyValuePairs<String, Value>

  /// Writes an element without content; attributes without a value are left out.
  mutating func element(_ name: String, _ attributes: Attributes = [:]) {
    open(name, attributes)
    text += "/>\n"
  }

  /// Writes an element around the output of `content`.
  mutating func element(_ name: String, _ attributes: Attributes = [:], _ content: (inout SVGWriter) -> Void)
  {
    open(name, attributes)
    text += ">\n"
    content(&self)
    text += "</\(name)>\n"
  }

  mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
    open(name, attributes)
    text += ">\(content.xmlEscaped)</\(name)>\n"
  }

  /// Writes a path with its class, its style and other attributes; nothing for one without commands.
  mutating func path(_ look: String, _ path: SVGPath, style: String = "", _ others: Attributes = [:]) {
    guard !path.commands.isEmpty else { return }
    open("path", ["class": .text(look), "style": .text(style)])
    write(others)
    write(["d": .text(path.commands)])
    text += "/>\n"
  }

  mutating func circle(_ look: String, x: Double, y: Double, radius: Double, style: String = "") {
    element(
      "circle",
      [
        "class": .text(look), "style": .text(style), "cx": .number(x), "cy": .number(y), "r": .number(radius),
      ])
  }

  mutating func rect(
    _ look: String, x: Double, y: Double, width: Double, height: Double, rx: Value = "", opacity: Value = ""
  ) {
    element(
      "rect",
      [
        "class": .text(look), "x": .number(x), "y": .number(y), "width": .number(width),
        "height": .number(height), "rx": rx, "fill-opacity": opacity,
      ])
  }

  mutating func label(_ content: String, _ look: String = "", x: Double, y: Double, style: String = "") {
    element(
      "text", ["class": .text(look), "x": .number(x), "y": .number(y), "style": .text(style)], text: content)
  }

  mutating func line(
    _ look: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
  ) {
    element(
      "line",
      [
        "class": .text(look), "x1": .number(start.x), "y1": .number(start.y), "x2": .number(end.x),
        "y2": .number(end.y),
      ])
  }

  /// Writes a line along an axis of a chart.
  mutating func rule(_ look: String, dashes: String = "", x: (Double, Double), y: (Double, Double)) {
    element(
      "line",
      [
        "class": .text(look), "stroke-dasharray": .text(dashes), "x1": .number(x.0), "x2": .number(x.1),
        "y1": .number(y.0), "y2": .number(y.1),
      ])
  }

  /// Writes a style sheet; it must hold no "]]>".
  mutating func style(_ sheet: String) { text += "<style>\(sheet)</style>\n" }

  mutating func raw(_ elements: String) { text += elements }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    text += "<\(name)"
    write(attributes)
  }

  private mutating func write(_ attributes: Attributes) {
    for (key, value) in attributes {
      let written = value.written
      if !written.isEmpty { text += " \(key)=\"\(written)\"" }
    }
  }

  /// A number with at most two decimals; 0 for one that is not finite.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "0" }
    let hundredths = Int((value * 100).rounded())
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    var text = hundredths < 0 ? "-\(whole)" : "\(whole)"
    if part > 0 { text += part % 10 == 0 ? ".\(part / 10)" : (part < 10 ? ".0\(part)" : ".\(part)") }
    return text
  }
}

struct SVGPath {
  private(set) var commands = ""

  mutating func move(to x: Double, _ y: Double) { append("M", x, y) }
  mutating func line(to x: Double, _ y: Double) { append("L", x, y) }
  mutating func close() { commands += "Z" }

  init() {}

  /// A line through corners.
  init(_ corners: (x: Double, y: Double)...) {
    for corner in corners { append(commands.isEmpty ? "M" : "L", corner.x, corner.y) }
  }

  /// A stroke of no length, to a tenth of a point: a dot where lines have round ends.
  mutating func dot(at place: ScreenPosition) {
    append("M", (place.x * 10).rounded() / 10, (place.y * 10).rounded() / 10)
    commands += "h0"
  }

  mutating func polygon(_ corners: [ScreenPosition]) {
    for (number, corner) in corners.enumerated() {
      append(number == 0 ? "M" : "L", corner.x, corner.y)
    }
    if !corners.isEmpty { close() }
  }

  /// A closed outline of many corners, written in short steps of tenths of a unit that do not add up to
  /// errors.
  mutating func outline(_ corners: [ScreenPosition]) {
    var before: (x: Int, y: Int)?
    for corner in corners {
      let here = (x: Int((corner.x * 10).rounded()), y: Int((corner.y * 10).rounded()))
      if let last = before {
        guard here != last else { continue }
        commands +=
          "l" + Self.tenths(here.x - last.x) + (here.y < last.y ? "" : " ") + Self.tenths(here.y - last.y)
      } else {
        commands += "M\(Self.tenths(here.x)) \(Self.tenths(here.y))"
      }
      before = here
    }
    if before != nil { close() }
  }

  private static func tenths(_ value: Int) -> String { SVGWriter.number(Double(value) / 10) }

  private mutating func append(_ command: String, _ x: Double, _ y: Double) {
    commands += "\(command)\(SVGWriter.number(x)) \(SVGWriter.number(y))"
  }
}

extension String {
  /// The text for XML and HTML: nothing in it is markup, and a line end or tab is a space. Other control
  /// characters and noncharacters, which documents must not hold, are left out.
  package var xmlEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += " "
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): break
      case _ where scalar.value & 0xFFFE == 0xFFFE: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
