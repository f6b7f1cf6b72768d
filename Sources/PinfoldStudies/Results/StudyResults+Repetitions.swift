import Pinfold
import PinfoldEvaluation

extension StudyResults {
  /// The strategies in groups that differ in their own seed alone: repetitions of one strategy.
  ///
  /// The study's seeds draw where cameras start; a list of a strategy's own seeds tells its chance from that
  /// of the place.
  var repetitions: [[Int]] {
    var groups: [[Int]] = []
    var known: [String: Int] = [:]
    for (index, strategy) in strategies.enumerated() {
      let label = strategy.labelWithoutSeed
      if label != strategy.label, let group = known[label] {
        groups[group].append(index)
      } else {
        if label != strategy.label { known[label] = groups.count }
        groups.append([index])
      }
    }
    return groups
  }

  /// The same results with each group of ``repetitions`` as one strategy: the values of a run are those over
  /// its repetitions, frame by frame, means of shares and medians of sizes, and it fails, or loses points,
  /// where one of them does.
  ///
  /// - Complexity: O(number of values).
  func mergingRepetitions() -> StudyResults {
    let groups = repetitions
    guard groups.contains(where: { $0.count > 1 }) else { return self }
    var merged = self
    merged.strategies = groups.map { group in
      var strategy = strategies[group[0]]
      if group.count > 1 {
        strategy.label = strategy.labelWithoutSeed
        strategy.parameters.removeAll { $0.name == "seed" }
      }
      return strategy
    }
    let group = Dictionary(
      uniqueKeysWithValues: groups.enumerated().flatMap { place, group in group.map { ($0, place) } })
    let runs = Dictionary(grouping: runs) { run in
      [run.dataset, group[run.strategy] ?? 0, run.camera, run.seed]
    }
    merged.runs = runs.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, runs in
      // A run of which a repetition is missing is not finished.
      guard runs.count == groups[key[1]].count else { return nil }
      return StudyRun(repeating: runs, strategy: key[1], measures.map(\.measure))
    }
    let firsts = Set(groups.map { $0[0] })
    merged.timings = timings.filter { firsts.contains($0.strategy) }.map { timing in
      var timing = timing
      timing.strategy = group[timing.strategy] ?? 0
      return timing
    }
    return merged
  }

  /// How far scores of a criterion spread by the seed of a strategy, and by the start of the camera.
  ///
  /// - Parameter repetitions: the strategy with each of its seeds.
  /// - Returns: standard deviations, the roots of the mean variances over point sets and cameras: that of the
  ///   scores of one start, and that of the starts' mean scores less what seeds add to it. Nil where fewer
  ///   than two seeds, or starts, have scores.
  func spread(_ criterion: Criterion, of repetitions: [Int]) -> (bySeed: Double?, byStart: Double?) {
    var (bySeed, byStart) = ([Double](), [Double]())
    for dataset in datasets.indices {
      for camera in criterion.cameras {
        let starts = seeds.indices.map { seed in
          repetitions.compactMap { strategy in
            runs(dataset: dataset, strategy: strategy, camera: camera).first { $0.seed == seed }
              .flatMap { run in
                measures[criterion.measure].measure.reduced(
                  run.exposedValues(criterion.measure, measures[criterion.measure].scope).compactMap(\.number)
                )
              }
          }
        }.filter { !$0.isEmpty }
        let within = starts.compactMap(Quantile.variance)
        bySeed += within
        guard let between = Quantile.variance(of: starts.compactMap(Quantile.mean)) else { continue }
        let noise = Quantile.mean(of: zip(within, starts).map { $0 / Double($1.count) }) ?? 0
        byStart.append(max(0, between - noise))
      }
    }
    return (Quantile.mean(of: bySeed)?.squareRoot(), Quantile.mean(of: byStart)?.squareRoot())
  }
}

extension StrategyRecord {
  /// The strategy's own seed as it is written; nil for one that draws nothing at random.
  var seed: String? { parameters.first { $0.name == "seed" }?.value }

  /// The label without the strategy's own seed: "kmeans(clusters=8)" of "kmeans(clusters=8,seed=3)".
  var labelWithoutSeed: String {
    guard let start = label.firstIndex(of: "("), label.hasSuffix(")") else { return label }
    let settings = label[label.index(after: start)...].dropLast().split(separator: ",")
    let kept = settings.filter { !$0.hasPrefix("seed=") }
    guard kept.count < settings.count else { return label }
    return kept.isEmpty ? String(label[..<start]) : "\(label[..<start])(\(kept.joined(separator: ",")))"
  }
}

extension StudyRun {
  fileprivate init(repeating runs: [StudyRun], strategy: Int, _ measures: [Measure]) {
    self = runs[0]
    self.strategy = strategy
    guard runs.count > 1 else { return }
    failure = runs.lazy.compactMap(\.failure).first
    messages = runs.flatMap(\.messages)
    for index in frames.indices {
      frames[index].isConserving = runs.allSatisfy { run in
        !run.frames.indices.contains(index) || run.frames[index].isConserving
      }
    }
    values =
      failure != nil
      ? []
      : values.indices.map { measure in
        values[measure].indices.map { step in
          measures[measure].reduced(
            runs.compactMap { run in
              run.values.indices.contains(measure) && run.values[measure].indices.contains(step)
                ? run.values[measure][step] : nil
            })
        }
      }
  }
}
