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
    self.names = names
    var notes = StudyNotes(first, second, names)
    let measures = notes.sharedMeasures()
    let pairs = notes.pairs()
    self.notes = notes.sentences
    runCount = pairs.count
    equalCount = pairs.count { $0.isEqual }
    let cells = Dictionary(grouping: pairs, by: \.cell)
    let sources = first.sources
    rows = pairs.map(\.cell).uniqued.compactMap { cells[$0] }.flatMap { cell in
      let source = sources.firstIndex { $0.contains(cell[0].first.dataset) } ?? 0
      return measures.map { Row(cell, $0, of: first, source: source) }.filter { $0.valueCount > 0 }
    }
    trends = Trend.all(of: rows)
  }
}

/// A run of two studies.
private struct RunPair {
  let first: StudyRun
  let second: StudyRun

  /// What it is of, but for the seed.
  var cell: [Int] { [first.dataset, first.strategy, first.camera] }

  /// Whether the frames are equal, members and markers.
  var isEqual: Bool { first.frames.map(\.hashes.exact) == second.frames.map(\.hashes.exact) }

  /// The values of a measure in both, and whether each counts in one of them.
  func values(
    _ measure: (first: Int, second: Int), _ scope: MetricScope
  ) -> [(first: MeasuredValue, second: MeasuredValue, counts: Bool)] {
    let (mine, theirs) = (first.values[measure.first], second.values[measure.second])
    return (0..<max(mine.count, theirs.count)).map {
      (
        first: mine.indices.contains($0) ? mine[$0] : .undefined(.notMeasured),
        second: theirs.indices.contains($0) ? theirs[$0] : .undefined(.notMeasured),
        counts: first.exposure.includes($0, scope) || second.exposure.includes($0, scope)
      )
    }
  }
}

/// What two studies do not share, in sentences.
private struct StudyNotes {
  let first: StudyResults
  let second: StudyResults
  let names: (first: String, second: String)
  private(set) var sentences: [String] = []

  init(_ first: StudyResults, _ second: StudyResults, _ names: (first: String, second: String)) {
    (self.first, self.second, self.names) = (first, second, names)
    for (kind, list) in [
      ("dataset", { $0.datasets.map(\.name) }), ("strategy", { $0.strategies.map(\.label) }),
      ("camera", { $0.cameras.map(\.label) }), ("seed", { $0.seeds.map(\.description) }),
    ] as [(String, (StudyResults) -> [String])] {
      noteMissing(kind, list)
    }
    let (mine, theirs) = (first.manifest, second.manifest)
    for (what, first, second) in [
      ("pinfold", mine.tool.version, theirs.tool.version),
      ("its commit", mine.tool.commit.value ?? "unknown", theirs.tool.commit.value ?? "unknown"),
      ("the size of markers", mine.study.markerStyle, theirs.study.markerStyle),
    ] where first != second {
      sentences.append("\(what) is \(first) in \(names.first), \(second) in \(names.second)")
    }
    for strategy in mine.strategies {
      guard let other = theirs.strategies.first(where: { $0.label == strategy.label }) else { continue }
      for (isOther, what) in [
        (
          strategy.version != other.version,
          "is of version \(strategy.version) in \(names.first), \(other.version)"
        ),
        (strategy.sourceSHA256 != other.sourceSHA256, "has another source"),
        (strategy.parameters != other.parameters, "has other parameters"),
      ] where isOther {
        sentences.append("strategy '\(strategy.label)' \(what) in \(names.second)")
      }
    }
    for dataset in first.datasets
    where second.datasets.contains(where: { $0.name == dataset.name && $0.digest != dataset.digest }) {
      sentences.append("dataset '\(dataset.name)' has other points in \(names.second): its runs are left out")
    }
  }

  /// Notes what only one of the studies has.
  private mutating func noteMissing(_ kind: String, _ list: (StudyResults) -> [String]) {
    for (study, other, name) in [(first, second, names.first), (second, first, names.second)] {
      let known = Set(list(other))
      let alone = list(study).filter { !known.contains($0) }
      if !alone.isEmpty { sentences.append("only \(name) has \(kind) \(alone.joined(separator: ", "))") }
    }
  }

  /// The measures that both have in one version, by their indices; values of several versions cannot be
  /// compared.
  mutating func sharedMeasures() -> [(first: Int, second: Int)] {
    noteMissing("measure") { $0.measures.map(\.label) }
    var shared: [(first: Int, second: Int)] = []
    for (index, record) in first.measures.enumerated() {
      guard let other = second.measure(record.label) else { continue }
      let version = second.measures[other].version
      if record.version == version {
        shared.append((index, other))
        continue
      }
      let metric = record.label.dropLast(record.measure.name.count + 1)
      let note =
        "metric '\(metric)' is of version \(record.version) in \(names.first), \(version) in \(names.second): "
        + "it is left out"
      if !sentences.contains(note) { sentences.append(note) }
    }
    return shared
  }

  /// The runs that succeeded in both on the same views, in the first study's order.
  mutating func pairs() -> [RunPair] {
    func axes(_ study: StudyResults) -> [[String]] {
      [
        study.datasets.map { "\($0.name), \($0.digest)" }, study.strategies.map(\.label),
        study.cameras.map(\.label), study.seeds.map(\.description),
      ]
    }
    let (mine, theirs) = (axes(first), axes(second))
    /// The names that identify a run; nil where only one study has it.
    func key(_ run: StudyRun, _ axes: [[String]], _ others: [[String]]) -> [String]? {
      let key = zip(axes, [run.dataset, run.strategy, run.camera, run.seed]).map { $0[$1] }
      return zip(others, key).allSatisfy { $0.contains($1) } ? key : nil
    }
    var others: [[String]: StudyRun] = [:]
    for run in second.runs { if let key = key(run, theirs, mine) { others[key] = run } }
    var pairs: [RunPair] = []
    var (missing, otherViews, failed) = (0, 0, [0, 0])
    for run in first.runs {
      guard let key = key(run, mine, theirs) else { continue }
      guard let other = others.removeValue(forKey: key) else {
        missing += 1
        continue
      }
      if run.failure != nil || other.failure != nil {
        failed[0] += run.failure != nil ? 1 : 0
        failed[1] += other.failure != nil ? 1 : 0
      } else if run.frames.map(\.viewport) != other.frames.map(\.viewport) {
        otherViews += 1
      } else {
        pairs.append(RunPair(first: run, second: other))
      }
    }
    for (count, what) in [
      (missing, "of \(names.first) not finished in \(names.second)"),
      (others.count, "of \(names.second) not finished in \(names.first)"),
      (otherViews, "with other views in \(names.second) left out"),
      (failed[0], "failed in \(names.first)"), (failed[1], "failed in \(names.second)"),
    ] where count > 0 {
      sentences.append("\(count == 1 ? "1 run" : "\(count) runs") \(what)")
    }
    return pairs
  }
}

extension StudyComparison.Row {
  /// The subject of a trend.
  fileprivate var subject: [String] { [strategy, camera, measure.label] }

  fileprivate init(
    _ cell: [RunPair], _ measure: (first: Int, second: Int), of study: StudyResults, source: Int
  ) {
    self.source = source
    let (run, record) = (cell[0].first, study.measures[measure.first])
    dataset = study.datasets[run.dataset].name
    strategy = study.strategies[run.strategy].label
    camera = study.cameras[run.camera].label
    self.measure = record
    runCount = cell.count
    equalCount = cell.count { $0.isEqual }
    let values = cell.flatMap { $0.values(measure, record.scope) }
    valueCount = values.count
    differingCount = values.count { $0.first != $0.second }
    let matched = values.filter { $0.first.number != nil && $0.second.number != nil }
    let counting = values.filter(\.counts)
    let counted = matched.filter(\.counts)
    func score(_ side: [MeasuredValue], _ all: [MeasuredValue]) -> MeasuredValue {
      .number(
        record.measure.reduced(side.compactMap(\.number)),
        else: all.reason ?? (all.isEmpty ? .nothingToDecide : .notMeasured))
    }
    first = score(counted.map(\.first), counting.map(\.first))
    second = score(counted.map(\.second), counting.map(\.second))
    largest =
      matched.map { (($0.second.number ?? 0) - ($0.first.number ?? 0)).magnitude }.max() ?? 0
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
