/// A field, read as a number.
enum DecimalField: Equatable {
  /// An absent value: empty or one of ``marks``, in any case, with or without blanks around.
  case missing
  case value(Double)
  case invalid

  /// Reads a field: `-12.5`, `+3`, `.5`, `1e-7`; never hexadecimal, infinite or with a decimal comma. The
  /// result is correctly rounded, in any locale.
  init(_ field: Bytes) {
    var index = 0
    var end = field.count
    while index < end && (field[index] == .space || field[index] == .tab) { index += 1 }
    while end > index && (field[end - 1] == .space || field[end - 1] == .tab) { end -= 1 }
    let first = index
    var negative = false
    if index < end && (field[index] == .minus || field[index] == UInt8(ascii: "+")) {
      negative = field[index] == .minus
      index += 1
    }

    // The digits as one whole number, as far as 64 bits hold them, and the power of ten that it lacks.
    var mantissa: UInt64 = 0
    var scale = 0
    var digits = 0
    var exact = true
    func take(_ byte: UInt8) {
      digits += 1
      if mantissa < 1_000_000_000_000_000_000 {
        mantissa = mantissa &* 10 &+ UInt64(byte &- .zero)
      } else {
        exact = false
      }
    }
    while index < end && field[index].isDigit {
      take(field[index])
      index += 1
    }
    if index < end && field[index] == .dot {
      index += 1
      while index < end && field[index].isDigit {
        take(field[index])
        scale -= 1
        index += 1
      }
    }
    guard digits > 0 else {
      self = Self.isMissing(field, first..<end) ? .missing : .invalid
      return
    }
    let hasExponent = index < end && field[index] | 0x20 == UInt8(ascii: "e")
    if index < end && !hasExponent {
      self = .invalid
    } else if exact, !hasExponent, scale >= -19 {
      // Powers of ten up to 10²² are doubles, so one division is rounded once.
      let magnitude =
        mantissa < 1 << 53
        ? Double(Int64(truncatingIfNeeded: mantissa)) / Self.tens[-scale]
        : Self.quotient(mantissa, Self.powers[-scale])
      self = .value(negative ? -magnitude : magnitude)
    } else {
      self = Self.slow(field, first..<end)
    }
  }

  /// The double nearest to a decimal fraction of no more than fifteen digits, of which some are behind the
  /// point.
  @inline(__always)
  static func usual(_ whole: UInt64, _ fraction: UInt64, digits: Int) -> Double {
    Double(Int64(truncatingIfNeeded: whole &* powers[digits] &+ fraction)) / tens[digits]
  }

  private static let tens: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
  ]

  // A literal is initialized by the compiler; a computed table would be checked on each use.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    10_000_000_000_000_000_000,
  ]

  /// The double nearest to `numerator / denominator`. Both are shifted until their top bit is set, so the
  /// quotient has 63 or 64 bits; the remainder becomes its lowest bit, and the conversion rounds once.
  private static func quotient(_ numerator: UInt64, _ denominator: UInt64) -> Double {
    let up = numerator.leadingZeroBitCount
    let down = denominator.leadingZeroBitCount
    let high = numerator << up
    let division = (denominator << down).dividingFullWidth((high >> 1, high << 63))
    let sticky = division.quotient | (division.remainder == 0 ? 0 : 1)
    return Double(sticky) * Double(bitPattern: UInt64(1023 + down - up - 63) << 52)
  }

  // Twenty digits and more, or exponents. The standard library's parser ignores the locale; it needs a
  // digit before the point.
  private static func slow(_ field: Bytes, _ range: Range<Int>) -> DecimalField {
    var text = String(decoding: field[range], as: UTF8.self)
    if let point = text.firstIndex(of: "."),
      point == text.startIndex || !text[text.index(before: point)].isNumber
    {
      text.insert("0", at: point)
    }
    guard let value = Double(text), value.isFinite else { return .invalid }
    return .value(value)
  }

  /// What programs write among numbers where there is none.
  private static let marks = [
    "\\n", "na", "n/a", "n.a.", "#n/a", "#nv", "<na>", "null", "(null)", "<null>", "[null]", "none", "nan",
    "-", "--",
  ]

  private static func isMissing(_ field: Bytes, _ range: Range<Int>) -> Bool {
    range.isEmpty
      || range.count <= 6
        && marks.contains { word in
          range.count == word.utf8.count && zip(field[range], word.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
  }

  /// Reads a field that may be written with a decimal comma.
  @inline(__always)
  init(_ field: Bytes, decimalComma: Bool) {
    if decimalComma, let number = Self.pointed(field) {
      self = number.withView { DecimalField($0) }
    } else {
      self.init(field)
    }
  }

  /// The minus of typography, U+2212.
  static let minus: Unicode.Scalar = "\u{2212}"

  /// A field that begins with a typographic minus, with a plain one; nil for any other.
  static func withPlainMinus(_ field: Bytes) -> [UInt8]? {
    let minus = UTF8.encode(minus)!
    return field.starts(with: minus) ? [.minus] + field.dropFirst(minus.count) : nil
  }

  /// A field with a decimal comma, written with a point; nil for one without.
  ///
  /// - Parameter isGrouped: whether points part thousands, as in 1.500 or 12.345,6. Coordinates have none.
  static func pointed(_ field: Bytes, isGrouped: Bool = false) -> [UInt8]? {
    if let number = withPlainMinus(field) {
      return number.withView { number in
        if let pointed = pointed(number, isGrouped: isGrouped) { return pointed }
        if case .value = DecimalField(number) { return Array(number) }
        return nil
      }
    }
    guard field.allSatisfy({ $0.isDigit || $0.isBlank || "+-.,eE".utf8.contains($0) }) else { return nil }
    let whole = field.prefix { $0 != .comma }
    let rest = field[whole.endIndex...].dropFirst()
    guard !rest.contains(where: { $0 == .comma || $0 == .dot }) else { return nil }
    if whole.contains(.dot) {
      guard isGrouped, isInThousands(whole) else { return nil }
    } else if whole.endIndex == field.endIndex {
      return nil
    }
    return field.compactMap { $0 == .dot ? nil : $0 == .comma ? .dot : $0 }
  }

  /// Whether points part the digits of a whole number into thousands.
  private static func isInThousands(_ field: Bytes.SubSequence) -> Bool {
    let groups = field.filter { !$0.isBlank && !"+-".utf8.contains($0) }
      .split(separator: .dot, omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count)
      && groups.dropFirst().allSatisfy { $0.count == 3 } && groups.allSatisfy { $0.allSatisfy(\.isDigit) }
  }

  init(_ text: String) { self = text.withView { DecimalField($0) } }

  /// The number; nil where it is missing or none.
  var number: Double? { if case .value(let number) = self { number } else { nil } }

  /// Whether a field that is read as a number is written as a code, which the number would not give back; see
  /// ``AttributeReader``.
  static func isCode(_ field: Bytes, _ value: Double) -> Bool {
    var digits = field.drop { $0 == .space || $0 == .tab }
    while let last = digits.last, last == .space || last == .tab { digits.removeLast() }
    if digits.first == UInt8(ascii: "+") { return true }
    let isNegative = digits.first == .minus
    if isNegative { digits = digits.dropFirst() }
    let whole = digits.prefix(while: \.isDigit)
    if whole.first == .zero && whole.count > 1 { return true }
    guard whole.count < digits.count else {
      // Beyond 64 bits, or the least of them.
      return UInt128(exactly: value.magnitude).map { !String($0).utf8.elementsEqual(whole) } ?? true
    }
    let rest = digits[whole.endIndex...]
    return !isNegative && rest[rest.startIndex] != .dot && rest.dropFirst().first?.isDigit == true
  }
}
