import Lua
import Pinfold

/// Reads the declaration of one parameter: `{ type = "number", default = 60, min = 1, max = 4096, … }`.
struct PluginParameter {
  let path: String
  let name: String
  let table: LuaTable

  static let fields = ["type", "default", "min", "max", "choices", "unit", "doc"]
  private static let types = ["number", "integer", "boolean", "choice"]

  func description() throws(PluginError) -> ParameterDescription {
    do {
      for key in try table.keys where !Self.fields.contains(key.string ?? "") {
        let field = key.string ?? key.typeName
        throw complaint("has an unknown field '\(field)'" + Suggestion.clause(for: field, among: Self.fields))
      }
      let kind = try kind()
      let given = ParameterValue(try table["default"])
      guard let given, let value = kind.accepted(given) else {
        let found = given.map { "is \($0)" } ?? "is missing"
        throw complaint("has a default that \(found); it must be \(kind.expectation)")
      }
      return ParameterDescription(
        name: name, kind: kind, unit: try table.get("unit", as: String?.self), defaultValue: value,
        help: try table.get("doc", as: String?.self) ?? "")
    } catch let error as PluginError {
      throw error
    } catch {
      throw PluginError(path: path, "parameter '\(name)': \((error as? LuaError)?.message ?? "\(error)")")
    }
  }

  private func kind() throws -> ParameterKind {
    let type = try table.get("type", as: String.self)
    switch type {
    case "number":
      return .number(try range(Double.self, widest: -.greatestFiniteMagnitude...(.greatestFiniteMagnitude)))
    case "integer": return .integer(try range(Int.self, widest: .min...(.max)))
    case "boolean": return .flag
    case "choice":
      let words = try table.get("choices", as: [String].self)
      if words.isEmpty { throw complaint("has no choices") }
      return .choice(words)
    default: throw complaint("has the type '\(type)'" + Suggestion.clause(for: type, among: Self.types))
    }
  }

  private func range<Number: LuaReadable & Comparable>(
    _: Number.Type, widest: ClosedRange<Number>
  ) throws -> ClosedRange<Number> {
    let low = try table.get("min", as: Number?.self) ?? widest.lowerBound
    let high = try table.get("max", as: Number?.self) ?? widest.upperBound
    // Written so that NaN fails too.
    guard low <= high else { throw complaint("has a min above its max") }
    return low...high
  }

  private func complaint(_ text: String) -> PluginError {
    PluginError(path: path, "parameter '\(name)' \(text)")
  }
}

extension ParameterValue {
  /// The value that a script gives; nil where no parameter can have it.
  init?(_ value: LuaValue) {
    switch value {
    case .boolean(let flag): self = .flag(flag)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .string(let word): self = .choice(word)
    default: return nil
    }
  }

  /// The value as a script sees it.
  var luaValue: LuaValue {
    switch self {
    case .number(let value): .number(value)
    case .integer(let value): .integer(value)
    case .flag(let value): .boolean(value)
    case .choice(let value): .string(value)
    }
  }
}
