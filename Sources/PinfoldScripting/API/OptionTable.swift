import Lua
import Pinfold

/// A table of named options that a script gives to a function: every mistake names the function and the option.
struct OptionTable {
  private let owner: String
  private let known: [String]
  private var rest: [String: LuaValue]

  /// Wraps a table.
  ///
  /// - Parameters:
  ///   - owner: the function, for messages.
  ///   - known: the options it has; more may be taken with ``remaining``.
  init(_ table: [String: LuaValue]?, of owner: String, known: [String]) {
    self.owner = owner
    self.known = known
    rest = table ?? [:]
  }

  /// Takes an option; nil where it is not given.
  mutating func value(_ name: String) -> LuaValue? { rest.removeValue(forKey: name) }

  mutating func number(_ name: String) throws -> Double? {
    try take(name, "a number", \.number)
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let number = try take(name, "a whole number", \.integer) else { return nil }
    guard range.contains(number) else {
      throw LuaError(
        .runtime,
        "\(owner): '\(name)' is \(number); it takes a whole number in \(range.lowerBound)…\(range.upperBound)"
      )
    }
    return number
  }

  mutating func text(_ name: String) throws -> String? { try take(name, "a text", \.string) }

  mutating func flag(_ name: String) throws -> Bool? { try take(name, "true or false", \.boolean) }

  mutating func list(_ name: String) throws -> [LuaValue]? {
    guard let table = try take(name, "a list", \.table) else { return nil }
    return try (0..<table.length).map { try table[$0 + 1] }
  }

  mutating func function(_ name: String) throws -> LuaFunction? { try take(name, "a function", \.function) }

  private mutating func take<Value>(
    _ name: String, _ expected: String, _ read: (LuaValue) -> Value?
  ) throws -> Value? {
    guard let value = value(name) else { return nil }
    guard let result = read(value) else {
      throw LuaError(.runtime, "\(owner): '\(name)' is a \(value.typeName); it takes \(expected)")
    }
    return result
  }

  /// The options not taken so far, as parameters; names that are not known are refused here, where the function's own
  /// options can be suggested too.
  mutating func remaining() throws -> ParameterValues {
    defer { rest = [:] }
    for name in rest.keys.sorted() where !known.contains(name) { try refuse(name) }
    return try rest.parameterValues(of: owner)
  }

  /// Throws for an option that the function does not have.
  func finish() throws {
    if let name = rest.keys.sorted().first { try refuse(name) }
  }

  private func refuse(_ name: String) throws {
    throw LuaError(
      .runtime, "\(owner): unknown option '\(name)'" + Suggestion.clause(for: name, among: known))
  }
}

extension [String: LuaValue] {
  /// The values as parameters.
  func parameterValues(of owner: String) throws -> ParameterValues {
    var values: ParameterValues = [:]
    for (name, value) in self {
      guard let parameter = ParameterValue(value) else {
        throw LuaError(
          .runtime,
          "parameter '\(name)' of \(owner) is a \(value.typeName); it takes a number, a text or a boolean")
      }
      values[name] = parameter
    }
    return values
  }
}
