/// One value of a parameter, as a script, a flag or a file states it.
public enum ParameterValue: Hashable, Sendable, CustomStringConvertible {
  case number(Double)
  case integer(Int)
  case flag(Bool)

  /// A word: one of a choice, a text, or the name of a column.
  case choice(String)

  /// A length on the screen that changes with the zoom; of one that does not, the number stands for it.
  case size(ScreenSize)

  /// A list of numbers or of words.
  indirect case list([ParameterValue])

  /// The value as a user would type it.
  public var description: String {
    switch self {
    case .number(let value):
      // Whole numbers without a fraction, so that 60 reads as it was written.
      if value == value.rounded(), abs(value) < 1e15 { String(Int(value)) } else { String(value) }
    case .integer(let value): String(value)
    case .flag(let value): String(value)
    case .choice(let value): value
    case .size(let value): value.description
    case .list(let values): values.map(\.description).joined(separator: ",")
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

  /// Any text.
  case text

  /// The name of an attribute of the points that holds values of a type; an empty text names none.
  case column(AttributeKind)

  /// A length on the screen within bounds, ends included, or one for each of some zooms.
  case size(ClosedRange<Double>)

  /// A list, each value of it of a kind that is no list; one value stands for a list of it.
  indirect case list(of: ParameterKind)

  /// The kind in words, for help and error messages: "a number in 1…4096".
  public var expectation: String {
    switch self {
    case .number(let range): "a number" + Self.words(range)
    case .integer(let range): "a whole number" + Self.words(range, of: .min ... .max, \.description)
    case .flag: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .text: "a text"
    case .column(let kind): "the name of a column of \(kind.rawValue)s"
    case .size(let range):
      "a number\(Self.words(range)), or such by zoom that grow no faster than the map, as in 0:80,12:40"
    case .list(let item): "a list, each of it \(item.expectation)"
    }
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    words(range, of: .finite) { ParameterValue.number($0).description }
  }

  /// The bounds that a range has: " in 1…4096", " from 1", " up to 4096" or none.
  private static func words<Number>(
    _ range: ClosedRange<Number>, of widest: ClosedRange<Number>, _ text: (Number) -> String
  ) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    return switch (low > widest.lowerBound, high < widest.upperBound) {
    case (true, true): " in \(text(low))…\(text(high))"
    case (true, false): " from \(text(low))"
    case (false, true): " up to \(text(high))"
    case (false, false): ""
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
    case (.text, .choice), (.column, .choice):
      return value
    case (.size(let range), .number(let number)):
      return range.contains(number) ? value : nil
    case (.size(let range), .integer(let number)):
      return range.contains(Double(number)) ? .number(Double(number)) : nil
    case (.size(let range), .size(let size)):
      guard size.stops.allSatisfy({ range.contains($0.size) }), size.growsNoFasterThanMap else { return nil }
      return ParameterValue(size)
    case (.size, .choice(let text)):
      // Texts of scripts and JSON; a number is one there already.
      return Double(text) == nil ? ScreenSize(parsing: text).flatMap { accepted(.size($0)) } : nil
    case (.list, .choice(let text)):
      return parsed(text)
    case (.list(let item), .list(let values)):
      let accepted = values.compactMap(item.accepted)
      return accepted.count == values.count ? .list(accepted) : nil
    case (.list(let item), _):
      return item.accepted(value).map { .list([$0]) }
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
    case .choice, .text, .column: accepted(.choice(text))
    case .size: ScreenSize(parsing: text).flatMap { accepted(.size($0)) }
    case .list(let item): Self.items(text, item).map { .list($0) }
    }
  }

  /// The values between the commas of a text, none of an empty one; nil where one is not of a kind.
  private static func items(_ text: String, _ kind: ParameterKind) -> [ParameterValue]? {
    if text.isEmpty { return [] }
    let items = text.split(separator: ",", omittingEmptySubsequences: false)
    let values = items.compactMap { kind.parsed(String($0.drop { $0 == " " })) }
    return values.count == items.count ? values : nil
  }
}

extension ParameterValue {
  /// A length on the screen in a parameter's own form.
  init(_ size: ScreenSize) { self = size.isConstant ? .number(size.stops[0].size) : .size(size) }

  /// The length on the screen that the value states; nil for any other value.
  var size: ScreenSize? {
    switch self {
    case .number(let number): ScreenSize(number)
    case .size(let size): size
    default: nil
    }
  }
}
