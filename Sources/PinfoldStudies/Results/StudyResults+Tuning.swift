import PinfoldEvaluation

extension StudyResults {
  /// The indices of the point sets on which settings are chosen; empty where the plan sets none apart.
  var tuning: [Int] {
    let names = manifest.definition["tuning"]?.elements ?? []
    return datasets.indices.filter { names.contains(.text(datasets[$0].name)) }
  }

  /// The reported part of a study that sets point sets apart for tuning.
  struct Split {
    /// The results on the other point sets, with one setting of each strategy.
    var results: StudyResults

    /// The indices, in the whole results, of the point sets and strategies that are left.
    var datasets: [Int]
    var strategies: [Int]

    /// The measure by which settings were chosen; nil where nothing was.
    var measure: Int?
  }

  /// The results that a report is on: without ``tuning`` all of them; else of each family of strategies the
  /// setting with the best mean rank on those sets, by the plan's first primary measure along all its cameras
  /// (of equals the first), on the other sets.
  ///
  /// So no setting is judged on the data that it was chosen by.
  var split: Split {
    let tuning = tuning
    let reported = datasets.indices.filter { !tuning.contains($0) }
    guard !tuning.isEmpty, !reported.isEmpty,
      let measure = primary.first(where: { measures[$0.measure].measure.better != .descriptive })?.measure
    else {
      return Split(results: self, datasets: Array(datasets.indices), strategies: Array(strategies.indices))
    }
    let criteria = primary.filter { $0.measure == measure }
    let families = Dictionary(grouping: strategies.indices) { strategies[$0].family }
    let chosen = families.values.map { variants in
      restricted(datasets: tuning, strategies: variants).best(by: criteria).map { variants[$0] }
        ?? variants[0]
    }.sorted()
    return Split(
      results: restricted(datasets: reported, strategies: chosen), datasets: reported, strategies: chosen,
      measure: measure)
  }

  /// The strategy with the least sum of mean ranks; nil where none can be ranked.
  private func best(by criteria: [Criterion]) -> Int? {
    var sums: [Int: Double] = [:]
    for criterion in criteria {
      let scores = scoreTable(criterion)
      for (strategy, rank) in zip(scores.strategies, scores.table.meanRanks) {
        sums[strategy, default: 0] += rank
      }
    }
    return sums.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  /// The results on some point sets of some strategies alone.
  func restricted(datasets chosen: [Int], strategies kept: [Int]) -> StudyResults {
    let dataset = Dictionary(uniqueKeysWithValues: chosen.enumerated().map { ($1, $0) })
    let strategy = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    var results = self
    results.datasets = chosen.map { datasets[$0] }
    results.strategies = kept.map { strategies[$0] }
    results.runs = runs.compactMap { run in
      guard let set = dataset[run.dataset], let own = strategy[run.strategy] else { return nil }
      var run = run
      (run.dataset, run.strategy) = (set, own)
      return run
    }
    results.timings = timings.compactMap { timing in
      guard let set = dataset[timing.dataset], let own = strategy[timing.strategy] else { return nil }
      var timing = timing
      (timing.dataset, timing.strategy) = (set, own)
      return timing
    }
    return results
  }
}
