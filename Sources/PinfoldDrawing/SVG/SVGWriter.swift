/// Writes an SVG document, element by element, as text that stays text.
///
/// Equal calls give equal bytes: numbers are rounded to hundredths of a point by whole-number arithmetic.
struct SVGWriter {
  private(set) var text = ""

  /// Whether elements refer to the outline of the land, which the document then has to hold.
  var usesLand = false

  /// An attribute's value.
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

  /// Writes an element without content.
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

  /// Writes an element with a text in it, as it stands.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
    open(name, attributes)
    text += ">\(content.xmlEscaped)</\(name)>\n"
  }

  /// Writes a style sheet; it must hold no "]]>".
  mutating func style(_ sheet: String) { text += "<style>\(sheet)</style>\n" }

  /// Inserts elements that were written before.
  mutating func raw(_ elements: String) { text += elements }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(value.written)\"" }
  }

  /// A number with at most two decimals; one that is not finite, which no picture can show, as 0.
  static func number(_ value: Double) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return "0" }
    let hundredths = Int((value * 100).rounded())
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    var text = hundredths < 0 ? "-\(whole)" : "\(whole)"
    if part > 0 { text += part % 10 == 0 ? ".\(part / 10)" : (part < 10 ? ".0\(part)" : ".\(part)") }
    return text
  }
}

/// A path's commands.
struct SVGPath {
  private(set) var commands = ""

  mutating func move(to x: Double, _ y: Double) { append("M", x, y) }
  mutating func line(to x: Double, _ y: Double) { append("L", x, y) }
  mutating func close() { commands += "Z" }

  /// A stroke of no length, to a tenth of a point: a dot where lines have round ends.
  mutating func dot(at place: ScreenPosition) {
    append("M", (place.x * 10).rounded() / 10, (place.y * 10).rounded() / 10)
    commands += "h0"
  }

  /// A closed outline; nothing without corners.
  mutating func polygon(_ corners: [ScreenPosition]) {
    for (number, corner) in corners.enumerated() {
      append(number == 0 ? "M" : "L", corner.x, corner.y)
    }
    if !corners.isEmpty { close() }
  }

  /// A closed outline of many corners, written as short as can be: steps in tenths of a unit, which do not
  /// add up to more.
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
