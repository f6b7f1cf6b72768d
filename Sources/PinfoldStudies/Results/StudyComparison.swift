import PinfoldDefinitions
package import PinfoldEvaluation

/// A comparison of two studies, run by run: their common runs, and the scores that differ.
///
/// Runs are paired if dataset, strategy, camera, start and seed have the same names, and points and views
/// are the same. The program, a strategy's version or its defaults, and so the clusters, may differ.
package struct StudyComparison: Sendable {
  package let names: (first: String, second: String)

  /// The parts that only one study has and that are therefore left out, in sentences.
  package let notes: [String]

  /// The number of runs that both studies have, on the same points and views.
  package let runCount: Int

  /// The number of pairs with equal frames, members and markers.
  package let equalCount: Int

  /// The scores of both by dataset, strategy, camera and measure; those of runs that failed in one are left
  /// out.
  package let rows: [Row]

  /// The differences of ``rows`` over sources, for those that are not 0 everywhere.
  package let trends: [Trend]

  /// A score in both studies: over the frames or pairs of all paired runs that can distinguish strategies in
  /// one of the studies and on which both have a value; the mean of shares, the median of sizes.
  package struct Row: Sendable {
    package let dataset: String
    package let strategy: String
    package let camera: String
    package let measure: MeasureRecord

    /// The source of the dataset in the first study, as an index.
    fileprivate let source: Int

    /// The number of paired runs, and of those whose frames are equal.
    package let runCount: Int
    package let equalCount: Int

    package let first: MeasuredValue
    package let second: MeasuredValue

    /// The number of values in either study, and of those that are not the same in both.
    package let valueCount: Int
    package let differingCount: Int

    /// The largest difference of two values of one frame; 0 where no frame has both.
    package let largest: Double

    /// The second score less the first; nil where there are none.
    package var difference: Double? {
      guard let first = first.number, let second = second.number else { return nil }
      return second - first
    }
  }

  /// The differences of a measure of one strategy along one camera over sources, which are the samples, those
  /// of a source's datasets reduced to one.
  package struct Trend: Sendable {
    package let strategy: String
    package let camera: String
    package let measure: MeasureRecord

    /// The number of datasets on which both studies have a score, and of their sources.
    package let datasetCount: Int
    package let sourceCount: Int

    /// The number of sources on which the second is better, and worse; 0 for measures that only describe.
    package let better: Int
    package let worse: Int

    /// The median of the second score less the first.
    package let median: Double

    /// The chance of such differences if signs were random, by Wilcoxon's test with Holm's correction for all
    /// trends.
    package let p: Double
  }

  /// Compares studies.
  ///
  /// - Parameters:
  ///   - first: a study, which need not be finished.
  ///   - second: the other study.
  ///   - names: their names in notes, such as their folders.
  /// - Complexity: O(*v* log *v*), where *v* is the number of values.
  package init(_ first: StudyResults, _ second: StudyResults, names: (first: String, second: String)) {
    let pairing = StudyPairing(first, second, names)
    self.names = names
    notes = pairing.notes
    runCount = pairing.pairs.count
    equalCount = pairing.pairs.count { $0.isEqual }
    let sources = first.sources
    rows = pairing.cells.flatMap { cell in
      let source = sources.firstIndex { $0.contains(cell[0].first.dataset) } ?? 0
      return pairing.measures.map { Row(cell, $0, pairing, source: source) }.filter { $0.valueCount > 0 }
    }
    trends = Trend.all(of: rows)
  }
}

extension StudyComparison.Row {
  /// The subject of a trend.
  fileprivate var subject: [String] { [strategy, camera, measure.label] }

  fileprivate init(
    _ cell: [StudyPairing.Pair], _ measure: StudyPairing.Measure, _ pairing: StudyPairing, source: Int
  ) {
    self.source = source
    let run = cell[0].first
    dataset = pairing.first.datasets[run.dataset].name
    strategy = pairing.first.strategies[run.strategy].label
    camera = pairing.first.cameras[run.camera].label
    self.measure = measure.record
    runCount = cell.count
    equalCount = cell.count { $0.isEqual }
    let values = cell.flatMap { pair in
      let (first, second) = (pair.first.values[measure.first], pair.second.values[measure.second])
      let (exposure, other) = (pair.first.exposure, pair.second.exposure)
      let scope = measure.record.scope
      return (0..<max(first.count, second.count)).map {
        (
          first: first.indices.contains($0) ? first[$0] : .undefined(.notMeasured),
          second: second.indices.contains($0) ? second[$0] : .undefined(.notMeasured),
          counts: exposure.includes($0, scope) || other.includes($0, scope)
        )
      }
    }
    valueCount = values.count
    differingCount = values.count { $0.first != $0.second }
    let matched = values.filter { $0.first.number != nil && $0.second.number != nil }
    let counting = values.filter(\.counts)
    let counted = matched.filter(\.counts)
    func score(_ side: [MeasuredValue], _ all: [MeasuredValue]) -> MeasuredValue {
      .number(
        measure.record.measure.reduced(side.compactMap(\.number)),
        else: all.reason ?? (all.isEmpty ? .nothingToDecide : .notMeasured))
    }
    first = score(counted.map(\.first), counting.map(\.first))
    second = score(counted.map(\.second), counting.map(\.second))
    largest =
      matched.map { pair in
        let (first, second) = (pair.first.number ?? 0, pair.second.number ?? 0)
        return (second - first).magnitude
      }.max() ?? 0
  }
}

extension StudyComparison.Trend {
  /// The trends of rows, in the order of strategies, cameras and measures.
  fileprivate static func all(of rows: [StudyComparison.Row]) -> [Self] {
    let known = rows.filter { $0.difference != nil }
    let groups = Dictionary(grouping: known, by: \.subject)
    let differing = known.map(\.subject).uniqued.compactMap { groups[$0] }
      .filter { rows in rows.contains { $0.difference != 0 } }
    let reduced = differing.map { rows in
      Dictionary(grouping: rows, by: \.source).sorted { $0.key < $1.key }
        .compactMap { rows[0].measure.measure.reduced($0.value.compactMap(\.difference)) }
    }
    let chances = HolmCorrection.adjusted(reduced.map { WilcoxonTest($0).p })
    return zip(differing, zip(reduced, chances)).map { rows, trend in
      let (differences, p) = trend
      let sign =
        switch rows[0].measure.measure.better {
        case .higher: 1.0
        case .lower: -1.0
        case .descriptive: 0.0
        }
      return Self(
        strategy: rows[0].strategy, camera: rows[0].camera, measure: rows[0].measure,
        datasetCount: rows.count, sourceCount: differences.count,
        better: differences.count { $0 * sign > 0 },
        worse: differences.count { $0 * sign < 0 }, median: Quantile.median(of: differences) ?? 0, p: p)
    }
  }
}
