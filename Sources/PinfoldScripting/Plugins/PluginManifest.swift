import Lua
import Pinfold

/// Reads the table that a plugin's file returns, field by field; every complaint names the field.
struct PluginManifest {
  let path: String

  // Held, for a table does not keep its state alive.
  private let state: PluginState

  private var table: LuaTable { state.table }

  init(path: String, state: PluginState) {
    self.path = path
    self.state = state
  }

  func checkAPI() throws(PluginError) {
    let api = try value("api")
    guard let number = api.integer else { throw complaint("api", "the number \(Plugin.api)", api) }
    guard number == Plugin.api else {
      throw PluginError(path: path, "written for plugin API \(number); this is \(Plugin.api)")
    }
  }

  func kind() throws(PluginError) -> PluginKind {
    let words = PluginKind.allCases.map(\.rawValue)
    let found = try value("kind")
    guard let word = found.string else {
      throw complaint("kind", "one of \(words.joined(separator: ", "))", found)
    }
    guard let kind = PluginKind(rawValue: word) else {
      throw PluginError(path: path, "unknown kind '\(word)'" + Suggestion.clause(for: word, among: words))
    }
    return kind
  }

  func name() throws(PluginError) -> String {
    let name = try text("name", default: nil)
    guard Self.isName(name) else {
      throw PluginError(path: path, "field 'name' is '\(name)'; \(Self.nameRule)")
    }
    return name
  }

  static let nameRule = "a name is made of letters, digits, - and _"

  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (byte | 32 >= 97 && byte | 32 <= 122) || (byte >= 48 && byte <= 57) || byte == 45 || byte == 95
      }
  }

  func text(_ field: String, default standard: String?) throws(PluginError) -> String {
    let found = try value(field)
    if found.isNil, let standard { return standard }
    guard let text = found.string else { throw complaint(field, "a text", found) }
    return text
  }

  /// Every field must be known, for a misspelt one would be silently without effect.
  func checkFields(of kind: PluginKind) throws(PluginError) {
    let known = PluginKind.commonFields + kind.ownFields
    let keys: [LuaValue]
    do { keys = try table.keys } catch { throw PluginError(path: path, error) }
    for key in keys {
      guard let name = key.string, known.contains(name) else {
        let name = key.string ?? "\(key.integer.map(String.init) ?? key.typeName)"
        throw PluginError(path: path, "unknown field '\(name)'" + Suggestion.clause(for: name, among: known))
      }
    }
    let function = try value(kind.requiredFunction)
    guard function.function != nil else {
      throw complaint(kind.requiredFunction, "a function, which a \(kind.rawValue) needs", function)
    }
  }

  func parameters() throws(PluginError) -> [ParameterDescription] {
    let found = try value("parameters")
    if found.isNil { return [] }
    guard let declarations = found.table else { throw complaint("parameters", "a table", found) }
    var parameters: [ParameterDescription] = []
    let entries: [(key: LuaValue, value: LuaValue)]
    do { entries = try declarations.entries } catch { throw PluginError(path: path, error) }
    for (key, declaration) in entries {
      guard let name = key.string else { throw complaint("parameters", "a table by names", found) }
      guard let declaration = declaration.table else {
        throw complaint("parameters.\(name)", "a table", declaration)
      }
      parameters.append(try PluginParameter(path: path, name: name, table: declaration).description())
    }
    return parameters
  }

  func value(_ field: String) throws(PluginError) -> LuaValue {
    do { return try table.get(field) } catch { throw PluginError(path: path, error) }
  }

  func complaint(_ field: String, _ expected: String, _ found: LuaValue) -> PluginError {
    let found = found.isNil ? "is missing" : "is a \(found.typeName)"
    return PluginError(path: path, "field '\(field)' \(found); it must be \(expected)")
  }
}
