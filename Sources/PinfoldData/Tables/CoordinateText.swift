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

  /// Reads a text; nil for one that is no coordinate.
  ///
  /// - Parameter hasMetres: whether numbers are meters rather than degrees, so that many digits next to a
  ///   letter are no degrees, minutes and seconds in one.
  init?(_ text: some StringProtocol, hasMetres: Bool = false) {
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
    if let letter, parts.count == 1, wholeDigits > 3, !hasMetres {
      guard
        let joined = Self.joined(parts[0], digits: wholeDigits, isLatitude: "NS".contains(Character(letter)))
      else { return nil }
      parts = joined
    }
    guard let whole = parts.first, isMarked || parts.count == 1, parts.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    let magnitude = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
    degrees = (letter == "S" || letter == "W" ? -1 : sign) * (parts.count == 1 ? whole : magnitude)
    axis = letter.map { "NS".unicodeScalars.contains($0) ? .latitude : .longitude }
  }

  /// Degrees and minutes in one number next to a letter, as GPS receivers write them: `4851.25N` is 48°
  /// 51.25'; in six digits of a latitude, and seven of a longitude, also seconds: `485124N`, `0022103E`.
  private static func joined(_ number: Double, digits: Int, isLatitude: Bool) -> [Double]? {
    var (parts, rest) = ([Double](), number)
    for unit in digits == (isLatitude ? 6 : 7) ? [10_000.0, 100, 1] : [100.0, 1] {
      let part = unit == 1 ? rest : (rest / unit).rounded(.down)
      parts.append(part)
      rest -= part * unit
    }
    return parts[0] <= 180 && parts.dropFirst().allSatisfy { $0 < 60 } ? parts : nil
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

/// How the numbers of columns of coordinates are written.
struct CoordinateStyle: Sendable {
  /// Whether a comma is a decimal one.
  var decimalComma = false

  /// Whether numbers are meters, or of a plane, rather than degrees.
  var hasMetres = false

  /// Whether a single comma before three digits separates thousands: of the meters of a system, which hardly
  /// end in three decimals each.
  var hasThousands: Bool { hasMetres && !isPlanar && !decimalComma }
  private var isPlanar = false

  init() {}

  init(_ options: ReadOptions) {
    (decimalComma, hasMetres, isPlanar) = (options.decimalComma, options.hasMetres, options.planar)
  }
}

extension DecimalField {
  /// Reads a coordinate: a decimal number, degrees as people write them, or a number with separators of
  /// thousands.
  @inline(__always)
  init(coordinate field: Bytes, _ style: CoordinateStyle = CoordinateStyle(), axis: CoordinateText.Axis) {
    self.init(field, decimalComma: style.decimalComma)
    if case .invalid = self { self = Self.written(field, style, axis) }
  }

  /// Degrees, minutes and seconds, or a number with typographic signs or separators; not of the other axis.
  @inline(never)
  static func written(_ field: Bytes, _ style: CoordinateStyle, _ axis: CoordinateText.Axis) -> DecimalField {
    guard field.count <= 64 else { return .invalid }
    let text = style.decimalComma ? field.text.replacing(",", with: ".") : field.text
    if let found = CoordinateText(text, hasMetres: style.hasMetres) {
      return found.axis ?? axis == axis ? .value(found.degrees) : .invalid
    }
    if style.decimalComma, field.contains(.comma), let pointed = pointed(field, isGrouped: true) {
      return pointed.withView { DecimalField($0) }
    }
    let number = text.trimmingSpaces
    let written = WrittenNumbers([number], areNumbers: style.hasThousands)
    return written?.value(of: number).map { .value($0) } ?? .invalid
  }
}
