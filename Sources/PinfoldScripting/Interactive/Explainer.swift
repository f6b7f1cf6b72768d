import Lua
import Pinfold
import PinfoldEvaluation

/// Explains names, from the reference and the registry.
struct Explainer {
  let names: Names
  let registry: Registry
  let width: Int

  init(names: Names, registry: Registry, width: Int) {
    self.names = names
    self.registry = registry
    self.width = max(30, width)
  }

  /// The names that have help, with one line each; a name with several meanings has several.
  var candidates: [CompletionCandidate] {
    let functions = (APIReference.functions + APIReference.pluginOnlyFunctions)
      .map { CompletionCandidate($0.name, help: $0.line) }
    let objects = APIReference.objects.flatMap { object in
      [CompletionCandidate(object.name, help: object.summary)]
        + APIReference.members(of: object.name).map {
          CompletionCandidate("\(object.name).\($0.name)", help: $0.line)
        }
    }
    let things = registry.things.map { CompletionCandidate($0.name, help: "\($0.kind): \($0.summary)") }
    let variables = names.variables.filter { APIReference.function($0) == nil }
      .map { CompletionCandidate($0, help: "a variable") }
    let tables = PluginKind.tables.map { CompletionCandidate($0.name, help: $0.summary) }
    return functions + objects + tables + things + variables
  }

  var topics: [String] { candidates.map(\.text) + registry.things.flatMap { $0.parameters.map(\.name) } }

  func help(about topic: String) -> String? {
    let path = topic.split { $0 == "." || $0 == ":" }.map(String.init)
    guard let last = path.last else { return nil }
    var texts: [String] = []
    if path.count == 1 {
      if let entry = APIReference.function(last) { texts.append(text(of: entry, owner: nil)) }
      texts += registry.things.filter { $0.name == last }.map(text)
      if texts.isEmpty, let value = names.value(of: path), let text = text(of: value, named: last) {
        texts.append(text)
      }
      if texts.isEmpty, let entry = APIReference.pluginOnlyFunction(last) {
        texts.append(text(of: entry, owner: nil))
      }
      if !APIReference.members(of: last).isEmpty { texts.append(text(ofObject: last)) }
      // Methods too: a user who searches 'sort' may not know its type.
      texts += APIReference.objects.lazy.compactMap { object in
        APIReference.member(last, of: object.name).map { text(of: $0, owner: object.name) }
      }.prefix(4)
      if texts.isEmpty { texts += parameters(named: last) }
      texts += pluginTables(named: last, all: texts.isEmpty)
    } else {
      let owner = path.dropLast().joined(separator: ".")
      if let entry = APIReference.member(last, of: owner) { texts.append(text(of: entry, owner: owner)) }
      texts += registry.things.filter { $0.name == owner }
        .flatMap { thing in thing.parameters.filter { $0.name == last }.map { text(of: $0, in: [thing]) } }
      if texts.isEmpty, let value = names.value(of: Array(path.dropLast())) {
        if let entry = APIReference.member(last, of: value.typeName) {
          texts.append(text(of: entry, owner: value.typeName))
        } else if let text = text(of: names.field(last, of: value), named: topic) {
          texts.append(text)
        }
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  // MARK: Texts

  private func text(of entry: LuaEntry, owner: String?) -> String {
    var text = FittedTable.wrap(entry.signature(of: owner), to: width, indent: "")
    text += FittedTable.wrap(entry.summary, to: width, indent: "  ")
    for parameter in entry.parameters {
      guard let table = TypeNotation.table(of: parameter.type) else { continue }
      let fields = table.members.map(\.name).joined(separator: ", ")
      text += FittedTable.wrap("\(parameter.name): \(fields)", to: width, indent: "  ")
    }
    if let example = entry.example {
      text += FittedTable.wrap("example: \(example)", to: width, indent: "  ")
    }
    return text
  }

  private func text(ofObject owner: String) -> String {
    let rows = APIReference.members(of: owner).map { entry in
      (name: entry.kind == .field ? entry.name : String(entry.line.prefix { $0 != ":" }), text: entry.summary)
    }
    return "\(owner): fields and methods\n" + indented(FittedTable.definitions(rows, width: width - 2))
  }

  /// The tables of plugins that have a name, and fields of it with their tables.
  private func pluginTables(named name: String, all: Bool) -> [String] {
    var fields: [(owner: String, entry: LuaEntry)] = []
    var texts: [String] = []
    for table in PluginKind.tables {
      if table.name == name {
        let rows = table.members.map { (name: $0.name, text: $0.summary) }
        texts.append(
          FittedTable.wrap("\(name): \(table.summary)", to: width, indent: "")
            + indented(FittedTable.definitions(rows, width: width - 2)))
      }
      fields += table.members.filter { $0.name == name }.map { (table.name, $0) }
    }
    if all || fields.count == 1 { texts += fields.map { text(of: $0.entry, owner: $0.owner) } }
    return texts
  }

  private func text(_ thing: NamedThing) -> String {
    var text = FittedTable.wrap("\(thing.kind) '\(thing.name)': \(thing.summary)", to: width, indent: "")
    if thing.kind == "metric", let about = try? registry.find(thing.name, kind: .metric)().about {
      text += FittedTable.wrap(about.formula, to: width, indent: "  ")
      for measure in about.measures {
        text += FittedTable.wrap("\(measure.name): \(measure.help)", to: width, indent: "  ")
      }
      text += FittedTable.wrap("cost: \(about.cost); source: \(about.source)", to: width, indent: "  ")
    }
    for parameter in thing.parameters {
      text += FittedTable.wrap("\(parameter.name) = \(parameter.line)", to: width, indent: "  ")
    }
    if let path = thing.path { text += "  plugin: \(path)\n" }
    return text + FittedTable.wrap("example: \(thing.example)", to: width, indent: "  ")
  }

  private func text(of parameter: ParameterDescription, in things: [NamedThing]) -> String {
    let owners = things.map { "\($0.kind) '\($0.name)'" }.joined(separator: ", ")
    return FittedTable.wrap("\(parameter.name), a parameter of \(owners)", to: width, indent: "")
      + FittedTable.wrap(parameter.line, to: width, indent: "  ")
  }

  private func parameters(named name: String) -> [String] {
    var groups: [(parameter: ParameterDescription, things: [NamedThing])] = []
    for thing in registry.things {
      guard let parameter = thing.parameters.first(where: { $0.name == name }) else { continue }
      if let place = groups.firstIndex(where: { $0.parameter == parameter }) {
        groups[place].things.append(thing)
      } else {
        groups.append((parameter, [thing]))
      }
    }
    return groups.map { text(of: $0.parameter, in: $0.things) }
  }

  private func text(of value: LuaValue, named name: String) -> String? {
    switch value {
    case .nil: return nil
    case .userdata(let userdata):
      let shown = (try? names.lua.string(of: value)) ?? userdata.className
      let members =
        APIReference.members(of: userdata.className).isEmpty ? "" : text(ofObject: userdata.className)
      return FittedTable.wrap("\(name) is \(shown)", to: width, indent: "") + members
    case .function(let function):
      if let definition = function.definition {
        let end = ". ??\(name) shows it."
        return "\(name) is a Lua function, \(definition.place)\(end)\n"
      }
      return "\(name) is a function of Lua: https://www.lua.org/manual/5.4/manual.html#pdf-\(name)\n"
    case .table:
      let fields = names.fields(of: value).joined(separator: ", ")
      return FittedTable.wrap("\(name) is a table: \(fields)", to: width, indent: "")
    default:
      let shown = (try? Echo(names.lua).text(of: value)) ?? value.typeName
      return FittedTable.clip("\(name) is \(shown)", to: width) + "\n"
    }
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  // MARK: Sources

  /// The Lua code behind a name, or where it is described.
  func source(of topic: String, input: (String) -> String?) -> String? {
    let path = topic.split { $0 == "." || $0 == ":" }.map(String.init)
    if let thing = registry.things.first(where: { $0.name == topic && $0.path != nil }),
      let path = thing.path,
      let bytes = try? LuaFile.read(path)
    {
      return "-- \(path)\n" + String(decoding: bytes, as: UTF8.self).endingLine
    }
    if let function = names.value(of: path)?.function, let definition = function.definition {
      let lines =
        text(of: definition, input: input)?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      let part = lines.dropFirst(definition.lines.lowerBound - 1).prefix(definition.lines.count)
      return "-- \(definition.place)\n" + part.joined(separator: "\n").endingLine
    }
    if let thing = registry.things.first(where: { $0.name == topic }) {
      return "\(thing.kind) '\(thing.name)' is built in, in Swift; ?\(thing.name) tells about it\n"
    }
    guard let help = help(about: topic) else { return nil }
    let isVariable = APIReference.find(topic).isEmpty && names.value(of: path)?.function == nil
    return isVariable ? help : "built in, in Swift\n" + help
  }

  private func text(of definition: LuaDefinition, input: (String) -> String?) -> String? {
    let name = String(definition.chunkName.dropFirst())
    if definition.chunkName.hasPrefix("@") {
      return (try? LuaFile.read(name)).map { String(decoding: $0, as: UTF8.self) }
    }
    return input(name)
  }
}

extension LuaDefinition {
  fileprivate var place: String { "\(chunkName.dropFirst()), line \(lines.lowerBound)" }
}

extension NamedThing {
  fileprivate var example: String {
    if kind == "representative" { return "strategy(\"grid\", { representative = \"\(name)\" })" }
    guard let parameter = parameters.first else { return call }
    let value =
      switch parameter.defaultValue {
      case .choice, .size: "\"\(parameter.defaultValue)\""
      default: "\(parameter.defaultValue)"
      }
    return "\(call.dropLast()), { \(parameter.name) = \(value) })"
  }
}

extension String {
  var endingLine: String { hasSuffix("\n") || isEmpty ? self : self + "\n" }
}
