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
    lua.metamethod(.toString) { (study: StudyObject) in
      "study '\(study.plan.name)': \(counted(study.plan.runCount, "run"))"
    }
  }

  private func run(in folder: String, _ call: LuaCall) throws -> StudyTable {
    try scope.checkWriting(in: folder)
    try call.reserve(points: plan.datasets)
    // How many points a file has is not known before it is read.
    try call.reserve(
      cellsOf: plan.datasets.map { $0.count ?? 0 }, by: try plan.strategies.map { try $0.clusterer() },
      threads: scope.threads)
    let runner = StudyRunner(plan, in: folder)
    let store = try runner.run(context: scope.context)
    return StudyTable(results: try store.results(), status: try store.status())
  }
}

/// The results of a study, as a table with a row for each dataset and strategy.
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
      "columns", ["dataset", "strategy"] + shown.map { results.measures[$0].label } + ["verdict"])
    var place = 0
    for dataset in results.datasets.indices {
      for strategy in results.strategies.indices {
        place += 1
        try? table.set(place, row(dataset, strategy))
      }
    }
    table.push(to: call)
  }

  /// The measures to show: the primary ones, or the first of each metric.
  private var shown: [Int] {
    if !results.primary.isEmpty { return results.primary }
    var seen: Set<String> = []
    return results.measures.indices.filter {
      seen.insert(String(results.measures[$0].label.prefix { $0 != "." })).inserted
    }
  }

  private func row(_ dataset: Int, _ strategy: Int) -> [String: LuaValue] {
    var row: [String: LuaValue] = [
      "dataset": .string(results.datasets[dataset].name),
      "strategy": .string(results.strategies[strategy].label),
      "verdict": .string(results.verdict(dataset: dataset, strategy: strategy).rawValue),
    ]
    for measure in results.measures.indices {
      let score = results.score(measure, dataset: dataset, strategy: strategy)
      if let number = score.number { row[results.measures[measure].label] = .number(number) }
    }
    return row
  }
}
