package enum Numeral {
  /// The shortest decimal that reads back as the same double; whole numbers without `.0`. Those that are
  /// not finite give `nan`, `inf` and `-inf`.
  package static func text(_ value: Double) -> String {
    if value == value.rounded(.towardZero), value.magnitude < 0x1p53 { return String(Int64(value)) }
    return value.description
  }

  /// A number for tables: a whole one without a point, any other with two digits after it, or as many more as
  /// show three significant ones.
  static func short(_ value: Double) -> String {
    if value == value.rounded() { return text(value) }
    var digits = 2
    var scaled = value.magnitude * 100
    while scaled < 100, digits < 9 { (digits, scaled) = (digits + 1, scaled * 10) }
    return fixed(value, digits: digits)
  }

  /// A number with up to nine digits after the point, for tables; numbers too large for that in full.
  package static func fixed(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let scaled = (value.magnitude * Double(scale)).rounded()
    guard scaled < 0x1p53 else { return text(value) }
    let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: scale)
    // Never "-0.00".
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(whole) }
    let decimals = String(part)
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - decimals.utf8.count) + decimals
  }
}

extension String {
  /// This text on one line: control characters, which could play tricks on a terminal, become blanks, and the
  /// part past the limit becomes an ellipsis.
  package func onOneLine(limit: Int = 80) -> String {
    let short = unicodeScalars.prefix(limit)
    let plain = short.map { $0.properties.generalCategory == .control ? " " : $0 }
    return String(UnicodeScalarView(plain)) + (short.endIndex < unicodeScalars.endIndex ? "…" : "")
  }

  /// The text without spaces around it; by bytes, as a file may have a million names.
  var trimmingSpaces: String {
    guard utf8.first == .space || utf8.last == .space else { return self }
    let bytes = utf8.drop { $0 == .space }
    let end = bytes.lastIndex { $0 != .space }.map(bytes.index(after:)) ?? bytes.startIndex
    return String(Substring(bytes[..<end]))
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without blanks and line ends around it.
  package func trimmed() -> Substring {
    var part = drop { $0.isWhitespace }
    while part.last?.isWhitespace == true { part.removeLast() }
    return part
  }
}
