/// One value of a parameter, as a script, a flag or a file states it.
public enum ParameterValue: Hashable, Sendable, CustomStringConvertible {
  case number(Double)
  case integer(Int)
  case flag(Bool)
  case choice(String)

  /// The value as a user would type it.
  public var description: String {
    switch self {
    case .number(let value):
      // Whole numbers without a fraction, so that 60 reads as it was written.
      if value == value.rounded(), abs(value) < 1e15 { String(Int(value)) } else { String(value) }
    case .integer(let value): String(value)
    case .flag(let value): String(value)
    case .choice(let value): value
    }
  }
}

/// Values by parameter name.
public typealias ParameterValues = [String: ParameterValue]

/// The kind of values that a parameter takes.
public enum ParameterKind: Hashable, Sendable {
  /// A finite number within bounds, ends included.
  case number(ClosedRange<Double>)

  /// A whole number within bounds, ends included.
  case integer(ClosedRange<Int>)

  /// True or false.
  case flag

  /// One of some words.
  case choice([String])

  /// The kind in words, for help and error messages: "a number in 1…4096".
  public var expectation: String {
    switch self {
    case .number(let range):
      "a number in \(ParameterValue.number(range.lowerBound))…\(ParameterValue.number(range.upperBound))"
    case .integer(let range): "a whole number in \(range.lowerBound)…\(range.upperBound)"
    case .flag: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    }
  }

  /// The value in this kind's own form (a whole number where a number is asked for and the reverse), or nil
  /// where it does not fit.
  package func accepted(_ value: ParameterValue) -> ParameterValue? {
    switch (self, value) {
    case (.number(let range), .number(let number)):
      return range.contains(number) ? value : nil
    case (.number(let range), .integer(let number)):
      return range.contains(Double(number)) ? .number(Double(number)) : nil
    case (.integer(let range), .integer(let number)):
      return range.contains(number) ? value : nil
    case (.integer(let range), .number(let number)):
      guard let whole = Int(exactly: number), range.contains(whole) else { return nil }
      return .integer(whole)
    case (.flag, .flag):
      return value
    case (.choice(let words), .choice(let word)):
      return words.contains(word) ? value : nil
    default:
      return nil
    }
  }

  /// The value that a text states, or nil where it states none of this kind.
  package func parsed(_ text: String) -> ParameterValue? {
    switch self {
    case .number: Double(text).flatMap { accepted(.number($0)) }
    // By way of a double, a large seed would lose its last digits.
    case .integer: Int(text).map { accepted(.integer($0)) } ?? Double(text).flatMap { accepted(.number($0)) }
    case .flag: Bool(text).map { .flag($0) }
    case .choice: accepted(.choice(text))
    }
  }
}
