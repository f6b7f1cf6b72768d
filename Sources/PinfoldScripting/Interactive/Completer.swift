import Lua
import Pinfold
import PinfoldData
import PinfoldEvaluation

/// One way to complete the typed text.
package struct CompletionCandidate: Hashable, Sendable {
  /// The completed word.
  package var text: String

  /// The text behind the word where it is the only candidate: a quote, or " = ".
  package var suffix = ""

  /// A one-line description; may be empty.
  package var help: String

  package init(_ text: String, suffix: String = "", help: String) {
    self.text = text
    self.suffix = suffix
    self.help = help
  }
}

/// The ways to complete an input.
package struct Completion: Hashable, Sendable {
  /// The byte offset of the word that the candidates replace; it ends at the cursor.
  package var start: Int

  /// The candidates, sorted.
  package var candidates: [CompletionCandidate]

  package init(start: Int, candidates: [CompletionCandidate]) {
    self.start = start
    self.candidates = candidates
  }

  /// The candidates that a word begins, each once, in order.
  init(start: Int, of word: String, among all: [CompletionCandidate]) {
    var seen: Set<String> = []
    let hits = all.filter { $0.text.hasPrefix(word) && seen.insert($0.text).inserted }
    self.init(
      start: start, candidates: hits.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) })
  }

  /// The common beginning of all candidates.
  package var commonPrefix: String {
    guard var common = candidates.first?.text[...] else { return "" }
    for candidate in candidates.dropFirst() {
      while !candidate.text.hasPrefix(common) { common.removeLast() }
    }
    return String(common)
  }
}

/// Finds completions at a cursor, from the session's values, the registry and the reference. It is
/// independent of the terminal, and runs no code of scripts.
struct Completer {
  let names: Names
  let registry: Registry

  func complete(_ text: String) -> Completion {
    let place = CompletionPlace(text)
    let all: [CompletionCandidate]
    switch place.kind {
    case .nowhere: all = []
    case .name: all = variables
    case .member(let path, let isMethod):
      all = path.first == "" ? [] : members(of: names.value(of: path), isMethod)
    case .result(let function, let isMethod):
      all = result(of: function).map { described($0, isMethod: isMethod) } ?? []
    case .element(let list): all = elements(of: names.value(of: list))
    case .keyword: all = Self.keywords
    case .string(let key): return strings(place, key: key)
    case .key:
      let keys = fields(of: place.call).filter { $0.text.hasPrefix(place.prefix) }
      all = keys.isEmpty ? variables : keys
    }
    return Self.completion(place, all)
  }

  private static func completion(_ place: CompletionPlace, _ all: [CompletionCandidate]) -> Completion {
    // Names that begin with an underscore are offered only to those who type one.
    let all = all.filter { !place.prefix.isEmpty || !$0.text.hasPrefix("_") }
    return Completion(start: place.start, of: place.prefix, among: all)
  }

  // MARK: Names

  private var variables: [CompletionCandidate] {
    names.variables.map { CompletionCandidate($0, help: help(for: names.variable($0), named: $0)) }
      + APIReference.pluginOnlyFunctions.filter { !names.variables.contains($0.name) }
      .map { CompletionCandidate($0.name, help: $0.line) }
      + Self.keywords
  }

  private static let keywords = LuaScanner.keywords.map { CompletionCandidate($0, help: "a word of Lua") }

  private func help(for value: LuaValue, named name: String) -> String {
    if value.function != nil, let entry = APIReference.function(name) { return entry.line }
    return brief(value)
  }

  private func brief(_ value: LuaValue) -> String {
    switch value {
    case .integer, .number, .boolean: return (try? names.lua.string(of: value)) ?? value.typeName
    case .string(let text): return text.count > 40 ? "a text" : "\"\(text)\""
    // Only our own objects describe themselves, because nothing that a script wrote may run.
    case .userdata: return (try? names.lua.string(of: value)) ?? value.typeName
    default: return value.typeName
    }
  }

  private func members(of value: LuaValue?, _ isMethod: Bool) -> [CompletionCandidate] {
    guard let value else { return [] }
    if case .userdata(let userdata) = value {
      let data = userdata.object(as: DatasetObject.self)
      let columns = isMethod ? [] : data.map { CompletionText.candidates(in: $0.points) } ?? []
      return columns
        + userdata.members.compactMap { name in
          let entry = APIReference.member(name, of: userdata.className)
          if isMethod, let entry, entry.kind != .method { return nil }
          return CompletionCandidate(name, help: entry?.line ?? "")
        }
    }
    if let table = value.table, table.hasMetatable(RowMethods.name) {
      let columns = isMethod ? [] : (try? Rows(table).columns) ?? []
      return columns.map { CompletionCandidate($0, help: "a column of the rows") }
        + described(RowMethods.name, isMethod: true)
    }
    return Set(names.fields(of: value)).compactMap { name in
      let field = names.field(name, of: value)
      if isMethod, field.function == nil { return nil }
      return CompletionCandidate(name, help: brief(field))
    }
  }

  /// The fields of an element of a list, as of `frame[1]`.
  private func elements(of list: LuaValue?) -> [CompletionCandidate] {
    guard let list else { return [] }
    if let data = list.object(as: DatasetObject.self) {
      return data.rowFields.map { CompletionCandidate($0.name, help: "") }
    }
    if let table = list.table {
      if table.hasMetatable(RowMethods.name), let rows = try? Rows(table) {
        return rows.columns.map { CompletionCandidate($0, help: "") }
      }
      return members(of: table.raw(1), false)
    }
    let type = APIReference.objects.first { $0.name == list.typeName }?.members.first { $0.name == "[i]" }?
      .type
    return (APIReference.tables.first { $0.name == type }?.members ?? [])
      .map { CompletionCandidate($0.name, help: $0.summary) }
  }

  private func described(_ owner: String, isMethod: Bool) -> [CompletionCandidate] {
    APIReference.members(of: owner).filter { !isMethod || $0.kind == .method }
      .map { CompletionCandidate($0.name, help: $0.line) }
  }

  private func result(of function: [String]) -> String? { entry(of: function)?.resultObject }

  /// The reference's entry of a function, or of a method of whatever kind of object a variable holds.
  private func entry(of path: [String]) -> LuaEntry? {
    guard let name = path.last else { return nil }
    if path.count == 1 { return APIReference.function(name) ?? APIReference.pluginOnlyFunction(name) }
    if let owner = names.value(of: Array(path.dropLast())) {
      let isRows = owner.table?.hasMetatable(RowMethods.name) == true
      return APIReference.member(name, of: isRows ? RowMethods.name : owner.typeName)
    }
    // In strategy("grid"):build the type before the colon is unknown: the first kind with such a method
    // counts.
    return APIReference.objects.lazy.flatMap(\.members).first { $0.name == name && $0.kind == .method }
  }

  // MARK: Arguments

  private func fields(of call: CompletionPlace.Call?) -> [CompletionCandidate] {
    guard let call, let function = call.path.last else { return [] }
    switch call.keys.last {
    case "separate": return parameters(Separation.parameterDescriptions)
    case "limits": return parameters(MergeLimits.parameterDescriptions)
    case "representative": return [CompletionCandidate("name", suffix: " = ", help: "Which one.")]
    default: break
    }
    if function == "group", call.path.count > 1, !call.isFirst {
      return columns(of: call).map { CompletionCandidate($0.text, suffix: " = ", help: $0.help) }
    }
    var fields =
      table(of: call).map { table in
        table.members.map { CompletionCandidate($0.name, suffix: " = ", help: $0.summary) }
      } ?? []
    if call.path.count == 1, call.keys.isEmpty, let text = call.text {
      fields += parameters(registry.parameters(of: text, for: function) ?? [])
    }
    return fields
  }

  private func table(of call: CompletionPlace.Call) -> LuaEntry? {
    guard let types = entry(of: call.path)?.parameters.map(\.type) else { return nil }
    var table = types.lazy.compactMap { TypeNotation.table(of: $0) }.first
    for key in call.keys {
      table = table?.members.first { $0.name == key }.flatMap { TypeNotation.table(of: $0.type) }
    }
    return table
  }

  private func parameters(_ parameters: [ParameterDescription]) -> [CompletionCandidate] {
    parameters.map { CompletionCandidate($0.name, suffix: " = ", help: $0.line) }
  }

  private func strings(_ place: CompletionPlace, key: String?) -> Completion {
    guard let call = place.call, let function = call.path.last else {
      return Completion(start: place.start, candidates: [])
    }
    if key == nil, ["dataset", "plugin", "dofile", "open", "lines"].contains(function), call.isFirst {
      return PathCompletion.complete(place.prefix, start: place.start, suffix: "\"")
    }
    if let text = text(of: place, key: key, call) { return text.completion(of: place) }
    let all = key.map { values(of: $0, in: call) } ?? arguments(of: call)
    return Self.completion(place, all.map { CompletionCandidate($0.text, suffix: "\"", help: $0.help) })
  }

  private func arguments(of call: CompletionPlace.Call) -> [CompletionCandidate] {
    guard call.keys.isEmpty else { return [] }
    if call.isFirst, call.path.count == 1, let function = call.path.last {
      if let kind = Self.kinds[function] { return registry.candidates(kind) }
      if function == "check" {
        return PluginKind.allCases.map(\.rawValue).flatMap { registry.candidates($0) }
      }
    }
    let parameters = entry(of: call.path)?.parameters ?? []
    let here = call.isFirst || parameters.count == 1 ? parameters.prefix(1) : parameters.dropFirst()
    if !call.isFirst, call.path.count == 1, parameters.first?.name == "rows" { return columns(of: call) }
    if here.contains(where: { Self.columnParameters.contains($0.name) }) { return columns(of: call) }
    return here.flatMap { $0.type.words(in: "\"") }.map { CompletionCandidate($0, help: "") }
  }

  /// The parts of a quoted text of more than one word: a condition, or aggregates.
  private func text(
    of place: CompletionPlace, key: String?, _ call: CompletionPlace.Call
  ) -> CompletionText? {
    let parameters = entry(of: call.path)?.parameters ?? []
    let isGroup = call.path.last == "group" && call.path.count > 1
    let isAggregate =
      key.map { ["by", "aggregate"].contains($0) }
      ?? (!call.isFirst && parameters.dropFirst().first?.name == "aggregates")
    // { capacity = "sum" }
    let isKind =
      key.map { name in isGroup && data(of: call)?.attributes.contains { $0.name == name } == true }
      ?? (call.isFirst && parameters.first?.name == "kind" && parameters.first?.type == "string")
    if isKind { return CompletionText(.kinds) }
    let columns = columns(of: call)
    if isAggregate { return CompletionText(.aggregates, columns: columns) }
    guard key == nil, parameters.first?.name == "condition" else { return nil }
    return CompletionText(.condition, columns: columns, of: data(of: call))
  }

  /// The columns of the data that a method is called on, or a function with; of a frame those of its points.
  private func columns(of call: CompletionPlace.Call) -> [CompletionCandidate] {
    let subject = call.path.count == 1 ? call.subject : Array(call.path.dropLast())
    if let table = names.value(of: subject)?.table, let rows = try? Rows(table) {
      return rows.columns.map { CompletionCandidate($0, help: "a column of the rows") }
    }
    return data(of: call).map(CompletionText.candidates) ?? []
  }

  private func data(of call: CompletionPlace.Call) -> PointSet? {
    func points(_ value: LuaValue?) -> PointSet? {
      value?.object(as: DatasetObject.self)?.points ?? value?.object(as: FrameObject.self)?.frame.points
    }
    if let chain = call.chain {
      guard let root = names.value(of: chain.root) else { return nil }
      // Methods that return a dataset leave its columns, but for those that add some.
      let isSame = chain.methods.allSatisfy {
        root.typeName == DatasetObject.luaName
          && APIReference.member($0, of: root.typeName)?.resultObject == DatasetObject.luaName
      }
      return isSame ? points(root) : nil
    }
    return points(names.value(of: call.path.count == 1 ? call.subject : Array(call.path.dropLast())))
  }

  /// The parameters of methods that take names of columns.
  private static let columnParameters: Set = ["column", "columns", "attribute", "by", "per"]

  private func values(of key: String, in call: CompletionPlace.Call) -> [CompletionCandidate] {
    if let kind = Self.keys[key]
      ?? (key == "name" && call.keys.last == "representative" ? "representative" : nil)
    {
      return registry.candidates(kind)
    }
    var declared = call.keys.last == "separate" ? Separation.parameterDescriptions : []
    if let text = call.text, let function = call.path.last {
      declared += registry.parameters(of: text, for: function) ?? []
    }
    if case .choice(let words)? = declared.first(where: { $0.name == key })?.kind {
      return words.map { CompletionCandidate($0, help: "") }
    }
    // The key of a list is on the way to the cursor, that of a text is not.
    var place = call
    if place.keys.last == key { place.keys.removeLast() }
    let type = table(of: place)?.members.first { $0.name == key }?.type ?? ""
    return type.words(in: "\"").map { CompletionCandidate($0, help: "") }
  }

  private static let kinds = [
    "strategy": "strategy", "metric": "metric", "diff": "diff", "camera": "camera", "generate": "generator",
  ]

  private static let keys = [
    "representative": "representative", "strategies": "strategy", "metrics": "metric",
  ]
}

extension Registry {
  func candidates(_ kind: String) -> [CompletionCandidate] {
    things.filter { $0.kind == kind }.map { CompletionCandidate($0.name, help: $0.summary) }
  }
}

extension ParameterDescription {
  /// One line: "60 screen points; a number in 1…4096. Width of a cell."
  var line: String {
    "\(defaultValue)\(unit.map { " \($0)" } ?? ""); \(kind.expectation). \(help)"
  }
}

/// Completes paths of files.
package enum PathCompletion {
  /// Completes a path that begins at byte `start` of an input; folders end with a slash.
  ///
  /// - Parameter suffix: the text after a file's name.
  package static func complete(_ path: String, start: Int, suffix: String) -> Completion {
    let slash = path.lastIndex(of: "/")
    let typed = slash.map { String(path[...$0]) } ?? ""
    let folder = typed.isEmpty ? "." : typed
    let prefix = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let hits = Folder.names(in: folder).filter { name in
      name.hasPrefix(prefix) && name != "." && name != ".." && (!name.hasPrefix(".") || prefix.hasPrefix("."))
    }
    return Completion(
      start: start,
      candidates: hits.map { name in
        let isFolder = Folder.isFolder("\(folder)/\(name)")
        return CompletionCandidate(
          typed + name + (isFolder ? "/" : ""), suffix: isFolder ? "" : suffix, help: isFolder ? "folder" : ""
        )
      })
  }
}
