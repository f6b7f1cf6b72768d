import Pinfold
import PinfoldDrawing

extension ReportFacts {
  /// The strategies' times, against each other and against the number of points.
  var times: ReportSection {
    guard !results.timings.isEmpty else {
      return ReportSection("times", "Time and memory", [.paragraph("The study timed nothing.")])
    }
    var blocks: [ReportBlock] = [
      .paragraph(
        "Timed alone, strategies interleaved in random order, after one run that does not count; figures are of one machine, so "
          + "compare them with each other only. A 99 % quantile wants a thousand queries or more.")
    ]
    for dataset in results.datasets.indices where results.timings.contains(where: { $0.dataset == dataset }) {
      blocks.append(timeTable(dataset))
    }
    blocks += [profile, scaling("query") { $0.query.median }, scaling("build") { $0.build.median }]
      .compactMap { $0 }
    return ReportSection("times", "Time and memory", blocks)
  }

  private func timeTable(_ dataset: Int) -> ReportBlock {
    let points = results.datasets[dataset]
    func duration(_ seconds: Double?) -> ReportTable.Cell {
      .number(seconds.map(ReportNumber.duration) ?? "–")
    }
    let rows = results.timings.filter { $0.dataset == dataset }.map { timing -> [ReportTable.Cell] in
      [
        ReportTable.Cell(
          results.strategies[timing.strategy].label + (timing.failure.map { " (failed: \($0))" } ?? "")),
        duration(timing.coldBuild), duration(timing.build.median), duration(timing.query.median),
        duration(timing.query.quantile(0.95)), duration(timing.query.quantile(0.99)),
        .number(timing.query.samples.count),
        .number(timing.bytesPerPoint.map { ReportNumber.bytes($0 * Double(points.count)) } ?? "–"),
      ]
    }
    return .table(
      "On \(points.name), \(counted(points.count, "point")).",
      columns: [
        "strategy", "first build", "build, median", "query p50", "p95", "p99", "queries", "index memory",
      ],
      rows: rows)
  }

  private var profile: ReportBlock? {
    let costs = results.datasets.indices.map { dataset in
      results.strategies.indices.map { strategy in
        results.timings.first { $0.dataset == dataset && $0.strategy == strategy }?.query.median
      }
    }.filter { $0.contains { $0 != nil } }
    guard costs.count > 1 else { return nil }
    let profile = PerformanceProfile(costs)
    let series = results.strategies.indices.filter { !profile.factors[$0].isEmpty }.map {
      XYChart.Series(results.strategies[$0].label, profile.line($0), as: .steps, color: $0)
    }
    return .chart(
      "profile-query", "Query time within a factor of the best",
      x: ChartAxis("factor to the fastest", isLogarithmic: true),
      y: ChartAxis("share of data sets", range: 0...1), series,
      caption:
        "Performance profile of the median query: the share of data sets on which a strategy is within a factor of "
        + "the fastest. The higher and the further to the left, the better.")
  }

  /// Times against numbers of points, both by their logarithms, so that an exponent is a slope.
  private func scaling(_ name: String, _ time: (StudyTiming) -> Double?) -> ReportBlock? {
    let sizes = Set(results.timings.map { results.datasets[$0.dataset].count }).filter { $0 > 0 }
    guard let least = sizes.min(), let most = sizes.max(), most >= 2 * least else { return nil }
    let samples = results.strategies.indices.map { strategy in
      results.timings.filter { $0.strategy == strategy }.compactMap { timing in
        time(timing).map { (count: Double(results.datasets[timing.dataset].count), seconds: $0) }
      }.sorted { $0 < $1 }
    }
    let lines = results.strategies.indices.filter { !samples[$0].isEmpty }.map { strategy in
      XYChart.Series(
        results.strategies[strategy].label,
        samples[strategy].map { XYChart.Point(x: $0.count, y: $0.seconds * 1000) }, color: strategy)
    }
    let exponents = results.strategies.indices.compactMap { strategy in
      scalingExponent(of: samples[strategy]).map {
        "\(results.strategies[strategy].label) \(ReportNumber.text($0))"
      }
    }
    let slopes =
      exponents.isEmpty
      ? "Three sizes or more would give slopes."
      : "Slopes by least squares: \(exponents.joined(separator: ", "))."
    return .chart(
      "scaling-\(name)", "Time of a \(name) against the number of points",
      x: ChartAxis("points", isLogarithmic: true), y: ChartAxis("milliseconds", isLogarithmic: true), lines,
      caption:
        "Median time of a \(name) on data sets of different sizes, which differ in more than size. \(slopes)")
  }
}

/// The exponent *e* of a time that is in proportion to the *e*th power of the number of points: the slope of
/// log time on log count by least squares. Nil for fewer than three different counts; samples at no point or
/// of no time are left out.
func scalingExponent(of samples: [(count: Double, seconds: Double)]) -> Double? {
  let points = samples.filter { $0.count > 0 && $0.seconds > 0 }
    .map { (x: Double.log($0.count), y: Double.log($0.seconds)) }
  guard Set(points.map(\.x)).count >= 3 else { return nil }
  let n = Double(points.count)
  let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / n, points.reduce(0) { $0 + $1.y } / n)
  let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
  return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
}
