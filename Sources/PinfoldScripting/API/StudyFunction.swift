import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import Synchronization

/// `study { datasets = …, strategies = …, … }`: the plan of a study, with the members that a JSON file has.
/// `study "Results/cities/manifest.json"`: that of a study which is to come to the same frames again.
enum StudyFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "study", "(definition: StudyOptions|string): study",
      "Plans a study: strategies along camera paths over data, stored frame by frame; or, of the path of a "
        + "manifest.json, the one that is to come to the same frames again.",
      example: #"study { datasets = { "stations.csv" }, strategies = { "grid" } }:run("Results")"#
    ) { (definition: LuaValue) in
      let source = try source(definition, scope)
      for path in source.plan.datasets.compactMap(\.path) { try scope.checkReading(path) }
      scope.declare(source)
      return StudyObject(source, scope: scope)
    }
  }

  private static func source(_ definition: LuaValue, _ scope: ScriptScope) throws -> StudySource {
    switch definition {
    case .string(let path):
      try scope.checkReading(path)
      let manifest = try StudyManifest(path: path)
      return try StudySource(
        of: manifest, path: path, in: scope.workbench,
        limits: manifest.pluginLimits.map { PluginLimits($0) })
    case .table(let table):
      let plan = try StudyDefinition(table, of: "study", registry: scope.registry)
      if let written = plan.plugins.first(where: { $0.sources.isEmpty }) {
        throw DefinitionError(
          place: "study",
          message:
            "a study keeps its plugins' texts, but the \(written.name) has no file of its own: "
            + "save it as a plugin"
        )
      }
      return StudySource(plan, pluginLimits: scope.workbench.pluginLimits.recorded)
    default:
      throw LuaArgumentError(1, "table or path of a manifest expected, got \(definition.typeName)")
    }
  }
}

/// A planned study as a script sees it.
final class StudyObject: LuaObject, Sendable {
  static let luaName = "study"

  private let source: StudySource
  private let scope: ScriptScope

  private var plan: StudyDefinition { source.plan }

  init(_ source: StudySource, scope: ScriptScope) {
    self.source = source
    self.scope = scope
  }

  static func describe(_ lua: LuaClass<StudyObject>) {
    lua.about("A planned study.")
    lua.getter("name", "string", "Its name.") { $0.plan.name }
    lua.getter("runs", "integer", "The number of its runs: all combinations.") { $0.plan.runCount }
    lua.method(
      "run", "(folder: string, options?: StudyRunOptions): StudyReport",
      "Runs it into a folder, or goes on with it, and returns scores by dataset, strategy and camera."
    ) { (study, call: LuaCall, folder: String, options: LuaTable?) in
      try study.run(in: folder, try StudyRunDefinition(options, of: "run"), call)
    }
    lua.method(
      "merge", "(parts: string[], folder: string): StudyReport",
      "Joins the runs of other folders, such as those of parts, in one that has this plan; no run is made."
    ) { (study, call: LuaCall, parts: [String], folder: String) in
      try study.merge(parts, into: folder, call)
    }
    lua.method(
      "verify", "(folder: string, options?: StudyVerifyOptions): StudyVerification",
      "Compares a folder with what its manifest's definition makes, and measures its frames again."
    ) { (study, call: LuaCall, folder: String, options: LuaTable?) in
      try study.verify(folder, try StudyVerifyDefinition(options, of: "verify"), call)
    }
    lua.method(
      "compare", "(folder: string, other: string): StudyComparison",
      "Compares the results of two folders, whatever their plans, by the runs that both have."
    ) { (study, call: LuaCall, folder: String, other: String) in
      try study.compare(folder, with: other, call)
    }
    lua.metamethod(.toString) { (study: StudyObject) in
      "study '\(study.plan.name)': \(counted(study.plan.runCount, "run"))"
    }
  }

  private func verify(
    _ folder: String, _ extent: StudyVerifyDefinition, _ call: LuaCall
  ) throws -> LuaTable {
    try scope.checkReading("\(folder)/\(StudyStore.fileName)")
    try call.reserve(points: plan.datasets)
    let store = try StudyStore(in: folder)
    let verifier = try StudyVerifier(
      store, in: scope.workbench, limits: try store.manifest().pluginLimits.map { PluginLimits($0) })
    let outcome = try verifier.verify(rerunning: extent.rerun, seed: extent.seed, context: scope.context)
    let table = call.makeTable()
    try table.set("runs", outcome.runs)
    try table.set("frames", outcome.frames)
    try table.set("values", outcome.values)
    try table.set("reruns", outcome.reruns)
    try table.set("outcome", outcome.outcome.rawValue)
    try table.set("problems", outcome.problems)
    try table.set("notes", outcome.notes)
    try table.set("unproved", outcome.unproved)
    return table
  }

  private func compare(_ folder: String, with other: String, _ call: LuaCall) throws -> LuaTable {
    for folder in [folder, other] { try scope.checkReading("\(folder)/\(StudyStore.fileName)") }
    let comparison = StudyComparison(
      try StudyStore(in: folder).results(), try StudyStore(in: other).results(), names: (folder, other))
    let table = call.makeTable()
    try table.set("runs", comparison.runCount)
    try table.set("equalRuns", comparison.equalCount)
    try table.set("notes", comparison.notes)
    try table.set("rows", comparison.rows.map(\.members))
    try table.set("trends", comparison.trends.map(\.members))
    return table
  }

  private func run(
    in folder: String, _ extent: StudyRunDefinition, _ call: LuaCall
  ) throws -> StudyTable {
    try scope.checkWriting(in: folder)
    try call.reserve(points: plan.datasets)
    // How many points a file has is not known before it is read.
    try call.reserve(
      runsOf: plan.datasets.map { $0.count ?? 0 }, by: try plan.strategies.map { try $0.clusterer() },
      threads: scope.threads)
    let notes = Notes()
    var runner = StudyRunner(source, in: folder)
    runner.part = extent.part
    runner.retriesFailures = extent.retry
    runner.note = { notes.add($0) }
    return try StudyTable(try runner.run(context: scope.context), notes)
  }

  private func merge(_ parts: [String], into folder: String, _ call: LuaCall) throws -> StudyTable {
    for part in parts { try scope.checkReading("\(part)/\(StudyStore.fileName)") }
    try scope.checkWriting(in: folder)
    try call.reserve(points: plan.datasets)
    let notes = Notes()
    var merger = StudyMerger(plan, try parts.map { try StudyStore(in: $0) })
    merger.note = { notes.add($0) }
    return try StudyTable(try merger.merge(into: folder, context: scope.context), notes)
  }
}

extension StudyComparison.Row {
  /// The row as a script sees it.
  fileprivate var members: [String: LuaValue] {
    var members: [String: LuaValue] = [
      "dataset": .string(dataset), "strategy": .string(strategy), "camera": .string(camera),
      "measure": .string(measure.label), "runs": .integer(runCount), "equalRuns": .integer(equalCount),
      "values": .integer(valueCount), "differing": .integer(differingCount), "largest": .number(largest),
    ]
    members["first"] = first.number.map { .number($0) }
    members["second"] = second.number.map { .number($0) }
    members["difference"] = difference.map { .number($0) }
    members["undefined"] = first.reason.map { .string($0.code) }
    return members
  }
}

extension StudyComparison.Trend {
  /// The trend as a script sees it.
  fileprivate var members: [String: LuaValue] {
    [
      "strategy": .string(strategy), "camera": .string(camera), "measure": .string(measure.label),
      "datasets": .integer(datasetCount), "medianDifference": .number(median), "better": .integer(better),
      "worse": .integer(worse), "p": .number(p),
    ]
  }
}

/// What a study notes of its data: unusable rows, guessed columns, crowds of points.
private final class Notes: Sendable {
  private let notes = Mutex<[String]>([])

  func add(_ note: String) { notes.withLock { $0.append(note) } }

  var all: [String] { notes.withLock { $0 } }
}

/// The results of a study, as a table with a row for each dataset, strategy and camera, and for each rule by
/// which the plan combines cameras.
private struct StudyTable: LuaPushable {
  private let results: StudyResults
  private let status: StudyStatus
  private let notes: [String]

  init(_ store: StudyStore, _ notes: Notes) throws(StudyError) {
    results = try store.results()
    status = try store.status()
    self.notes = notes.all
  }

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("name", results.name)
    try? table.set("runs", status.finished)
    try? table.set("failed", status.failed)
    try? table.set("frames", results.manifest.frames?.sha256)
    try? table.set("notes", notes)
    try? table.set(
      "problems",
      status.problems.map { ["dataset": $0.dataset, "strategy": $0.strategy, "message": $0.message] })
    try? table.set(
      "columns",
      ["dataset", "strategy"] + (results.cameras.count > 1 ? ["camera"] : [])
        + shown.map { results.measures[$0].label } + ["verdict"])
    for (place, row) in rows.enumerated() { try? table.set(place + 1, row) }
    table.push(to: call)
  }

  /// The measures to show: the primary ones, or the first of each metric.
  private var shown: [Int] {
    var seen: Set<String> = []
    if !results.primary.isEmpty {
      return results.primary.map(\.measure).filter { seen.insert(results.measures[$0].label).inserted }
    }
    return results.measures.indices.filter {
      seen.insert(String(results.measures[$0].label.prefix { $0 != "." })).inserted
    }
  }

  /// The scores by their cameras: each camera with all measures, then each combination with its own.
  private var sections: [(along: String, criteria: [Criterion])] {
    var sections = results.cameras.indices.map { camera in
      (
        along: results.cameras[camera].label,
        criteria: results.measures.indices.compactMap { results.criterion($0, camera: camera) }
      )
    }
    for criterion in results.primary where criterion.cameras.count > 1 {
      if let section = sections.firstIndex(where: { $0.along == criterion.along }) {
        sections[section].criteria.append(criterion)
      } else {
        sections.append((criterion.along, [criterion]))
      }
    }
    return sections
  }

  private var rows: [[String: LuaValue]] {
    let sections = sections
    return results.datasets.indices.flatMap { dataset in
      results.strategies.indices.flatMap { strategy in
        sections.map { row(dataset, strategy, along: $0.along, $0.criteria) }
      }
    }
  }

  private func row(
    _ dataset: Int, _ strategy: Int, along: String, _ criteria: [Criterion]
  ) -> [String: LuaValue] {
    var row: [String: LuaValue] = [
      "dataset": .string(results.datasets[dataset].name),
      "strategy": .string(results.strategies[strategy].label), "camera": .string(along),
      "verdict": .string(results.verdict(dataset: dataset, strategy: strategy).rawValue),
    ]
    for criterion in criteria {
      let label = results.measures[criterion.measure].label
      let score = results.score(criterion, dataset: dataset, strategy: strategy)
      if let number = score.value.number { row[label] = .number(number) }
      if let reason = score.value.reason { row["\(label).reason"] = .string(reason.code) }
      row["\(label).defined"] = .integer(score.defined)
      row["\(label).frames"] = .integer(score.count)
    }
    return row
  }
}
