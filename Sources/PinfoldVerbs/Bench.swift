import Pinfold
package import PinfoldData
package import PinfoldDefinitions
package import PinfoldDrawing
import PinfoldEvaluation
import PinfoldStudies

/// Times builds and queries of strategies, and measures their memory.
package struct BenchStrategies: Verb {
  package var dataset: DatasetDefinition
  package var options: BenchDefinition

  package init(_ dataset: DatasetDefinition, _ options: BenchDefinition) {
    (self.dataset, self.options) = (dataset, options)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> BenchAnswer {
    try VerbError.wrapping {
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
}

/// The timings of strategies, as a table, CSV and JSON; all but the table are in seconds.
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

  package func write(to json: inout JSONWriter) {
    json.member("datasets", objects: result.datasets) { dataset, json in
      json.member("name", dataset.name)
      json.member("points", dataset.count)
      json.member("prepare", dataset.preparation.median)
      json.member("bytesPerPoint", dataset.bytesPerPoint)
      json.member("views", objects: dataset.views) { view, json in
        json.member("lon", view.center.longitude)
        json.member("lat", view.center.latitude)
        json.member("zoom", view.zoom)
      }
    }
    json.member("rows", Node(result.rows, BenchRow.columns))
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

/// Times builds and first frames of strategies on ever larger parts of the points.
package struct BenchSizes: Verb {
  package var dataset: DatasetDefinition
  package var options: BenchDefinition
  package var sizes: ScaleDefinition

  package init(_ dataset: DatasetDefinition, _ options: BenchDefinition, _ sizes: ScaleDefinition) {
    (self.dataset, self.options, self.sizes) = (dataset, options, sizes)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> ScaleAnswer {
    try VerbError.wrapping {
      let strategies = try options.strategies.named()
      try context.reserve(points: [dataset])
      var bench = ScaleBench(
        dataset: try context.load(dataset), strategies: strategies, screen: options.views.plan.screen)
      bench.smallest = sizes.smallest
      bench.longest = sizes.longest
      bench.builds = options.timing.builds
      bench.seed = options.views.seed
      return ScaleAnswer(result: try bench.run(context: context.run, progress: context.steps))
    }
  }
}

/// How strategies scale, as a table, CSV, JSON and a chart; all but the table are in seconds.
package struct ScaleAnswer: TableText {
  fileprivate let result: ScaleResult

  package var failures: [String] {
    result.rows.compactMap { row in
      if case .failed(_, let message) = row.stop { "\(row.strategy): \(message)" } else { nil }
    }
  }

  package var picture: Picture { result.picture }

  package var table: String {
    var table = TextTable(
      header: ["strategy", "time in ms"] + result.sizes.map { ReportNumber.text(Double($0)) } + [
        "exponent", "least…most",
      ])
    for row in result.rows {
      let lines: [(String, KeyPath<ScaleRow.Size, Timing>, ScalingExponent?)] = [
        ("build", \.build, row.buildExponent), ("frame", \.frame, row.frameExponent),
      ]
      for (name, timing, exponent) in lines {
        let times = result.sizes.map { count in
          short(row.sizes.first { $0.count == count }?[keyPath: timing].median.map { $0 * 1e3 })
        }
        let ends = exponent.map { [$0.range.lowerBound, $0.range.upperBound].map(ReportNumber.exponent) }
        table.row(
          [row.strategy, name] + times
            + [exponent.map { ReportNumber.exponent($0.slope) } ?? "-", ends?.joined(separator: "…") ?? "-"])
      }
    }
    let stops = result.rows.compactMap { row in row.stop.map { "\(row.strategy): \(words($0))\n" } }
    return """
      \(result.dataset): medians of builds, and of the first frame of all points after each
      exponents by least squares of log time over log points, and the least and most from one size to the next

      \(table.text)
      """ + stops.joined()
  }

  private func words(_ stop: ScaleRow.Stop) -> String {
    func points(_ count: Int) -> String {
      "\(ReportNumber.text(Double(count))) point\(count == 1 ? "" : "s")"
    }
    let longest = ReportNumber.text(result.longest)
    return switch stop {
    case .expected(let count, let seconds):
      "\(points(count)) would take about \(ReportNumber.text(seconds)) s, and --longest allows \(longest) s"
    case .tookLonger(let count): "\(points(count)) took more than the \(longest) s of --longest"
    case .failed(let count, let message): "\(points(count)): \(message)"
    }
  }

  /// A row for each strategy and size.
  package var csv: [UInt8] {
    CSVWriter.document(
      result.rows.flatMap { row in row.sizes.map { (row: row, size: $0) } },
      [
        RowColumn("dataset") { _ in result.dataset }, RowColumn("strategy", \.row.strategy),
        RowColumn("points", \.size.count), RowColumn("build", \.size.build.median),
        RowColumn("frame", \.size.frame.median), RowColumn("clusters", \.size.clusters),
        RowColumn("buildExponent") { $0.row.buildExponent?.slope },
        RowColumn("frameExponent") { $0.row.frameExponent?.slope },
      ])
  }

  package func write(to json: inout JSONWriter) {
    json.member("dataset", result.dataset)
    json.member("longest", result.longest)
    json.member("rows", objects: result.rows) { row, json in
      json.member("strategy", row.strategy)
      json.member("sizes", objects: row.sizes) { size, json in
        json.member("points", size.count)
        json.member("build", size.build.median)
        json.member("frame", size.frame.median)
        json.member("builds", size.build.samples.count)
        json.member("clusters", size.clusters)
      }
      for (name, exponent) in [("build", row.buildExponent), ("frame", row.frameExponent)] {
        json.member("\(name)Exponent", exponent?.slope)
        json.member("\(name)ExponentLeast", exponent?.range.lowerBound)
        json.member("\(name)ExponentMost", exponent?.range.upperBound)
      }
      json.member("stop", row.stop.map(words))
    }
  }
}
