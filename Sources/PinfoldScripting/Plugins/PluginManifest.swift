import Lua
import Pinfold
import PinfoldDefinitions

/// Reads the table that a plugin's file returns, field by field; every complaint names the field and its
/// line.
struct PluginManifest {
  let path: String
  let source: [UInt8]

  // Held, because a table does not keep its state alive.
  private let state: PluginState
  private var table: LuaTable { state.table }

  init(path: String, source: [UInt8], state: PluginState) {
    self.path = path
    self.source = source
    self.state = state
  }

  // MARK: What every plugin has

  func checkAPI() throws(PluginError) {
    let api = try value("api")
    guard let wanted = api.integer.map({ "\($0)" }) ?? api.string else {
      throw complaint("api", "the number \(Plugin.api)", api)
    }
    let range = api.string.flatMap { VersionRange($0) }
    if api.integer == nil, range == nil {
      throw error(["api"], "field 'api' is '\(wanted)'; it must be a number, or a range such as '>=1 <3'")
    }
    guard range?.contains("\(Plugin.api)") ?? (api.integer == Plugin.api) else {
      throw error(
        ["api"],
        "written for plugin API \(wanted); this is \(Plugin.api), so another version of Pinfold or of the plugin is needed"
      )
    }
  }

  func kind() throws(PluginError) -> PluginKind {
    let words = PluginKind.allCases.map(\.rawValue)
    let found = try value("kind")
    guard let word = found.string else {
      throw complaint("kind", "one of \(words.joined(separator: ", "))", found)
    }
    guard let kind = PluginKind(rawValue: word) else {
      throw error(["kind"], "unknown kind '\(word)'" + Suggestion.clause(for: word, among: words))
    }
    return kind
  }

  func name() throws(PluginError) -> String {
    let name = try text("name")
    guard Self.isName(name) else { throw error(["name"], "field 'name' is '\(name)'; \(Self.nameRule)") }
    return name
  }

  /// Whether it takes the place of the built-in of its kind and name.
  func replacesBuiltIn() throws(PluginError) -> Bool { try value("replace").boolean ?? false }

  func summary() throws(PluginError) -> String { try text("summary") }

  /// The publication or other source that it is taken from.
  func citation() throws(PluginError) -> String? { try has("source") ? try text("source") : nil }

  func version() throws(PluginError) -> String {
    if try value("version").isNil { return "0.0.0" }
    let version = try text("version")
    guard Self.isVersion(version) else {
      throw error(
        ["version"], "field 'version' is '\(version)'; it must be a version such as 1.0.0 or 1.2.0-beta")
    }
    return version
  }

  static func isVersion(_ text: String) -> Bool { text.wholeMatch(of: semantic) != nil }

  /// Semantic Versioning 2.0.0, https://semver.org.
  private static var semantic: Regex<Substring> {
    /(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)(?:-[0-9A-Za-z.\-]+)?(?:\+[0-9A-Za-z.\-]+)?/
  }

  static let nameRule = "a name is made of letters, digits, - and _"

  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57) || byte == 45 || byte == 95
      }
  }

  // MARK: What its kind has

  /// Throws for an unknown field, because a misspelt one would silently have no effect, and for one of a
  /// wrong type.
  func checkFields(of kind: PluginKind) throws(PluginError) {
    let known = kind.fields
    for key in try reading({ try table.keys }) {
      guard let name = key.string else {
        throw PluginError(
          path: path, "the table holds a value without a name; fields are written name = value")
      }
      guard known.contains(name) else {
        throw error([name], "unknown field '\(name)'" + Suggestion.clause(for: name, among: known))
      }
      let value = try value(name)
      guard let types = kind.types(of: name), !types.contains(value.typeName) else { continue }
      throw complaint(name, types.map { "a \($0)" }.joined(separator: " or "), value)
    }
  }

  /// Throws for a plugin without its kind's function, which a strategy's `build` may stand in for.
  func checkFunction(of kind: PluginKind) throws(PluginError) {
    let function = try value(kind.requiredFunction)
    guard function.isNil else { return }
    guard kind == .strategy else {
      throw complaint(kind.requiredFunction, "a function, which a \(kind.rawValue) needs", function)
    }
    guard try has("build") else {
      throw complaint(
        "cluster", "a function, which a strategy needs unless its 'build' returns a hierarchy", function)
    }
    for field in ["reach", "previous"] where try has(field) {
      throw error([field], "field '\(field)' is about 'cluster', which this strategy does not have")
    }
  }

  func parameters(of kind: PluginKind) throws(PluginError) -> [ParameterDescription] {
    try entries(of: "parameters", "a table by names").map { (name, declaration) throws(PluginError) in
      let place = ["parameters", name]
      guard PluginParameter.isName(name) else {
        throw error(place, "parameter '\(name)': \(PluginParameter.nameRule)")
      }
      guard !kind.takenNames.contains(name) else {
        throw error(place, "parameter '\(name)' has a name that every \(kind.rawValue) takes for itself")
      }
      guard let declaration = declaration.table else {
        throw error(
          place,
          "parameter '\(name)' is a \(declaration.typeName); it must be a table such as { type = \"number\", default = 60 }"
        )
      }
      return try PluginParameter(manifest: self, name: name, table: declaration).description()
    }
  }

  /// The attributes of points that it reads, whatever its parameters.
  func attributes() throws(PluginError) -> [AttributeNeed] {
    let form = "a table of types by names, such as { year = \"number\" }"
    return try entries(of: "attributes", form).map { (name, type) throws(PluginError) in
      guard let kind = AttributeKind(named: type) else {
        throw error(
          ["attributes", name], "attribute '\(name)' has " + AttributeKind.mistake(type))
      }
      return AttributeNeed(name: name, kind: kind)
    }
  }

  /// Whether a strategy or a representative gets the frame before.
  func looksBack() throws(PluginError) -> Bool { try value("previous").boolean ?? false }

  /// Whether `cluster` and `build` get the points of all groups in one call.
  func takesAllGroups() throws(PluginError) -> Bool {
    let found = try value("groups")
    if found.isNil { return false }
    let words = ["each", "all"]
    guard let word = found.string, words.contains(word) else {
      throw error(
        ["groups"],
        "field 'groups' is '\(found.string ?? "")'" + Suggestion.clause(for: found.string ?? "", among: words)
      )
    }
    return word == "all"
  }

  /// Throws unless tests are functions by name.
  func checkTests() throws(PluginError) {
    for (name, test) in try entries(of: "tests", "a table of functions by names")
    where test.function == nil {
      throw error(["tests", name], "test '\(name)' is a \(test.typeName); it must be a function")
    }
  }

  // MARK: Access

  func has(_ field: String) throws(PluginError) -> Bool { try !value(field).isNil }

  private func value(_ field: String) throws(PluginError) -> LuaValue {
    try reading { try table.get(field) }
  }

  /// The entries of a field that is a table by names; none where it is missing.
  private func entries(
    of field: String, _ form: String
  ) throws(PluginError) -> [(name: String, value: LuaValue)] {
    let found = try value(field)
    if found.isNil { return [] }
    guard let table = found.table else { throw complaint(field, "a table", found) }
    return try reading { try table.entries }.map { (key, value) throws(PluginError) in
      guard let name = key.string else {
        throw error([field], "field '\(field)' is a list; it must be \(form)")
      }
      return (name, value)
    }
  }

  private func text(_ field: String) throws(PluginError) -> String {
    let found = try value(field)
    guard let text = found.string, !text.isEmpty else {
      if found.string != nil { throw error([field], "field '\(field)' is empty; it must be a text") }
      throw complaint(field, "a text", found)
    }
    return text
  }

  /// Returns what `body` reads from the table; its error becomes one of the plugin.
  private func reading<Value>(_ body: () throws -> Value) throws(PluginError) -> Value {
    do { return try body() } catch { throw PluginError(path: path, error) }
  }

  private func complaint(_ field: String, _ expected: String, _ found: LuaValue) -> PluginError {
    let seen = found.isNil ? "is missing" : "is a \(found.typeName)"
    return error([field], "field '\(field)' \(seen); it must be \(expected)")
  }

  /// An error about a field, on its line where that is known.
  func error(_ field: [String], _ message: String) -> PluginError {
    PluginError(path: path, line: LuaCode().line(of: field, in: source), message)
  }
}

extension AttributeKind {
  /// The type of a name; nil for anything else.
  init?(named value: LuaValue) {
    guard let word = value.string, let kind = Self(rawValue: word) else { return nil }
    self = kind
  }

  static func mistake(_ value: LuaValue) -> String {
    let words = allCases.map(\.rawValue)
    guard let word = value.string else {
      return "a \(value.typeName) for a type; it must be one of \(words.joined(separator: ", "))"
    }
    return "the type '\(word)'" + Suggestion.clause(for: word, among: words)
  }
}

/// The kinds of plugins.
package enum PluginKind: String, Hashable, Sendable, CaseIterable {
  case strategy
  case representative
  case metric
  case diff
  case camera
  case generator

  /// The function that a plugin of the kind must have.
  var requiredFunction: String { ownFields[0] }

  /// The fields of the kind's table beyond those that every plugin has.
  var ownFields: [String] { fields.filter { !Self.commonFields.contains($0) } }

  /// The tables that plugins' files return, and the arguments and results of their functions.
  static let tables = EmbeddedFile.tables("plugins")

  /// The names of the fields of one of those tables, in order.
  static func fields(of table: String) -> [String] {
    tables.first { $0.name == table }?.members.map(\.name) ?? []
  }

  /// The fields of the kind's table, first those that every plugin has.
  var fields: [String] {
    Self.fields(of: "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())Plugin")
  }

  static let commonFields = allCases.map(\.fields).reduce(Self.strategy.fields) { common, fields in
    common.filter(fields.contains)
  }

  func types(of field: String) -> [String]? {
    switch field {
    case requiredFunction, "build", "validate": ["function"]
    case "groups": ["string"]
    case "capabilities": ["table", "function"]
    case "budget", "reach": ["number", "function"]
    case "better", "scope", "unit", "formula", "source": ["string"]
    case "range", "measures": ["table"]
    case "previous", "replace": ["boolean"]
    default: nil
    }
  }

  /// Names that parameters may not have, because they have another meaning next to them: the steps after a
  /// strategy, the number of points of a generator.
  var takenNames: [String] {
    switch self {
    case .strategy: ClusteringSteps.optionDescriptions.map(\.name)
    case .generator: DatasetDefinition.generatorOptions.map(\.name) + ["generate"]
    default: []
    }
  }
}

extension LuaTable {
  /// Throws for a field that is none of those known: a misspelt one would silently have no effect.
  ///
  /// - Parameter owner: the beginning of the message: "'cluster' returned".
  func refuseFields(butFor known: [String], _ owner: String) throws {
    for case .string(let field) in try keys where !known.contains(field) {
      throw LuaError("\(owner) the unknown field '\(field)'" + Suggestion.clause(for: field, among: known))
    }
  }
}
