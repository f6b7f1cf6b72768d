import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs
import Synchronization

/// `compare`, `bench` and `score` run verbs, whose answers are rows; see ``ComparisonAnswer/script``,
/// ``BenchAnswer/script`` and ``ScoreAnswer/script``.
enum JudgingFunctions {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "compare", "(options: CompareOptions): rows",
      "Compares strategies by metrics on the same views of the same data; see the notes of the result.",
      example: #"show(compare { datasets = { cities }, strategies = { "grid", "radius" } })"#
    ) { (call: LuaCall, options: LuaTable) in
      let definition = try ComparisonDefinition(options, of: "compare", registry: scope.registry)
      for path in definition.datasets.compactMap(\.path) { try scope.checkReading(path) }
      return try scope.rows(call, haveMethods: true) { try definition.answer($0).script }
    }
    lua.define(
      "bench", "(dataset: dataset, options?: BenchOptions): rows",
      "Times builds and queries of strategies, in seconds, interleaved at random; one row for each strategy.",
      example: #"show(bench(cities, { strategies = { "grid", "radius" } }))"#
    ) { (call: LuaCall, dataset: DatasetObject, options: LuaTable?) in
      let options = try BenchDefinition(options, of: "bench", registry: scope.registry)
      return try scope.rows(call, haveMethods: true) {
        try BenchStrategies(DatasetDefinition(dataset.named), options).answer($0).script
      }
    }
    StudyFunction.open(in: lua, scope: scope)
    // Frames are a list of them, or the path of a file that any program wrote; see
    // ``PinfoldData/FrameReader``.
    lua.define(
      "score", "(dataset: dataset, frames: frame[]|string, options?: ScoreOptions): Scores",
      "Measures frames, or those in a file that any program wrote, by metrics.",
      example: #"score(cities, "frames.json").frames[1]["overlap.share"]"#
    ) { (call: LuaCall, dataset: DatasetObject, frames: LuaValue, options: LuaTable?) in
      let options = try ScoreDefinition(options, of: "score", registry: scope.registry)
      func rows(_ subject: Score.Subject) throws -> LuaRows {
        try scope.rows(call) { try Score(subject, options).answer($0).script }
      }
      if let path = frames.string {
        try scope.checkReading(path)
        return try call.unpacking(atMost: ReadOptions.defaultMaxUnpacked) { megabytes in
          try rows(.file(path, of: DatasetDefinition(dataset.named), maxUnpacked: megabytes))
        }
      }
      guard let list = try frames.frames else {
        throw LuaArgumentError(2, "list of frames, or path of a file expected, got \(frames.typeName)")
      }
      return try rows(.frames(list))
    }
  }
}

extension ScriptScope {
  /// Runs a verb that returns rows; its notes are the member `notes`, unless the answer has one.
  ///
  /// - Parameter haveMethods: whether they have those of ``RowMethods``.
  func rows(
    _ call: LuaCall, haveMethods: Bool = false, _ run: (VerbContext) throws -> ScriptForm
  ) throws -> LuaRows {
    let notes = Notes()
    var form = try run(verbContext(call, note: notes.add))
    if !form.members.contains(where: { $0.name == "notes" }) {
      form.members.append(("notes", notes.all.withLock { $0 }.node))
    }
    return LuaRows(form: form, haveMethods: haveMethods)
  }

  private final class Notes: Sendable {
    let all = Mutex<[String]>([])
    @Sendable func add(_ note: String) { all.withLock { $0.append(note) } }
  }
}

/// An answer as a table.
struct LuaRows: LuaReturnable {
  /// The metatable of those without methods, by which they are known.
  static let kind = "answer"

  let form: ScriptForm
  let haveMethods: Bool

  func pushResults(to call: LuaCall) throws -> Int32 {
    try call.push(
      form.list, fields: Dictionary(form.members.map { ($0.name, $0.value) }) { $1 },
      metatable: haveMethods ? RowMethods.name : Self.kind)
  }
}

extension LuaValue {
  /// The frames of a list; nil for anything else.
  var frames: [Frame]? {
    get throws {
      guard let table else { return nil }
      let values = try table.elements(as: LuaValue.self)
      let frames = values.compactMap { $0.object(as: FrameObject.self)?.frame }
      return frames.count == values.count && !frames.isEmpty ? frames : nil
    }
  }

  /// The frames of a list, or the only one, that a metric measures.
  func measuredFrames(argument: Int) throws -> [Frame] {
    if let frame = object(as: FrameObject.self)?.frame { return [frame] }
    guard let frames = try frames else {
      throw LuaArgumentError(argument, "frame or list of frames expected, got \(typeName)")
    }
    return frames
  }
}
