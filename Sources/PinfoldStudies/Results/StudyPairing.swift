import PinfoldEvaluation

/// The runs that two studies share, and what keeps others from being shared.
struct StudyPairing {
  /// A run of both studies.
  struct Pair {
    let first: StudyRun
    let second: StudyRun

    /// Whether the frames are equal, members and markers.
    var isEqual: Bool { first.frames.map(\.hashes.exact) == second.frames.map(\.hashes.exact) }

    /// Whether the runs looked at the same views.
    var hasSameViews: Bool { first.frames.map(\.viewport) == second.frames.map(\.viewport) }
  }

  /// A measure of both studies, by its index in each.
  struct Measure {
    let first: Int
    let second: Int
    let record: MeasureRecord
  }

  let first: StudyResults
  let second: StudyResults

  /// The runs that succeeded in both, in the first study's order.
  private(set) var pairs: [Pair] = []

  /// The measures that both have in one version.
  private(set) var measures: [Measure] = []

  /// What is not shared, in sentences.
  private(set) var notes: [String] = []

  private let names: (first: String, second: String)

  /// Pairs runs by the names of what they are of.
  init(_ first: StudyResults, _ second: StudyResults, _ names: (first: String, second: String)) {
    (self.first, self.second, self.names) = (first, second, names)
    let datasets = indices("dataset", first.datasets.map(\.name), second.datasets.map(\.name))
    let strategies = indices("strategy", first.strategies.map(\.label), second.strategies.map(\.label))
    let cameras = indices("camera", first.cameras.map(\.label), second.cameras.map(\.label))
    let seeds = indices("seed", first.seeds.map { "\($0)" }, second.seeds.map { "\($0)" })
    noteProgram()
    noteVersions(strategies)
    let samePoints = datasets.filter { first.datasets[$0].digest == second.datasets[$1].digest }
    for dataset in datasets.keys.sorted() where samePoints[dataset] == nil {
      notes.append(
        "dataset '\(first.datasets[dataset].name)' has other points in \(names.second): its runs are left out"
      )
    }
    pairMeasures()
    pairRuns(samePoints, strategies, cameras, seeds)
  }

  /// The runs of one dataset, strategy and camera, which differ in seeds alone.
  var cells: [[Pair]] {
    var cells: [[Pair]] = []
    for pair in pairs {
      if let run = cells.last?[0].first, run.dataset == pair.first.dataset,
        run.strategy == pair.first.strategy, run.camera == pair.first.camera
      {
        cells[cells.count - 1].append(pair)
      } else {
        cells.append([pair])
      }
    }
    return cells
  }

  /// The indices in the second list of what has the same name in the first; notes what only one has.
  private mutating func indices(_ kind: String, _ first: [String], _ second: [String]) -> [Int: Int] {
    for (list, other, name) in [(first, second, names.first), (second, first, names.second)] {
      let alone = list.filter { !other.contains($0) }
      if !alone.isEmpty { notes.append("only \(name) has \(kind) \(alone.joined(separator: ", "))") }
    }
    var indices: [Int: Int] = [:]
    for (index, name) in first.enumerated() { indices[index] = second.firstIndex(of: name) }
    return indices
  }

  /// Notes what made the frames and values, where it is not the same.
  private mutating func noteProgram() {
    let (mine, theirs) = (first.manifest, second.manifest)
    for (what, first, second) in [
      ("pinfold", mine.tool.version, theirs.tool.version),
      ("its commit", mine.tool.commit.value ?? "unknown", theirs.tool.commit.value ?? "unknown"),
      ("the size of markers", mine.study.markerStyle, theirs.study.markerStyle),
    ] where first != second {
      notes.append("\(what) is \(first) in \(names.first), \(second) in \(names.second)")
    }
  }

  /// Notes strategies of one name whose versions, sources or parameters are not the same.
  private mutating func noteVersions(_ strategies: [Int: Int]) {
    for (index, other) in strategies.sorted(by: { $0.key < $1.key }) {
      let label = first.strategies[index].label
      guard let mine = first.manifest.strategies.first(where: { $0.label == label }),
        let theirs = second.manifest.strategies.first(where: { $0.label == second.strategies[other].label })
      else { continue }
      for (isOther, what) in [
        (
          mine.version != theirs.version,
          "is of version \(mine.version) in \(names.first), \(theirs.version)"
        ),
        (mine.sourceSHA256 != theirs.sourceSHA256, "has another source"),
        (mine.parameters != theirs.parameters, "has other parameters"),
      ] where isOther {
        notes.append("strategy '\(label)' \(what) in \(names.second)")
      }
    }
  }

  /// Pairs measures. Values of a metric in different versions cannot be compared.
  private mutating func pairMeasures() {
    _ = indices("measure", first.measures.map(\.label), second.measures.map(\.label))
    for (index, record) in first.measures.enumerated() {
      guard let other = second.measure(record.label) else { continue }
      let version = second.measures[other].version
      if record.version == version {
        measures.append(Measure(first: index, second: other, record: record))
        continue
      }
      let metric = record.label.dropLast(record.measure.name.count + 1)
      let note =
        "metric '\(metric)' is of version \(record.version) in \(names.first), \(version) in \(names.second): "
        + "it is left out"
      if !notes.contains(note) { notes.append(note) }
    }
  }

  private mutating func pairRuns(
    _ datasets: [Int: Int], _ strategies: [Int: Int], _ cameras: [Int: Int], _ seeds: [Int: Int]
  ) {
    var others = Dictionary(second.runs.map { ([$0.dataset, $0.strategy, $0.camera, $0.seed], $0) }) { $1 }
    var (missing, otherViews, failed) = (0, 0, [0, 0])
    for run in first.runs {
      guard let dataset = datasets[run.dataset], let strategy = strategies[run.strategy],
        let camera = cameras[run.camera], let seed = seeds[run.seed]
      else { continue }
      guard let other = others.removeValue(forKey: [dataset, strategy, camera, seed]) else {
        missing += 1
        continue
      }
      let pair = Pair(first: run, second: other)
      if run.failure != nil || other.failure != nil {
        failed[0] += run.failure != nil ? 1 : 0
        failed[1] += other.failure != nil ? 1 : 0
      } else if !pair.hasSameViews {
        otherViews += 1
      } else {
        pairs.append(pair)
      }
    }
    let extra = others.values.count { run in
      datasets.values.contains(run.dataset) && strategies.values.contains(run.strategy)
        && cameras.values.contains(run.camera) && seeds.values.contains(run.seed)
    }
    func note(_ count: Int, _ what: String) {
      if count > 0 { notes.append("\(count == 1 ? "1 run" : "\(count) runs") \(what)") }
    }
    note(missing, "of \(names.first) not finished in \(names.second)")
    note(extra, "of \(names.second) not finished in \(names.first)")
    note(otherViews, "with other views in \(names.second) left out")
    note(failed[0], "failed in \(names.first)")
    note(failed[1], "failed in \(names.second)")
  }
}
