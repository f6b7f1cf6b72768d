import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies

/// `compare { datasets = …, strategies = …, metrics = …, zooms = … }`: runs every strategy on every dataset
/// over the same views.
///
/// Returns an array of rows; a row's `overlap` is the median of the metric's first measure,
/// `["overlap.pairs"]` that of another one, with `.defined` behind it the number of views that have a value
/// and with `.reason` why none has. `columns` of the array names the columns to show.
enum CompareFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("compare") { (call: LuaCall, options: LuaTable) in
      let definition = try ComparisonDefinition(options, of: "compare", registry: scope.registry)
      for path in definition.datasets.compactMap(\.path) { try scope.checkReading(path) }
      try call.reserve(points: definition.datasets)
      var notes: [String] = []
      let comparison = try Comparison(definition, context: scope.context) { notes.append($0) }
      try call.reserve(
        runsOf: comparison.datasets.map(\.points.count), by: comparison.strategies.map(\.clusterer),
        threads: scope.threads)
      return ComparisonTable(
        result: try comparison.run(context: scope.context), metrics: comparison.metrics.map(\.about),
        notes: notes)
    }
  }
}

/// A comparison as an array of rows.
private struct ComparisonTable: LuaPushable {
  let result: ComparisonOutcome
  let metrics: [MetricDescription]
  let notes: [String]

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set(
      "columns",
      ["dataset", "strategy"] + (isTuned ? ["size"] : []) + ["clusters"] + metrics.map(\.name) + ["verdict"])
    try? table.set("notes", notes)
    for (place, row) in result.rows.enumerated() { try? table.set(place + 1, cells(of: row)) }
    table.push(to: call)
  }

  private var isTuned: Bool { result.rows.contains { $0.sizes != nil } }

  private func cells(of row: ComparisonRow) -> [String: LuaValue] {
    var cells: [String: LuaValue] = [
      "dataset": .string(row.dataset), "strategy": .string(row.strategy),
      "verdict": .string(row.verdict.rawValue), "views": .integer(row.views.count),
    ]
    if let sizes = row.sizes { cells["size"] = .string(sizes.inWords) }
    if let clusters = row.clusters { cells["clusters"] = .number(clusters) }
    if let message = row.messages.first { cells["failure"] = .string(message) }
    for summary in row.summaries {
      if let median = summary.median.number { cells[summary.label] = .number(median) }
      if let reason = summary.median.reason { cells["\(summary.label).reason"] = .string(reason.code) }
      cells["\(summary.label).defined"] = .integer(summary.defined)
    }
    for metric in metrics {
      if let first = metric.measures.first { cells[metric.name] = cells["\(metric.name).\(first.name)"] }
    }
    return cells
  }
}
