/// A longitude or latitude as people write it: `41°24'12.2"N`, `N 41 24.203`, `84.4238W`, `-0°15'`, `−73.95`,
/// `41 deg 24' 12.2" N`, or the `4124.203N` of GPS receivers.
///
/// Degrees, minutes and seconds are one to three numbers, of which only the last has a fraction; minutes and
/// seconds are below 60. Several numbers without a mark or a letter could be anything, and are no coordinate.
struct CoordinateText {
  enum Axis { case longitude, latitude }

  let degrees: Double

  /// The axis that a letter N, S, E or W names; nil without one.
  let axis: Axis?

  init?(_ text: some StringProtocol) {
    var rest = text.unicodeScalars.map(Self.plain)[...]
    func trim() {
      while rest.first == " " { rest.removeFirst() }
      while rest.last == " " { rest.removeLast() }
    }
    trim()
    var letter = rest.last.flatMap(Self.hemisphere)
    if letter != nil {
      rest.removeLast()
    } else {
      letter = rest.first.flatMap(Self.hemisphere)
      if letter != nil { rest.removeFirst() }
    }
    trim()
    var sign = 1.0
    if let first = rest.first, first == "-" || first == "+" {
      // A sign next to a letter repeats or contradicts it.
      if letter != nil { return nil }
      sign = first == "-" ? -1 : 1
      rest.removeFirst()
    }
    var parts: [Double] = []
    var (isMarked, isFraction) = (letter != nil, false)
    let wholeDigits = rest.prefix { $0.properties.numericType == .decimal && $0.isASCII }.count
    while !rest.isEmpty {
      let digits = rest.prefix { $0.properties.numericType == .decimal && $0.isASCII || $0 == "." }
      guard parts.count < 3, !isFraction, let number = Double(String(String.UnicodeScalarView(digits))),
        digits.first != ".", digits.last != "."
      else { return nil }
      isFraction = digits.contains(".")
      rest = rest[digits.endIndex...]
      while rest.first == " " { rest.removeFirst() }
      for word in ["deg", "min", "sec"] where rest.starts(with: word.unicodeScalars) {
        rest.removeFirst(word.count - 1)
        rest[rest.startIndex] = word.unicodeScalars.first ?? " "
      }
      if let mark = rest.first, let place = Self.marks[mark] {
        let isDoublePrime = place == 1 && parts.count == 2 && rest.dropFirst().first == mark
        guard place < 0 || place == parts.count || isDoublePrime else { return nil }
        isMarked = true
        rest.removeFirst()
        // Two primes are a double one, and a quoted field doubles its quotes.
        if rest.first == mark, place == 2 || place == 1 && parts.count == 2 { rest.removeFirst() }
      }
      while rest.first == " " { rest.removeFirst() }
      parts.append(number)
    }
    if letter != nil, parts.count == 1, wholeDigits > 3, let joined = Self.joined(parts[0]) { parts = joined }
    guard let whole = parts.first, isMarked || parts.count == 1, parts.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let magnitude = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    degrees = (letter == "S" || letter == "W" ? -1 : sign) * (parts.count == 1 ? whole : magnitude)
    axis = letter.map { "NS".unicodeScalars.contains($0) ? .latitude : .longitude }
  }

  /// Degrees and minutes in one number next to a letter, as GPS receivers write them: `4851.25N` is 48°
  /// 51.25'.
  private static func joined(_ number: Double) -> [Double]? {
    let degrees = (number / 100).rounded(.down)
    let minutes = number - degrees * 100
    return degrees <= 180 && minutes < 60 ? [degrees, minutes] : nil
  }

  /// The part, from 0 for degrees, that each mark stands behind; −1 for one that separates any.
  private static let marks: [Unicode.Scalar: Int] = [
    "°": 0, "d": 0, "'": 1, "m": 1, "\"": 2, "s": 2, ":": -1,
  ]

  private static func hemisphere(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    Unicode.Scalar(scalar.value & ~0x20).flatMap { "NSEW".unicodeScalars.contains($0) ? $0 : nil }
  }

  /// The plain sign for one of its typographic forms.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case DecimalField.minus: "-"
    case "º", "˚": "°"
    case "′", "’", "‘", "ʹ": "'"
    case "″", "”", "“", "ʺ": "\""
    case "\u{A0}", "\u{2009}", "\u{202F}", "\t": " "
    default: scalar
    }
  }
}

extension DecimalField {
  /// Reads a coordinate: a decimal number, or degrees as people write them.
  @inline(__always)
  init(coordinate field: Bytes, decimalComma: Bool, axis: CoordinateText.Axis) {
    self.init(field, decimalComma: decimalComma)
    if case .invalid = self { self = Self.written(field, axis) }
  }

  /// Degrees, minutes and seconds, or a number with typographic signs; not of the other axis.
  @inline(never)
  static func written(_ field: Bytes, _ axis: CoordinateText.Axis) -> DecimalField {
    guard field.count <= 64, let found = CoordinateText(field.text), found.axis ?? axis == axis else {
      return .invalid
    }
    return .value(found.degrees)
  }
}
