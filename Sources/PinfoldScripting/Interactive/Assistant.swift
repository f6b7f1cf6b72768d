import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// Completion, help, and advice on errors, which `complete.lua`, `explain.lua` and `advise.lua` find in a
/// state of their own. They look at a session's values by functions that run nothing that a script wrote.
final class Assistant {
  private let code: LuaCode
  private let session: Session
  private var lua: LuaState { code.lua }
  private lazy var host = makeHost()
  private lazy var reference = code.module("reference", APIReference.fields)
  private lazy var place = code.module("place", code.scanner)
  private lazy var completion = code.module("complete", host, code.scanner, place, reference)
  private lazy var explanation = code.module("explain", host, reference)
  private lazy var typed = code.module("typed", host, code.scanner)
  private lazy var advice = code.module("advise", host, code.scanner, place, typed)

  /// What is known of a session.
  struct Session {
    /// The session's variables; nil for none.
    var names: Names?

    var registry: () -> Registry = { Workbench.builtIn }

    /// The text of a chunk by its name; nil where it is not known.
    var text: (String) -> String? = { _ in nil }
  }

  init(_ code: LuaCode = LuaCode(), _ session: Session = Session()) {
    (self.code, self.session) = (code, session)
  }

  /// Returns what could follow the end of a text.
  func complete(_ text: String) -> Completion {
    let found = code.call(completion, "complete", text)
    guard found.count == 3, let start = found[0].integer, let word = found[1].string else {
      return Completion(start: text.utf8.count, candidates: [])
    }
    guard let list = found[2].table else { return PathCompletion.complete(word, start: start, suffix: "\"") }
    return Completion(start: start, of: word, among: Self.candidates(list))
  }

  /// The names that have help.
  var topics: [CompletionCandidate] {
    code.call(explanation, "candidates").first?.table.map(Self.candidates) ?? []
  }

  /// The closest of all documented names.
  func closestTopic(to name: String) -> String? {
    let known = code.call(explanation, "topics").first?.table
    return Suggestion.closest(to: name, among: (try? known?.elements()) ?? [])
  }

  func help(about topic: String, width: Int) -> String? {
    code.text(explanation, "help", topic, max(30, width))
  }

  func source(of topic: String) -> String? { code.text(explanation, "source", topic, 80) }

  /// The columns before the word that a message names, if the line has it exactly once.
  func column(of message: String, in line: String) -> Int? {
    code.call(advice, "column", message, line).first?.integer
  }

  /// The mistake in an input that Lua considers unfinished although no continuation would be valid; nil for
  /// others.
  func mistake(inUnfinished input: String) -> String? { code.text(advice, "unfinished", input) }

  /// A suggestion for an input that loads a file's name as code; nil for others.
  func suggestion(forLoading input: String) -> String? { code.text(advice, "loading", input) }

  /// A message with the names that a line has in place of those of its advice.
  func exact(_ message: String, line: String?) -> String {
    code.text(advice, "message", message, line) ?? message
  }

  /// What may have been meant by the line of an error: the equivalent of a line in the style of another
  /// language, or a name close to an unknown one; nil for anything else.
  func suggestion(for message: String, line: String?) -> String? {
    code.text(advice, "habit", message, line)
      ?? (session.names == nil ? nil : code.text(advice, "missing", message, line))
  }

  // MARK: Inside

  private static func candidates(_ list: LuaTable) -> [CompletionCandidate] {
    ((try? list.elements(as: LuaTable.self)) ?? []).map { candidate in
      CompletionCandidate(
        candidate.raw("text").string ?? "", suffix: candidate.raw("suffix").string ?? "",
        help: candidate.raw("help").string ?? "")
    }
  }

  /// The functions that the files of Lua get. A list of names is the path of a value, as `{ "a", "b" }` for
  /// `a.b`; `[1]` is the first element of a list.
  private func makeHost() -> LuaTable {
    let host = lua.makeTable()
    host.setRaw("aggregations", ColumnAggregation.words)
    host.setRaw("objects", APIReference.objects.map(\.name))
    host.setRaw(
      "steps",
      [
        "separate": Separation.parameterDescriptions.map(\.fields),
        "limits": MergeLimits.parameterDescriptions.map(\.fields),
      ])
    func define<each A: LuaReadable, R: LuaReturnable>(
      _ name: String, _ body: @escaping (repeat each A) throws -> R
    ) {
      host.setRaw(name, lua.makeFunction(body))
    }
    define("closest") { (name: String, known: [String]) in Suggestion.closest(to: name, among: known) }
    define("hints") { (section: String) in
      Hints.lines(of: section).map { ["left": $0.left, "advice": $0.advice] }
    }
    define("memberNames") { () in
      APIReference.objects.flatMap(\.members).filter { $0.kind != .operation }.map(\.name)
    }
    define("isDocumented") { (topic: String) in !APIReference.find(topic).isEmpty }
    define("width") { (text: String) in TextTable.width(text) }
    define("wrap") { (text: String, width: Int, indent: String) in
      FittedTable.wrap(text, to: width, indent: indent)
    }
    define("clip") { (text: String, width: Int) in FittedTable.clip(text, to: width) }
    define("definitions") { (names: [String], texts: [String], width: Int) in
      FittedTable.definitions(zip(names, texts).map { ($0, $1) }, width: width)
    }
    let session = session
    define("things") { () in session.registry().things.map(\.fields) }
    define("metric") { (name: String) in
      try? session.registry().find(name, kind: .metric)().about.fields
    }
    define("source") { (chunk: String) -> String? in
      let name = String(chunk.dropFirst())
      return chunk.hasPrefix("@")
        ? (try? LuaFile.read(name)).map { String(decoding: $0, as: UTF8.self) } : session.text(name)
    }
    define("variables") { () in session.names?.variables ?? [] }
    define("value") { (path: [String]) in session.names?.described(path) }
    define("fields") { (path: [String]) in
      session.names.flatMap { names in names.element(at: path).map(names.fields) }
    }
    define("columns") { (path: [String]) in session.names?.element(at: path)?.columns }
    define("elementFields") { (path: [String]) in session.names?.element(at: path)?.elementFields }
    define("texts") { (path: [String], column: String) in
      session.names?.element(at: path)?.points?.texts(of: column) ?? []
    }
    return host
  }
}

extension APIReference {
  fileprivate static var fields: LuaFields {
    [
      "functions": functions.map { $0.fields() }, "pluginFunctions": pluginOnlyFunctions.map { $0.fields() },
      "objects": objects.map { $0.fields() }, "tables": tables.map { $0.fields() },
      "pluginTables": PluginKind.tables.map { $0.fields() },
    ]
  }
}

extension MetricDescription {
  fileprivate var fields: LuaFields {
    [
      "formula": formula, "cost": cost, "source": source,
      "measures": measures.map { ["name": $0.name, "help": $0.help] },
    ]
  }
}

extension Names {
  /// The value of a path, in which `[1]` is the first element of a list; nil where it is not known.
  fileprivate func element(at path: [String]) -> LuaValue? {
    guard let place = path.firstIndex(of: "[1]") else { return value(of: path) }
    let first = value(of: Array(path[..<place]))?.table?.raw(1) ?? .nil
    let found = path[(place + 1)...].reduce(first) { field($1, of: $0) }
    return found.isNil ? nil : found
  }

  /// What there is to say about a value; nil where there is none.
  fileprivate func described(_ path: [String]) -> LuaFields? {
    guard let value = element(at: path), !value.isNil else { return nil }
    let isRows = value.table?.hasMetatable(RowMethods.name) == true
    let definition = value.function?.definition
    return [
      "type": isRows ? RowMethods.name : value.typeName, "isObject": value.userdata != nil,
      "isFunction": value.function != nil, "brief": brief(value), "shown": shown(value),
      "definition": definition.map { definition in
        [
          "place": "\(definition.chunkName.dropFirst()), line \(definition.lines.lowerBound)",
          "chunk": definition.chunkName, "first": definition.lines.lowerBound,
          "last": definition.lines.upperBound,
        ] as LuaFields
      },
    ]
  }

  private func brief(_ value: LuaValue) -> String {
    switch value {
    case .string(let text): text.count > 40 ? "a text" : "\"\(text)\""
    // Only our own objects describe themselves, because nothing that a script wrote may run.
    case .integer, .number, .boolean, .userdata: (try? lua.string(of: value)) ?? value.typeName
    default: value.typeName
    }
  }

  private func shown(_ value: LuaValue) -> String? {
    switch value {
    case .table, .function: nil
    case .userdata: (try? lua.string(of: value)) ?? value.typeName
    default: (try? Echo(lua).text(of: value)) ?? value.typeName
    }
  }
}

extension LuaValue {
  /// The points of a dataset or a frame.
  fileprivate var points: PointSet? {
    object(as: DatasetObject.self)?.points ?? object(as: FrameObject.self)?.frame.points
  }

  /// The columns of points, or of a list of rows, as candidates; nil for anything else.
  fileprivate var columns: [LuaFields]? {
    if let rows = table.flatMap({ try? Rows($0) }) {
      return rows.columns.map { ["text": $0, "help": "a column of the rows"] }
    }
    return points?.attributes.map { ["text": $0.name, "help": "a column of \($0.values.kind.rawValue)s"] }
  }

  /// The fields of an element of a dataset or of rows; nil for anything else.
  fileprivate var elementFields: [String]? {
    if let data = object(as: DatasetObject.self) { return data.rowFields.map(\.name) }
    guard let table, table.hasMetatable(RowMethods.name) else { return nil }
    return try? Rows(table).columns
  }
}

extension PointSet {
  /// The different texts of a column, of its first rows only where there are many.
  fileprivate func texts(of column: String) -> [String] {
    guard let attribute = attributes.first(where: { $0.name == column }),
      case .texts(let texts) = attribute.values
    else { return [] }
    var values: Set<String> = []
    for row in 0..<min(texts.count, 100_000) {
      if let text = texts[row] { values.insert(text) }
      if values.count > 1000 { break }
    }
    return Array(values)
  }
}
