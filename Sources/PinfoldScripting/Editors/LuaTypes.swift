import Lua
package import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

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
    let type = OptionKind.scalar(parameter.kind).luaType
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
