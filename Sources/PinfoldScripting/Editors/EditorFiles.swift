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
    files = [
      File(name: TypesFile.name, text: LuaTypes(registry).text, mark: TypesFile.mark),
      File(name: ".luarc.json", text: Self.languageServer, mark: nil),
      File(name: ".luacheckrc", text: try Self.checker(), mark: Self.checkerMark),
    ]
  }

  private static let languageServer = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.library": ["pinfold.lua"]
    }

    """

  private static let checkerMark = "-- Written by 'pinfold plugin types'"

  /// The settings of luacheck: exactly the existing globals, so that a misspelt or missing one is found.
  private static func checker() throws -> String {
    """
    \(checkerMark), which writes it anew: do not edit.
    stds.script = {
    \(list(try .ofScripts()))}
    stds.plugin = {
    \(list(try .ofPlugins()))}
    std = "script"
    files["**/Plugins/**/*.lua"] = { std = "plugin" }
    exclude_files = { "pinfold.lua" }
    unused_args = false
    max_line_length = false

    """
  }

  private static func list(_ globals: LuaGlobals) -> String {
    let names = globals.names.map { global in
      guard !global.fields.isEmpty else { return "    \"\(global.name)\",\n" }
      let fields = global.fields.map { "\"\($0)\"" }.joined(separator: ", ")
      return "    \(global.name) = { fields = { \(fields) } },\n"
    }
    return "  read_globals = {\n\(names.joined())  },\n"
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

/// The API and everything in a registry as LuaCATS definitions, the annotations that Lua's language server
/// reads: an editor then completes names and parameters, shows help, and finds mistakes.
package struct LuaTypes {
  private let registry: Registry

  /// Describes the API with the names and parameters of a registry.
  package init(_ registry: Registry) { self.registry = registry }

  /// The file's text.
  package var text: String {
    var text = """
      \(TypesFile.mark)
      -- Written by 'pinfold plugin types', which writes it anew: do not edit. Not to be run or required.


      """
    for entry in APIReference.tables { text += record(entry) }
    for entry in APIReference.objects { text += object(entry) }
    text += representatives
    text += classes("strategy", parent: "StrategyOptions") + classes("generator", parent: "GenerateOptions")
    text += classes("metric") + classes("diff") + classes("camera")
    for entry in APIReference.functions + APIReference.pluginOnlyFunctions { text += function(entry) }
    return text
  }

  // MARK: Entries

  private func record(_ entry: LuaEntry) -> String {
    comment(entry) + "---@class \(Self.name(entry.name))\n" + entry.members.map(field).joined() + "\n"
  }

  private func object(_ entry: LuaEntry) -> String {
    var text = comment(entry) + "---@class \(Self.name(entry.name))\n"
    text += entry.members.filter { $0.kind != .method }.map(field).joined()
    let methods = entry.members.filter { $0.kind == .method }
    guard !methods.isEmpty else { return text + "\n" }
    text += "local \(entry.name) = {}\n\n"
    for method in methods { text += comment(method) + body(method, named: "\(entry.name):\(method.name)") }
    // A block of its own, so that the class's name hides no function.
    return "do\n\(text)end\n\n"
  }

  private func function(_ entry: LuaEntry) -> String {
    comment(entry) + overloads(of: entry) + body(entry, named: entry.name)
  }

  private func body(_ entry: LuaEntry, named name: String) -> String {
    var text = ""
    for parameter in entry.parameters {
      text += "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(Self.type(parameter.type))\n"
    }
    for result in entry.results { text += "---@return \(Self.type(result))\n" }
    return text + "function \(name)(\(entry.parameters.map(\.name).joined(separator: ", "))) end\n\n"
  }

  private func field(_ entry: LuaEntry) -> String {
    guard entry.kind == .operation else {
      let type = entry.isOptional ? String(entry.type.dropLast()) : entry.type
      return "---@field \(entry.name)\(entry.isOptional ? "?" : "") \(Self.type(type)) \(entry.summary)\n"
    }
    if entry.name.hasPrefix("[") {
      let key = entry.name == "[i]" ? "[integer]" : entry.name
      return "---@field \(key) \(Self.type(entry.type)) \(entry.summary)\n"
    }
    guard let operation = Self.operators[entry.name] else { return "" }
    let operand = entry.parameters.first.map { "(\(Self.type($0.type)))" } ?? ""
    return "---@operator \(operation)\(operand): \(Self.type(entry.results.first ?? entry.type))\n"
  }

  private static let operators = [
    "#": "len", "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "idiv", "%": "mod", "^": "pow",
    "&": "band", "|": "bor", "~": "bnot",
  ]

  private func comment(_ entry: LuaEntry) -> String {
    var text = "---\(entry.summary)\n"
    guard let example = entry.example else { return text }
    text += "---```lua\n"
    for line in example.split(separator: "\n") { text += "---\(line)\n" }
    return text + "---```\n"
  }

  // MARK: What has a name in the registry

  private func things(_ kind: String) -> [NamedThing] { registry.things.filter { $0.kind == kind } }

  private func overloads(of entry: LuaEntry) -> String {
    let kind = entry.name == "generate" ? "generator" : entry.name
    let options = entry.parameters.last?.name ?? "parameters"
    return things(kind).map { thing in
      "---@overload fun(name: \"\(thing.name)\", \(options)?: \(Self.name("\(kind).\(thing.name)"))): "
        + "\(Self.type(entry.results.first ?? "any"))\n"
    }.joined()
  }

  private func classes(_ kind: String, parent: String? = nil) -> String {
    things(kind).map { parameterClass("\(kind).\($0.name)", $0.summary, $0.parameters, parent: parent) }
      .joined()
  }

  private var representatives: String {
    var names: [String] = []
    var text = ""
    for thing in things("representative") {
      let name = "representative.\(thing.name)"
      text += parameterClass(
        name, thing.summary, thing.parameters, fields: "---@field name \"\(thing.name)\"\n")
      names += ["\"\(thing.name)\"", Self.name(name)]
    }
    return text + "---@alias \(Self.name("Representative")) \(names.joined(separator: "|"))\n\n"
  }

  private func parameterClass(
    _ name: String, _ summary: String, _ parameters: [ParameterDescription], parent: String? = nil,
    fields: String = ""
  ) -> String {
    let parent = parent.map { ": \(Self.name($0))" } ?? ""
    return "---\(summary)\n---@class \(Self.name(name))\(parent)\n" + fields
      + parameters.map(field).joined() + "\n"
  }

  private func field(_ parameter: ParameterDescription) -> String {
    let type = parameter.kind.luaType
    let unit = parameter.unit.map { " in \($0)" } ?? ""
    let help = parameter.help.isEmpty ? "" : " \(parameter.help)"
    return "---@field \(parameter.name)? \(type)\(help) Takes \(parameter.kind.expectation)\(unit); "
      + "\(parameter.defaultValue) unless given.\n"
  }

  // MARK: Names

  private static let known = Set(
    (APIReference.objects + APIReference.tables).map(\.name) + ["Representative"])

  private static func name(_ name: String) -> String { "pinfold.\(name)" }

  /// A type with the names of objects and tables made whole; a name before a colon is a parameter's or a
  /// field's.
  private static func type(_ type: String) -> String {
    var result = ""
    var rest = type[...]
    while let first = rest.first {
      if first == "\"" {
        let word = rest.dropFirst().prefix { $0 != "\"" }
        result += "\"\(word)\""
        rest = rest.dropFirst(word.count + 2)
        continue
      }
      let word = rest.prefix { $0.isLetter || $0 == "_" }
      guard !word.isEmpty else {
        result.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(word.count)
      let isLabel = rest.drop { $0 == "?" }.hasPrefix(":")
      result += known.contains(String(word)) && !isLabel ? name(String(word)) : String(word)
    }
    return result
  }
}
