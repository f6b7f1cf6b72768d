import Lua
import Pinfold

/// Reads the declaration of one parameter: `{ type = "number", default = 60, min = 1, max = 4096, … }`.
struct PluginParameter {
  let manifest: PluginManifest
  let name: String
  let table: LuaTable

  static let fields = PluginKind.fields(of: "PluginParameter")
  private static let types = ["number", "integer", "boolean", "choice", "text", "column", "columns", "list"]

  static let nameRule = "a parameter's name is made of letters, digits and _, a letter first"

  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first | 32 >= 97, first | 32 <= 122 else { return false }
    return text.utf8.allSatisfy { byte in
      (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57) || byte == 95
    }
  }

  func description() throws(PluginError) -> ParameterDescription {
    do {
      for key in try table.keys where !Self.fields.contains(key.string ?? "") {
        let field = key.string ?? key.integer.map(String.init) ?? key.typeName
        throw complaint(
          field, "has an unknown field '\(field)'" + Suggestion.clause(for: field, among: Self.fields))
      }
      let kind = try kind()
      let found = try table["default"]
      guard let given = ParameterValue(found), let value = kind.accepted(given) else {
        let seen = found.isNil ? "is missing" : "is \(Self.words(for: found))"
        throw complaint("default", "has a default that \(seen); it must be \(kind.expectation)")
      }
      return ParameterDescription(
        name: name, kind: kind, unit: try self.value("unit", "a text", \.string), defaultValue: value,
        help: try self.value("doc", "a text", \.string) ?? "", markers: try markers())
    } catch let error as PluginError {
      throw error
    } catch {
      throw complaint("type", (error as? LuaError)?.message ?? "\(error)")
    }
  }

  /// The fields of each type besides those of all types.
  private static let ownFields = [
    "number": ["min", "max"], "integer": ["min", "max"], "boolean": [], "choice": ["choices"], "text": [],
    "column": ["holds"], "columns": ["holds"], "list": ["min", "max", "holds"],
  ]

  private func kind() throws -> ParameterKind {
    guard let type = try value("type", "a text", \.string) else {
      throw complaint("type", "has no type; it must be one of \(Self.types.joined(separator: ", "))")
    }
    guard let own = Self.ownFields[type] else {
      throw complaint("type", "has the type '\(type)'" + Suggestion.clause(for: type, among: Self.types))
    }
    try refuse(["min", "max", "choices", "holds"].filter { !own.contains($0) }, type)
    switch type {
    case "boolean": return .flag
    case "choice": return .choice(try choices())
    case "column": return try column()
    case "columns": return .list(of: try column())
    case "list": return .list(of: try item())
    default: return try plain(type)
    }
  }

  private func plain(_ type: String) throws -> ParameterKind {
    switch type {
    case "number": .number(try range(\.number, widest: .finite))
    case "integer": .integer(try range(\.integer, widest: .min...(.max)))
    default: .text
    }
  }

  private func column() throws -> ParameterKind {
    let holds = try table["holds"]
    guard let kind = holds.isNil ? .number : AttributeKind(named: holds) else {
      throw complaint("holds", "holds " + AttributeKind.mistake(holds))
    }
    return .column(kind)
  }

  /// The kind of a list's values, numbers by default; bounds apply to the values.
  private func item() throws -> ParameterKind {
    let types = ["number", "integer", "text"]
    let type = try value("holds", "a text", \.string) ?? "number"
    guard types.contains(type) else {
      throw complaint("holds", "holds the type '\(type)'" + Suggestion.clause(for: type, among: types))
    }
    if type == "text" { try refuse(["min", "max"], "list of texts") }
    return try plain(type)
  }

  private func markers() throws -> MarkerTrend? {
    guard let word = try value("markers", "a text", \.string) else { return nil }
    guard let trend = MarkerTrend(rawValue: word) else {
      let known = MarkerTrend.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw complaint("markers", "has markers '\(word)'; it must be \(known)")
    }
    return trend
  }

  private func choices() throws -> [String] {
    guard let list = try value("choices", "a list of texts", \.table) else {
      throw complaint("choices", "has no choices; it must have a list of texts")
    }
    let words = try list.elements(as: LuaValue.self).map { word in
      guard let text = word.string else {
        throw complaint("choices", "has a choice that is a \(word.typeName); choices are texts")
      }
      return text
    }
    if words.isEmpty { throw complaint("choices", "has no choices; it must have a list of texts") }
    if let twice = words.first(where: { word in words.count { $0 == word } > 1 }) {
      throw complaint("choices", "has the choice '\(twice)' twice")
    }
    return words
  }

  private func range<Number: Comparable>(
    _ read: (LuaValue) -> Number?, widest: ClosedRange<Number>
  ) throws -> ClosedRange<Number> {
    let expected = Number.self == Int.self ? "a whole number" : "a number"
    let low = try value("min", expected, read) ?? widest.lowerBound
    let high = try value("max", expected, read) ?? widest.upperBound
    guard low <= high else { throw complaint("min", "has a min above its max") }
    return low...high
  }

  private func refuse(_ fields: [String], _ type: String) throws {
    for field in fields where try !table[field].isNil {
      throw complaint(field, "has the field '\(field)', which the type \(type) does not take")
    }
  }

  private func value<Value>(_ field: String, _ expected: String, _ read: (LuaValue) -> Value?) throws
    -> Value?
  {
    let found = try table[field]
    if found.isNil { return nil }
    guard let value = read(found), found.number?.isNaN != true else {
      throw complaint(
        field, "has a field '\(field)' that is \(Self.words(for: found)); it must be \(expected)")
    }
    return value
  }

  /// A value as error messages show it.
  private static func words(for value: LuaValue) -> String {
    ParameterValue(value).map(words) ?? "a \(value.typeName)"
  }

  private static func words(for value: ParameterValue) -> String {
    switch value {
    case .choice(let text): "'\(text)'"
    case .list(let values): "{ \(values.map(words).joined(separator: ", ")) }"
    default: "\(value)"
    }
  }

  private func complaint(_ field: String, _ text: String) -> PluginError {
    manifest.error(["parameters", name, field], "parameter '\(name)' \(text)")
  }
}

extension ParameterValue {
  /// Converts the value that a script gives; nil where no parameter can have it.
  init?(_ value: LuaValue) {
    guard let table = value.table else {
      self.init(single: value)
      return
    }
    guard let elements = try? table.elements(as: LuaValue.self) else { return nil }
    // No list holds lists, and a table may hold itself.
    let values = elements.compactMap { ParameterValue(single: $0) }
    guard values.count == elements.count else { return nil }
    self = .list(values)
  }

  private init?(single value: LuaValue) {
    switch value {
    case .boolean(let flag): self = .flag(flag)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .string(let word): self = .choice(word)
    default: return nil
    }
  }
}
