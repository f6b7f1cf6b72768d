import Pinfold
package import PinfoldData
package import PinfoldDefinitions
import PinfoldStudies

/// Times builds and queries of strategies, and measures their memory.
package struct BenchStrategies: Verb {
  package var dataset: DatasetDefinition
  package var options: BenchDefinition

  package init(_ dataset: DatasetDefinition, _ options: BenchDefinition) {
    (self.dataset, self.options) = (dataset, options)
  }

  package func answer(_ context: VerbContext) throws -> BenchAnswer {
    let strategies = try options.strategies.named()
    try context.reserve(points: [dataset])
    let data = try context.load(dataset)
    var bench = Bench(datasets: [data], strategies: strategies, plan: options.views.plan)
    bench.builds = options.timing.builds
    bench.passes = options.timing.passes
    bench.repetitions = options.repetitions
    bench.baseline = options.baseline
    bench.seed = options.views.seed
    return BenchAnswer(result: try bench.run(context: context.run, progress: context.steps))
  }
}

/// The timings of strategies, as a table, CSV, JSON and rows of a script; all but the table are in seconds.
package struct BenchAnswer: TableText {
  fileprivate let result: BenchResult

  package var failures: [String] {
    result.rows.compactMap { row in row.failure.map { "\(row.strategy): \($0)" } }
  }

  package var table: String {
    let isRelated = result.rows.contains { $0.queryRatio != nil }
    return result.datasets.map { dataset in
      let rows = result.rows.filter { $0.dataset == dataset.name }
      var table = TextTable(
        header: ["strategy", "build ms", "query µs", "p99 µs", "bytes/point"]
          + (isRelated ? ["× build", "× query"] : []))
      for row in rows {
        let cells = [
          row.failure == nil ? row.strategy : "\(row.strategy) (failed)", scaled(row.build.median, by: 1e3),
          scaled(row.query.median, by: 1e6), scaled(row.query.quantile(0.99), by: 1e6),
          short(row.indexBytesPerPoint),
        ]
        table.row(cells + (isRelated ? [short(row.buildRatio), short(row.queryRatio)] : []))
      }
      return """
        \(dataset.name): \(counted(dataset.count, "point")), prepared in \
        \(scaled(dataset.preparation.median, by: 1e3)) ms, \(short(dataset.bytesPerPoint)) bytes a point
        medians of \(counted(dataset.preparation.samples.count, "build")), queries over \
        \(counted(rows.map(\.query.samples.count).max() ?? 0, "timing")) a strategy

        \(table.text)
        """
    }.joined(separator: "\n")
  }

  private func scaled(_ seconds: Double?, by factor: Double) -> String { short(seconds.map { $0 * factor }) }

  package var csv: [UInt8] { CSVWriter.document(result.rows, BenchRow.columns) }

  package var script: ScriptForm {
    let columns = ["strategy", "build", "queryP50", "queryP99", "indexBytesPerPoint"]
    return ScriptForm(list: result.rows.map { Node($0, BenchRow.columns) }, ["columns": columns])
  }

  package func write(to json: inout JSONWriter) {
    let datasets = result.datasets.map { dataset in
      Node([
        "name": dataset.name, "points": dataset.count, "prepare": dataset.preparation.median,
        "bytesPerPoint": dataset.bytesPerPoint,
        "views": dataset.views.map { view in
          Node(["lon": view.center.longitude, "lat": view.center.latitude, "zoom": view.zoom])
        },
      ])
    }
    json.members(["datasets": datasets, "rows": Node(result.rows, BenchRow.columns)])
  }
}

extension BenchRow {
  fileprivate static var columns: [RowColumn<BenchRow>] {
    [
      RowColumn("dataset", \.dataset), RowColumn("strategy", \.strategy),
      RowColumn("coldBuild", \.coldBuild), RowColumn("build", \.build.median),
      RowColumn("buildBest", \.build.best), RowColumn("queryP50", \.query.median),
      RowColumn("queryP99") { $0.query.quantile(0.99) }, RowColumn("queries", \.query.samples.count),
      RowColumn(list: "clusters", \.clusters), RowColumn("indexBytesPerPoint", \.indexBytesPerPoint),
      RowColumn("buildRatio", \.buildRatio), RowColumn("queryRatio", \.queryRatio),
      RowColumn("failure", \.failure),
    ]
  }
}
