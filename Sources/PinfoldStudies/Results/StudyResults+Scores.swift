import PinfoldDefinitions
public import PinfoldEvaluation

extension StudyResults {
  /// The index of a measure by its full name; nil where nothing of that name was measured.
  public func measure(_ label: String) -> Int? { measures.firstIndex { $0.label == label } }

  /// The index of a measure by its metric's id and its own name, or of the metric's first one; nil where it
  /// was not measured.
  func measure(_ id: String, _ name: String?) -> Int? {
    measures.firstIndex { $0.id == id && (name == nil || $0.measure.name == name) }
  }

  /// The runs of one strategy on one point set.
  public func runs(dataset: Int, strategy: Int) -> [StudyRun] {
    runs.filter { $0.dataset == dataset && $0.strategy == strategy }
  }

  /// The runs along one camera.
  func runs(dataset: Int, strategy: Int, camera: Int) -> [StudyRun] {
    runs.filter { $0.dataset == dataset && $0.strategy == strategy && $0.camera == camera }
  }

  /// Whether a strategy may be ranked on a point set: failed if any run failed, else unfinished if a run is
  /// missing, else invalid if any frame loses, repeats or invents points.
  public func verdict(dataset: Int, strategy: Int) -> Verdict {
    let verdicts = runs(dataset: dataset, strategy: strategy).map(\.verdict)
    let isFinished = verdicts.count >= max(1, cameras.count * seeds.count)
    return Verdict.gravest(of: isFinished ? verdicts : verdicts + [.unfinished])
  }

  /// A number for a strategy on a point set along a camera from its start, over all frames or pairs and seeds
  /// that can distinguish strategies: the mean of shares, the median of sizes.
  ///
  /// Frames and seeds of one point set are not independent samples, so they are reduced to one number before
  /// any test. Cameras are never pooled: see ``Criterion``.
  public func score(_ measure: Int, dataset: Int, strategy: Int, camera: Int) -> StudyScore {
    reduced(measure, dataset: dataset, strategy: strategy, camera: camera) {
      measures[measure].measure.reduced($0)
    }
  }

  /// One number for a strategy on a point set by a criterion.
  ///
  /// A combination has one where there is one along each of its cameras.
  public func score(_ criterion: Criterion, dataset: Int, strategy: Int) -> StudyScore {
    let scores = criterion.cameras.map {
      score(criterion.measure, dataset: dataset, strategy: strategy, camera: $0)
    }
    guard criterion.rule != nil else { return scores[0] }
    return StudyScore(
      value: .number(
        combined(scores.map(\.value.number), by: criterion), else: scores.map(\.value).reason ?? .notMeasured),
      defined: scores.reduce(0) { $0 + $1.defined }, count: scores.reduce(0) { $0 + $1.count })
  }

  /// The worst value that a strategy has on a point set along a camera; undefined for measures that only
  /// describe.
  public func worst(_ measure: Int, dataset: Int, strategy: Int, camera: Int) -> MeasuredValue {
    switch measures[measure].measure.better {
    case .higher:
      reduced(measure, dataset: dataset, strategy: strategy, camera: camera) { $0.min() }.value
    case .lower: reduced(measure, dataset: dataset, strategy: strategy, camera: camera) { $0.max() }.value
    case .descriptive: .undefined(.descriptive)
    }
  }

  /// The scores for tests of several strategies, one row for each of ``sources``.
  ///
  /// Scores are those of the frames on which all ranked strategies have a value, so that no strategy is
  /// judged on other views than the rest; those of a source's point sets are reduced to one. All can be
  /// empty.
  package func scoreTable(_ criterion: Criterion) -> RankedScores {
    let (ranked, excluded) = ranked(by: criterion)
    let rows = sources.map { block in
      block.compactMap { matchedScores(criterion, dataset: $0, strategies: ranked) }
    }.filter { !$0.isEmpty && !ranked.isEmpty }
    let groups = equals
    let measure = measures[criterion.measure].measure
    let table = ScoreTable(
      strategies: ranked.map { strategy in name(of: groups.first { $0.contains(strategy) } ?? [strategy]) },
      rows: rows.map { rows in
        ranked.indices.map { column in measure.reduced(rows.map { $0[column] }) ?? 0 }
      },
      better: measure.better)
    return RankedScores(
      table: table, strategies: ranked, datasetCount: rows.reduce(0) { $0 + $1.count }, excluded: excluded)
  }

  /// The scores of strategies on the frames of a point set on which all of them have a value; nil where
  /// there is no such frame along one of the cameras, or one of them cannot be compared there.
  package func matchedScores(_ criterion: Criterion, dataset: Int, strategies: [Int]) -> [Double]? {
    let cannot = strategies.contains {
      incomparability(of: $0, dataset: dataset, cameras: criterion.cameras) != nil
    }
    if cannot { return nil }
    let byCamera = criterion.cameras.map { camera -> [Double?] in
      let columns = strategies.map {
        values(criterion.measure, dataset: dataset, strategy: $0, camera: camera).map(\.number)
      }
      let steps = columns.map(\.count).min() ?? 0
      let matched = (0..<steps).filter { step in columns.allSatisfy { $0[step] != nil } }
      return columns.map { column in
        measures[criterion.measure].measure.reduced(matched.compactMap { column[$0] })
      }
    }
    let scores = strategies.indices.compactMap { strategy in
      combined(byCamera.map { $0[strategy] }, by: criterion)
    }
    return scores.count == strategies.count ? scores : nil
  }

  /// The values along a camera's path, over seeds at each step the mean of shares, the median of sizes; one
  /// for each frame or pair, by the measure's scope.
  public func series(_ measure: Int, dataset: Int, strategy: Int, camera: Int) -> [MeasuredValue] {
    let seeds = runs(dataset: dataset, strategy: strategy, camera: camera)
      .map { $0.values.indices.contains(measure) ? $0.values[measure] : [] }
    return (0..<(seeds.map(\.count).max() ?? 0)).map { step in
      measures[measure].measure.reduced(seeds.filter { $0.indices.contains(step) }.map { $0[step] })
    }
  }

  /// The values by seed, then by frame or pair, that can distinguish strategies; values of two strategies at
  /// the same index are of the same view.
  func values(_ measure: Int, dataset: Int, strategy: Int, camera: Int) -> [MeasuredValue] {
    runs(dataset: dataset, strategy: strategy, camera: camera)
      .flatMap { $0.exposedValues(measure, measures[measure].scope) }
  }

  private func reduced(
    _ measure: Int, dataset: Int, strategy: Int, camera: Int, by body: ([Double]) -> Double?
  ) -> StudyScore {
    let values = values(measure, dataset: dataset, strategy: strategy, camera: camera)
    let numbers = values.compactMap(\.number)
    let isMeasured = runs(dataset: dataset, strategy: strategy, camera: camera).contains {
      $0.values.indices.contains(measure) && !$0.values[measure].isEmpty
    }
    let reason = values.isEmpty && isMeasured ? .nothingToDecide : values.reason ?? .notMeasured
    return StudyScore(
      value: .number(body(numbers), else: reason), defined: numbers.count, count: values.count)
  }

  /// One number of the scores along a criterion's cameras; nil where one of them is missing.
  private func combined(_ scores: [Double?], by criterion: Criterion) -> Double? {
    let numbers = scores.compactMap { $0 }
    guard numbers.count == scores.count else { return nil }
    switch criterion.rule {
    case nil: return numbers.first
    case .mean: return numbers.reduce(0, +) / Double(numbers.count)
    case .median: return Quantile.median(of: numbers)
    case .worst: return measures[criterion.measure].measure.better == .higher ? numbers.min() : numbers.max()
    }
  }
}

/// The values of one measure for one strategy on one point set, reduced to a number.
public struct StudyScore: Hashable, Sendable {
  /// The number, or why there is none.
  public var value: MeasuredValue

  /// The number of frames, pairs or paths that have a value.
  public var defined: Int

  /// The number of those that were measured.
  public var count: Int

  /// Whether some, but not all, of what was measured has a value.
  public var isPartial: Bool { defined > 0 && defined < count }

  /// "242 of 384".
  public var share: String { "\(defined) of \(count)" }
}

/// Whether a row may be ranked.
public enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// Every view has a frame, and each shows what it should.
  case valid

  /// A view loses, repeats or invents points; the row is not ranked.
  case invalid

  /// Some runs are still missing; the row is not ranked.
  case unfinished

  /// The strategy failed on some view, or could not be built; the row is not ranked.
  case failed
}

extension Verdict {
  /// The gravest of several; valid where there is none.
  static func gravest(of verdicts: [Verdict]) -> Verdict {
    let order = allCases
    return verdicts.max { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 } ?? .valid
  }
}
