public import PinfoldEvaluation

extension StudyResults {
  /// The index of a measure by its full name; nil where nothing of that name was measured.
  public func measure(_ label: String) -> Int? { measures.firstIndex { $0.label == label } }

  /// The runs of one strategy on one point set.
  public func runs(dataset: Int, strategy: Int) -> [StudyRun] {
    runs.filter { $0.dataset == dataset && $0.strategy == strategy }
  }

  /// Whether a strategy may be ranked on a point set: failed if any run failed, else unfinished if a run is
  /// missing, else invalid if any frame loses, repeats or invents points.
  public func verdict(dataset: Int, strategy: Int) -> Verdict {
    let verdicts = runs(dataset: dataset, strategy: strategy).map(\.verdict)
    let isFinished = verdicts.count >= max(1, cameras.count * seeds.count)
    return Verdict.gravest(of: isFinished ? verdicts : verdicts + [.unfinished])
  }

  /// One number for a strategy on a point set: the median over all frames or pairs, cameras and seeds.
  ///
  /// The unit of analysis is the point set. Frames and seeds of one point set are no independent samples, so
  /// they are reduced to one number before anything is tested.
  public func score(_ measure: Int, dataset: Int, strategy: Int) -> MeasuredValue {
    reduced(measure, dataset: dataset, strategy: strategy) { Quantile.median(of: $0) }
  }

  /// The worst value that a strategy has anywhere on a point set; undefined for measures that only describe.
  public func worst(_ measure: Int, dataset: Int, strategy: Int) -> MeasuredValue {
    switch measures[measure].measure.better {
    case .higher: reduced(measure, dataset: dataset, strategy: strategy) { $0.min() }
    case .lower: reduced(measure, dataset: dataset, strategy: strategy) { $0.max() }
    case .descriptive: .undefined(.descriptive)
    }
  }

  /// The scores for tests of the strategies, with their strategies and datasets.
  ///
  /// - Returns: the strategies that are valid on every point set and have a value on one at least, and the
  ///   point sets on which each of these has one. Both can be empty.
  package func scoreTable(_ measure: Int) -> (table: ScoreTable, strategies: [Int], datasets: [Int]) {
    let scores = strategies.indices.map { strategy in
      datasets.indices.map { score(measure, dataset: $0, strategy: strategy).number }
    }
    let ranked = strategies.indices.filter { strategy in
      datasets.indices.allSatisfy { verdict(dataset: $0, strategy: strategy) == .valid }
        && scores[strategy].contains { $0 != nil }
    }
    let complete = datasets.indices.filter { dataset in ranked.allSatisfy { scores[$0][dataset] != nil } }
    let table = ScoreTable(
      strategies: ranked.map { strategies[$0].label },
      rows: complete.map { dataset in ranked.compactMap { scores[$0][dataset] } },
      better: measures[measure].measure.better)
    return (table, ranked, complete)
  }

  /// The values along a camera's path, the median over seeds at each step; one for each frame or pair, by the
  /// measure's scope.
  public func series(_ measure: Int, dataset: Int, strategy: Int, camera: Int) -> [MeasuredValue] {
    let seeds = runs(dataset: dataset, strategy: strategy).filter { $0.camera == camera }
      .map { $0.values.indices.contains(measure) ? $0.values[measure] : [] }
    return (0..<(seeds.map(\.count).max() ?? 0)).map { step in
      let values = seeds.filter { $0.indices.contains(step) }.map { $0[step] }
      return reduced(values) { Quantile.median(of: $0) }
    }
  }

  private func reduced(
    _ measure: Int, dataset: Int, strategy: Int, by body: ([Double]) -> Double?
  ) -> MeasuredValue {
    reduced(
      runs(dataset: dataset, strategy: strategy)
        .flatMap { $0.values.indices.contains(measure) ? $0.values[measure] : [] }, by: body)
  }

  private func reduced(_ values: [MeasuredValue], by body: ([Double]) -> Double?) -> MeasuredValue {
    .number(
      body(values.compactMap(\.number)), else: values.lazy.compactMap(\.reason).first ?? .notMeasured)
  }
}
