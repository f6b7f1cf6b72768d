import Lua
import Pinfold
import PinfoldEvaluation
import PinfoldStudies

/// `compare { datasets = …, strategies = …, metrics = …, zooms = … }`: every strategy on every dataset on the
/// same views.
///
/// Answers an array of rows; a row's `overlap` is the median of the metric's first measure,
/// `["overlap.pairs"]` that of another one. `columns` of the array names the columns to show.
enum CompareFunction {
  private static let fields = ["datasets", "strategies", "metrics"] + PlanOptions.fields

  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("compare") { (options: [String: LuaValue]) in
      var options = OptionTable(options, of: "compare", known: fields)
      let datasets = try (options.list("datasets") ?? []).map { value in
        guard let dataset = value.object(as: DatasetObject.self) else {
          throw LuaError(.runtime, "compare: 'datasets' holds a \(value.typeName); it takes datasets")
        }
        return NamedPoints(dataset.name, dataset.points)
      }
      let strategies = try (options.list("strategies") ?? scope.registry.usualStrategies.map { .string($0) })
        .map { try clusterer($0, scope) }
      let metrics = try (options.list("metrics") ?? [.string("overlap"), .string("determinism")]).map {
        try metric($0, scope, of: "compare")
      }
      let plan = try PlanOptions.plan(&options)
      try options.finish()
      var comparison = Comparison(datasets: datasets, strategies: strategies, metrics: metrics, plan: plan)
      comparison.seed = plan.seed
      return ComparisonTable(
        result: try comparison.run(context: scope.context), metrics: metrics.map(\.about))
    }
  }

  private static func clusterer(_ value: LuaValue, _ scope: ScriptScope) throws -> NamedClusterer {
    if let strategy = value.object(as: StrategyObject.self) {
      return NamedClusterer(strategy.label, strategy.clusterer)
    }
    guard let name = value.string else {
      throw LuaError(
        .runtime, "compare: 'strategies' holds a \(value.typeName); it takes names and strategies")
    }
    return NamedClusterer(name, Clusterer(try scope.registry.find(name, kind: .strategy)()))
  }

  /// A metric of the list that a script gives to a function: itself, or its name.
  static func metric(_ value: LuaValue, _ scope: ScriptScope, of function: String) throws -> any Metric {
    if let metric = value.object(as: MetricObject.self) { return metric.metric }
    guard let name = value.string else {
      throw LuaError(.runtime, "\(function): 'metrics' holds a \(value.typeName); it takes names and metrics")
    }
    return try scope.registry.find(name, kind: .metric)()
  }
}

/// A comparison as an array of rows.
private struct ComparisonTable: LuaPushable {
  let result: ComparisonOutcome
  let metrics: [MetricDescription]

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("columns", ["dataset", "strategy", "clusters"] + metrics.map(\.name) + ["verdict"])
    for (place, row) in result.rows.enumerated() { try? table.set(place + 1, cells(of: row)) }
    table.push(to: call)
  }

  private func cells(of row: ComparisonRow) -> [String: LuaValue] {
    var cells: [String: LuaValue] = [
      "dataset": .string(row.dataset), "strategy": .string(row.strategy),
      "verdict": .string(row.verdict.rawValue), "views": .integer(row.views.count),
    ]
    if let clusters = row.clusters { cells["clusters"] = .number(clusters) }
    if let message = row.messages.first { cells["failure"] = .string(message) }
    for summary in row.summaries {
      guard let median = summary.median.number else { continue }
      cells[summary.label] = .number(median)
    }
    for metric in metrics {
      if let first = metric.measures.first { cells[metric.name] = cells["\(metric.name).\(first.name)"] }
    }
    return cells
  }
}
