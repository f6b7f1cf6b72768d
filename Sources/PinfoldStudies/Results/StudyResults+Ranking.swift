import PinfoldEvaluation

/// The scores of the strategies that are ranked by a criterion.
package struct RankedScores: Sendable {
  /// A row for each source, a column for each of ``strategies``.
  package let table: ScoreTable

  /// The indices of the strategies, one for each group of equals.
  package let strategies: [Int]

  /// The number of point sets with a score of every strategy.
  package let datasetCount: Int

  /// The valid strategies that are not ranked, with the reason as a clause: "shows one marker in every view".
  package let excluded: [(strategy: Int, reason: String)]
}

extension StudyResults {
  /// The valid strategies with a value by a criterion, one for each group of ``equals``: those that are
  /// ranked, and those that cannot be compared fairly.
  func ranked(by criterion: Criterion) -> (ranked: [Int], excluded: [(strategy: Int, reason: String)]) {
    let valid = distinct.filter { strategy in
      datasets.indices.allSatisfy { verdict(dataset: $0, strategy: strategy) == .valid }
    }
    let scores = valid.map { strategy in
      datasets.indices.map { score(criterion, dataset: $0, strategy: strategy) }
    }
    let defined = scores.map { $0.reduce(0) { $0 + $1.defined } }
    let most = defined.max() ?? 0
    let isLegibility = measures[criterion.measure].id.hasPrefix("L")
    let leastHidden = valid.map { hiddenShare(of: $0) }.min() ?? 0
    var (ranked, excluded) = ([Int](), [(strategy: Int, reason: String)]())
    for (place, strategy) in valid.enumerated() where defined[place] > 0 {
      let hidden = hiddenShare(of: strategy)
      if let reason = control(strategy) ?? mismatch(of: strategy) {
        excluded.append((strategy, reason))
      } else if isLegibility, hidden > leastHidden + Self.hiddenTolerance {
        excluded.append((strategy, "does not draw \(ReportNumber.percent(hidden)) of the points"))
      } else if Double(defined[place]) < Self.fewestValues * Double(most) {
        excluded.append(
          (strategy, "has a value on \(defined[place]) frames or frame pairs, and another on \(most)"))
      } else {
        ranked.append(strategy)
      }
    }
    return (ranked, excluded)
  }

  /// How far, as a ratio, the number of markers may be from the one that a plan asks for.
  package static let matchTolerance = MarkerWarning.tolerance

  /// The share of the values of the strategy with most that another must have to be ranked beside it.
  private static let fewestValues = 0.8

  /// The share of points that one strategy may hide and another draw where legibility is compared.
  private static let hiddenTolerance = 0.01

  /// Why a strategy is a control rather than a competitor: it merges everything, or nothing, wherever there
  /// was a choice, does not look at points, or is one by the plan; nil for one that competes.
  func control(_ strategy: Int) -> String? {
    let runs = runs.filter { $0.strategy == strategy }
    if let idleness = runs.idleness { return idleness }
    guard runs.contains(where: { !$0.decidedFrames.isEmpty }) else { return nil }
    if strategies[strategy].family == "random" { return "ignores where points are" }
    return runsAlong(strategy) ? "is a control" : nil
  }

  /// Why a point set is no sample of a strategy along some cameras: it merges everything or nothing there, by
  /// which it would win measures without a decision, or shows too few or too many of the wanted markers; nil
  /// where it can be compared.
  func incomparability(of strategy: Int, dataset: Int, cameras: [Int]) -> (reason: String, markers: [Int])? {
    let runs = runs(dataset: dataset, strategy: strategy).filter { cameras.contains($0.camera) }
    if let idleness = runs.idleness { return (idleness, []) }
    guard let wanted = wantedMarkers else { return nil }
    return runs.mismatched(with: wanted).map {
      ("shows too few or too many markers where \(wanted) are wanted", $0.markers)
    }
  }

  /// Whether a strategy decides nothing by definition, or is a control by the plan.
  func runsAlong(_ strategy: Int) -> Bool {
    strategies[strategy].family == "random"
      || manifest.controls.contains { $0.label == strategies[strategy].label }
  }

  /// The strategies that are no controls; all where nothing else was run.
  var competitors: [Int] {
    let deciding = strategies.indices.filter { control($0) == nil }
    return deciding.isEmpty ? Array(strategies.indices) : deciding
  }

  /// The number of markers that the plan tunes strategies to; nil where it does not.
  var wantedMarkers: Int? {
    if case .integer(let count)? = manifest.definition["match"]?["markers"] { count } else { nil }
  }

  /// Why a strategy was not matched to the wanted number of markers; nil where it was in half of the views,
  /// or nothing is wanted.
  ///
  /// See ``incomparability(of:dataset:cameras:)`` for one point set.
  func mismatch(of strategy: Int) -> String? {
    guard let wanted = wantedMarkers,
      let (counts, off) = runs.filter({ $0.strategy == strategy }).mismatched(with: wanted)
    else { return nil }
    let isTuned = runs.contains { $0.strategy == strategy && $0.size != nil }
    return
      "shows \(counts.min() ?? 0) to \(counts.max() ?? 0) markers where \(wanted) are wanted "
      + "(too few or too many by a factor of more than \(ReportNumber.text(Self.matchTolerance)) in "
      + "\(ReportNumber.text(off)) of \(ReportNumber.text(counts.count)) views)"
      + (isTuned ? "" : "; no parameter of it is declared to decide the number of markers")
  }

  /// The numbers of markers that each tuned strategy shows in views with as many points as markers are
  /// wanted: the median of each run, and all; nil where no number is wanted.
  var matchedMarkers: [(strategy: Int, medians: [Double], all: [Int])]? {
    guard let wanted = wantedMarkers else { return nil }
    return competitors.compactMap { strategy in
      let shown = runs.filter { $0.strategy == strategy && $0.size != nil }.map { run in
        run.frames.filter { $0.points >= wanted }.map(\.markers)
      }
      let medians = shown.compactMap { Quantile.median(of: $0.map(Double.init)) }
      return medians.isEmpty ? nil : (strategy, medians, shown.flatMap(\.self))
    }
  }

  /// The share of the points in view that a strategy does not draw, over all frames.
  package func hiddenShare(of strategy: Int) -> Double {
    runs.filter { $0.strategy == strategy }.hiddenShare
  }
}

extension [StudyRun] {
  /// How one strategy avoids every decision wherever there was one; nil where it does not.
  fileprivate var idleness: String? {
    let frames = flatMap(\.decidedFrames)
    guard !frames.isEmpty else { return nil }
    if frames.allSatisfy({ $0.markers <= 1 }) { return "shows one marker in every view" }
    return frames.allSatisfy { $0.markers == $0.points } ? "merges no points" : nil
  }

  /// The numbers of markers in views in which a strategy is tuned, and how many of them are too far from the
  /// wanted number; nil where half of them are not.
  ///
  /// Where no view of a run has as many points as markers are wanted, as many markers as points are.
  fileprivate func mismatched(with wanted: Int) -> (markers: [Int], off: Int)? {
    let shown = flatMap { run in
      let rich = run.frames.filter { $0.points >= wanted }
      return rich.isEmpty ? run.frames.filter { $0.points > 0 } : rich
    }
    let off = shown.count { frame in
      let ratio = Double(Swift.max(1, frame.markers)) / Double(Swift.min(wanted, frame.points))
      return Swift.max(ratio, 1 / ratio) > StudyResults.matchTolerance
    }
    return 2 * off > shown.count ? (shown.map(\.markers), off) : nil
  }

  /// The share of the points in view that are not drawn, over all frames.
  var hiddenShare: Double {
    let frames = flatMap(\.frames)
    let hidden = frames.reduce(0) { $0 + $1.hidden }
    // Clusters may have members beyond the view.
    return hidden == 0 ? 0 : Double(hidden) / Double(Swift.max(hidden, frames.reduce(0) { $0 + $1.points }))
  }
}
