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

/// A type of properties that parameters and options set.
package protocol ScalarValue: Sendable {
  /// The kind without bounds.
  static var kind: ParameterKind { get }

  /// Fails for a value of another kind.
  init?(_ value: ParameterValue)

  /// The value in its parameter's own form.
  var parameterValue: ParameterValue { get }
}

extension Double: ScalarValue {
  package static var kind: ParameterKind { .number(.finite) }

  package init?(_ value: ParameterValue) {
    guard case .number(let number) = value else { return nil }
    self = number
  }

  package var parameterValue: ParameterValue { .number(self) }
}

extension Int: ScalarValue {
  package static var kind: ParameterKind { .integer(0...max) }

  package init?(_ value: ParameterValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }

  package var parameterValue: ParameterValue { .integer(self) }
}

/// A seed.
extension UInt64: ScalarValue {
  package static var kind: ParameterKind { Int.kind }

  package init?(_ value: ParameterValue) {
    guard let number = Int(value) else { return nil }
    self.init(exactly: number)
  }

  package var parameterValue: ParameterValue { .integer(Int(clamping: self)) }
}

extension Bool: ScalarValue {
  package static var kind: ParameterKind { .flag }

  package init?(_ value: ParameterValue) {
    guard case .flag(let flag) = value else { return nil }
    self = flag
  }

  package var parameterValue: ParameterValue { .flag(self) }
}

extension String: ScalarValue {
  package static var kind: ParameterKind { .text }

  package init?(_ value: ParameterValue) {
    guard case .choice(let text) = value else { return nil }
    self = text
  }

  package var parameterValue: ParameterValue { .choice(self) }
}

extension ScreenSize: ScalarValue {
  package static var kind: ParameterKind { .size(.finite) }

  package init?(_ value: ParameterValue) {
    switch value {
    case .number(let number): self.init(number)
    case .size(let size): self = size
    default: return nil
    }
  }

  package var parameterValue: ParameterValue { isConstant ? .number(stops[0].size) : .size(self) }
}
