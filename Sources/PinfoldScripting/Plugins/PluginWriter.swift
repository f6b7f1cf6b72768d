import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions

/// Writes a table of a script, with its functions, as the text of a plugin's file that runs like any plugin.
///
/// A function's upvalues, numbers, strings, tables and functions, are written with their current values.
/// Functions keep their lines, so that messages refer to those of the script.
struct PluginWriter {
  /// The text of a chunk by its name; nil where it is not known.
  let source: (String) -> String?

  let variable: (String) -> LuaValue
  private let code = LuaCode()
  private var functions: [(function: LuaFunction, name: String, text: String, line: Int, chunk: String)] = []
  private var variables: [(name: String, value: LuaValue, text: String)] = []
  private var count = 0

  /// Whether there was more to take along than one chunk can name.
  private var isFull = false

  private static let mostNames = 200

  /// The deepest nesting of tables; a table nested deeper contains itself.
  private static let deepest = 16

  private static let most = 100_000

  init(
    source: @escaping (String) -> String? = { _ in nil },
    variable: @escaping (String) -> LuaValue = { _ in .nil }
  ) {
    self.source = source
    self.variable = variable
  }

  /// The text of a file that returns a table with the fields, and the chunk of their first function.
  mutating func file(_ fields: [(name: String, value: LuaValue)]) throws -> (text: String, chunk: String?) {
    var members: [String] = []
    for (name, value) in fields {
      members.append("[\(Node(.text(name)).lua)] = \(try text(of: value, name))")
    }
    let chunk = functions.first?.chunk
    let declared = functions.map(\.name) + variables.map(\.name)
    guard !isFull, declared.count <= Self.mostNames else {
      throw LuaError(
        "its functions see more of the script than the \(Self.mostNames) functions and variables that can be taken along"
      )
    }
    var file = declared.isEmpty ? "" : "local \(declared.joined(separator: ", ")); "
    var line = 1
    let sorted = functions.sorted { a, b in
      a.chunk == b.chunk ? a.line < b.line : a.chunk == chunk && b.chunk != chunk
    }
    for (_, name, text, first, _) in sorted {
      let gap = max(0, first - line)
      file += String(repeating: "\n", count: gap) + "\(name) = \(text); "
      line += gap + text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
    file += variables.map { "\($0.name) = \($0.text); " }.joined()
    return (file + "return { \(members.joined(separator: ", ")) }\n", chunk)
  }

  /// Code that evaluates to a value.
  private mutating func text(of value: LuaValue, _ place: String, depth: Int = 0) throws -> String {
    count += 1
    guard depth <= Self.deepest, count <= Self.most else {
      throw LuaError("'\(place)' is too deep or too large a table to be taken along")
    }
    switch value {
    case .nil: return "nil"
    case .boolean(let flag): return "\(flag)"
    case .integer(.min): return "math.mininteger"
    case .integer(let number): return "\(number)"
    case .number(let number): return Self.text(of: number)
    case .string(let text):
      guard !text.unicodeScalars.contains("\u{FFFD}") else {
        throw LuaError("'\(place)' holds a text that is not UTF-8, and cannot be taken along")
      }
      return Node(.text(text)).lua
    case .function(let function): return try name(ofVariableFor: function, place)
    case .table(let table):
      var parts: [String] = []
      for (key, element) in try table.entries {
        let key = try text(of: key, place, depth: depth + 1)
        parts.append("[\(key)] = \(try text(of: element, "\(place)", depth: depth + 1))")
      }
      return "{ \(parts.joined(separator: ", ")) }"
    case .userdata, .other:
      if let column = value.object(as: LuaColumn.self) {
        count += column.count
        guard count <= Self.most else {
          throw LuaError("'\(place)' is too long a column to be taken along")
        }
        let cells = column.wholes?.map { $0.isMissing ? "math.mininteger" : "\($0)" }
        return "column { \((cells ?? column.map(Self.text)).joined(separator: ", ")) }"
      }
      throw LuaError(
        "'\(place)' is a \(value.typeName): such a function runs as plugins do, and takes along numbers, texts, tables, columns and functions"
      )
    }
  }

  /// The name that a function was written with; nil where it has none.
  func name(of function: LuaFunction) -> String? {
    guard let definition = function.definition, let source = source(String(definition.chunkName.dropFirst()))
    else { return nil }
    return try? code.text(of: definition, seeing: function.upvalues.map(\.name), in: source).name
  }

  private mutating func name(ofVariableFor function: LuaFunction, _ place: String) throws -> String {
    if let known = functions.first(where: { $0.function == function }) { return known.name }
    guard functions.count + variables.count < Self.mostNames else {
      isFull = true
      throw LuaError("'\(place)' is a function too many")
    }
    guard let definition = function.definition else {
      throw LuaError("'\(place)' is a function that is not written in Lua")
    }
    let chunk = String(definition.chunkName.dropFirst())
    guard let source = source(chunk) else {
      throw LuaError("the text of the function '\(place)' is not known")
    }
    let upvalues = function.upvalues
    let text = try code.text(of: definition, seeing: upvalues.map(\.name), in: source)
    let name = "_function\(functions.count + 1)"
    functions.append((function, name, text.text, definition.lines.lowerBound, chunk))
    for (name, value) in upvalues where name != "_ENV" { try take(name, value) }
    for name in text.names where !upvalues.contains(where: { $0.name == name }) {
      // A name may be a parameter or a field, whatever variables the session has.
      let value = variable(name)
      if variables.contains(where: { $0.name == name }) || value.isNil || isHosts(value) { continue }
      try? take(name, value)
    }
    return name
  }

  private func isHosts(_ value: LuaValue) -> Bool { value.function.map { $0.definition == nil } ?? false }

  private mutating func take(_ name: String, _ value: LuaValue) throws {
    if let known = variables.firstIndex(where: { $0.name == name }) {
      guard variables[known].value == value else {
        throw LuaError("its functions see two variables named '\(name)': rename one")
      }
      return
    }
    var before = self
    variables.append((name, value, ""))
    let place = variables.count - 1
    do {
      variables[place].text = try text(of: value, name)
    } catch {
      before.isFull = isFull
      self = before
      throw error
    }
  }

  private static func text(of number: Double) -> String {
    if number.isNaN { return "(0/0)" }
    if number.isInfinite { return number < 0 ? "(-1/0)" : "(1/0)" }
    return "\(number)"
  }
}

extension Plugin {
  /// Makes a plugin of a table that a script holds in place of a file.
  init(_ fields: [(name: String, value: LuaValue)], by writer: PluginWriter, limits: PluginLimits) throws {
    var writer = writer
    let hasAPI = fields.contains { $0.name == "api" }
    let (text, chunk) = try writer.file((hasAPI ? [] : [("api", .integer(Plugin.api))]) + fields)
    try self.init(
      path: chunk.map { "function of \($0)" } ?? "table of the script", source: Array(text.utf8),
      modules: LuaModules(folder: "."), limits: limits)
  }

  /// Makes a plugin of its kind's function alone.
  init(
    _ function: LuaFunction, kind: PluginKind, options: LuaTable?, by writer: PluginWriter,
    limits: PluginLimits
  ) throws {
    let given = try options?.entries.compactMap { entry in
      entry.key.string.flatMap { kind.fields.contains($0) ? (name: $0, value: entry.value) : nil }
    }
    let name = writer.name(of: function).flatMap { PluginManifest.isName($0) ? $0 : nil } ?? "function"
    let usual: [(name: String, value: LuaValue)] = [
      ("kind", .string(kind.rawValue)), ("name", .string(name)),
      ("summary", .string("A function of a script.")),
      (kind.requiredFunction, .function(function)),
    ]
    try self.init(
      usual.filter { field in given?.contains { $0.name == field.name } != true } + (given ?? []),
      by: writer, limits: limits)
  }
}
