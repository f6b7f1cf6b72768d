import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// `study { datasets = …, strategies = …, … }`: the plan of a study, with the members that a JSON file has.
enum StudyFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("study") { (definition: LuaTable) in
      let plan = try StudyDefinition(definition, of: "study", registry: scope.registry)
      for path in plan.datasets.compactMap(\.path) { try scope.checkReading(path) }
      scope.declare(plan)
      return StudyObject(plan, scope: scope)
    }
  }
}

/// A planned study as a script sees it.
final class StudyObject: LuaObject, Sendable {
  static let luaName = "study"

  private let plan: StudyDefinition
  private let scope: ScriptScope

  init(_ plan: StudyDefinition, scope: ScriptScope) {
    self.plan = plan
    self.scope = scope
  }

  static func describe(_ lua: LuaClass<StudyObject>) {
    lua.getter("name") { $0.plan.name }
    lua.getter("runs") { $0.plan.runCount }
    lua.method("run") { (study, call: LuaCall, folder: String) in try study.run(in: folder, call) }
    lua.method("verify") { (study, call: LuaCall, folder: String) in try study.verify(folder, call) }
    lua.metamethod(.toString) { (study: StudyObject) in
      "study '\(study.plan.name)': \(counted(study.plan.runCount, "run"))"
    }
  }

  private func verify(_ folder: String, _ call: LuaCall) throws -> LuaTable {
    try scope.checkReading(folder)
    try call.reserve(points: plan.datasets)
    let verifier = StudyVerifier(try StudyStore(in: folder), registry: scope.registry)
    let outcome = try verifier.verify(context: scope.context)
    let table = call.makeTable()
    try table.set("runs", outcome.runs)
    try table.set("frames", outcome.frames)
    try table.set("values", outcome.values)
    try table.set("problems", outcome.problems)
    try table.set("notes", outcome.notes)
    return table
  }

  private func run(in folder: String, _ call: LuaCall) throws -> StudyTable {
    try scope.checkWriting(in: folder)
    try call.reserve(points: plan.datasets)
    // How many points a file has is not known before it is read.
    try call.reserve(
      runsOf: plan.datasets.map { $0.count ?? 0 }, by: try plan.strategies.map { try $0.clusterer() },
      threads: scope.threads)
    let runner = StudyRunner(plan, in: folder)
    let store = try runner.run(context: scope.context)
    return StudyTable(results: try store.results(), status: try store.status())
  }
}

/// The results of a study, as a table with a row for each dataset, strategy and camera, and for each rule by
/// which the plan combines cameras.
private struct StudyTable: LuaPushable {
  let results: StudyResults
  let status: StudyStatus

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("name", results.name)
    try? table.set("runs", status.finished)
    try? table.set("failed", status.failed)
    try? table.set("frames", results.manifest.frames?.sha256)
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
