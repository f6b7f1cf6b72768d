import Lua
package import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// Files that describe the API to editors and checkers of Lua code: definitions of its types for the language
/// server, and settings for it and for luacheck.
package struct EditorFiles {
  /// A file's name and text.
  package struct File: Hashable, Sendable {
    /// Its name.
    package let name: String

    /// Its text.
    package let text: String

    /// The beginning of a file that was generated and may be replaced; nil where it never need be.
    let mark: String?

    /// Whether this text may replace a file: one that was generated, or that has the same text.
    package func mayReplace(_ path: String) throws -> Bool {
      let found = String(decoding: try LuaFile.read(path), as: UTF8.self)
      return found == text || mark.map { found.hasPrefix($0) } ?? false
    }
  }

  /// The files, for the folder that holds `Plugins` and `Scripts`.
  package let files: [File]

  /// Describes the API with the names and parameters of a registry.
  package init(_ registry: Registry) throws {
    let texts = try Self.texts(registry)
    files = [
      File(name: TypesFile.name, text: texts[0], mark: TypesFile.mark),
      File(name: ".luarc.json", text: texts[1], mark: nil),
      File(name: ".luacheckrc", text: texts[2], mark: "-- Written by 'pinfold plugin types'"),
    ]
  }
}

/// The global names that Lua code finds, taken from states as scripts and plugins get them.
package struct LuaGlobals: Hashable, Sendable {
  /// One global name.
  package struct Name: Hashable, Sendable {
    /// The name.
    package let name: String

    /// The names of its fields, where it is a table.
    package let fields: [String]

    fileprivate var table: LuaFields { ["name": name, "fields": fields] }
  }

  /// The names, in order.
  package let names: [Name]

  /// The globals of scripts and the shell.
  package static func ofScripts() throws -> LuaGlobals {
    LuaGlobals(try ScriptSession(workbench: Workbench(), output: { _ in }).lua)
  }

  /// The globals of plugins.
  package static func ofPlugins() throws -> LuaGlobals {
    let state = try PluginState(
      path: "plugin.lua", source: Array("return {}".utf8), modules: try LuaModules(folder: "."),
      limits: PluginLimits())
    return LuaGlobals(state.lua)
  }

  init(_ lua: LuaState) {
    let entries = (try? lua.globals.entries) ?? []
    names = entries.compactMap { entry in
      guard let name = entry.key.string, name != "_G" else { return nil }
      let keys = (try? entry.value.table?.keys) ?? []
      return Name(name: name, fields: keys.compactMap(\.string))
    }
  }
}

extension EditorFiles {
  /// The texts of the files, as `types.lua` writes them.
  private static func texts(_ registry: Registry) throws -> [String] {
    try EmbeddedFile.texts(
      "types",
      of: [
        "mark": TypesFile.mark, "tables": APIReference.tables.map { $0.fields() },
        "objects": APIReference.objects.map { $0.fields() },
        "functions": (APIReference.functions + APIReference.pluginOnlyFunctions).map { $0.fields() },
        "things": registry.things.map(\.fields), "scripts": try LuaGlobals.ofScripts().names.map(\.table),
        "plugins": try LuaGlobals.ofPlugins().names.map(\.table),
      ])
  }
}

extension LuaEntry {
  /// The entry as a table.
  ///
  /// - Parameter owner: the object or table that it is a member of.
  func fields(of owner: String? = nil) -> LuaFields {
    [
      "kind": kind.rawValue, "name": name, "type": type, "summary": summary, "example": example,
      "isOptional": isOptional, "results": results, "line": line, "signature": signature(of: owner),
      "members": members.map { $0.fields(of: name) },
      "parameters": parameters.map {
        ["name": $0.name, "type": $0.type, "isOptional": $0.isOptional] as LuaFields
      },
    ]
  }
}

extension NamedThing {
  /// The thing as a table.
  var fields: LuaFields {
    [
      "kind": kind, "name": name, "summary": summary, "path": path, "call": call,
      "parameters": parameters.map(\.fields),
    ]
  }
}

extension ParameterDescription {
  /// The parameter as a table; `words` are the choices that it has, and `isText` tells whether its default is
  /// written in quotes.
  var fields: LuaFields {
    var (words, isText): ([String]?, Bool) = (nil, false)
    if case .choice(let choices) = kind { words = choices }
    switch defaultValue {
    case .choice, .size: isText = true
    default: break
    }
    return [
      "name": name, "type": kind.luaType, "help": help, "unit": unit, "expectation": kind.expectation,
      "default": "\(defaultValue)", "words": words, "isText": isText,
    ]
  }
}
