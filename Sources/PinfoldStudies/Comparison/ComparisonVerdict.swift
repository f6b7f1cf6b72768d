import PinfoldEvaluation

/// The statements that a comparison may make about the strategies on one point set.
///
/// One point set is one sample, so nothing here is a statement about other data; see ``Claim`` for those.
/// A strategy leads by a measure only where it could be compared: it is valid, decides something, has a value
/// on as many views as the others, and shows about as many markers.
package struct ComparisonVerdict: Hashable, Sendable {
  /// The strategies that are best by one measure, and the best of the others.
  package struct Lead: Hashable, Sendable {
    /// The measure's full name: "overlap.share".
    package let label: String

    /// The strategies that tie for the best score.
    package let leaders: [String]

    /// Those of them whose construction decides the measure; see ``Construction/decides(_:)``.
    package let byConstruction: [String]

    /// The score of the leaders.
    package let best: Double

    /// The next best strategy, and its score.
    package let next: String
    package let nextScore: Double

    /// The unit of both scores; empty for shares and counts.
    package let unit: String
  }

  package let leads: [Lead]

  /// A strategy that is not compared, with the reason as a clause.
  package struct Exclusion: Hashable, Sendable {
    package let strategy: String
    package let reason: String
  }

  package let excluded: [Exclusion]

  /// Why no strategy leads by anything; nil where some may.
  package let obstacle: String?

  /// Judges the rows of one point set, one for each group of equals.
  ///
  /// - Parameter labels: the measures to judge by.
  package init(_ rows: [ComparisonRow], by labels: [String]) {
    var excluded: [Exclusion] = []
    let ranked = rows.filter { row in
      guard row.verdict == .valid else { return false }
      let views = row.decidedViews
      if !views.isEmpty, views.allSatisfy({ ($0.clusters ?? 0) <= 1 }) {
        excluded.append(Exclusion(strategy: row.strategy, reason: "shows one marker in every view"))
      } else if !views.isEmpty, views.allSatisfy({ $0.clusters == $0.points }) {
        excluded.append(Exclusion(strategy: row.strategy, reason: "merges no points"))
      } else {
        return true
      }
      return false
    }
    self.excluded = excluded
    let markers = ranked.compactMap(\.clusters)
    if ranked.count < 2 {
      obstacle = "there are no two strategies to compare"
    } else if ranked.allSatisfy({ row in !row.views.contains(where: \.isDecided) }) {
      obstacle = "no view has anything to decide: points are too few or too far apart"
    } else if let low = markers.min(), let high = markers.max(), high > MarkerWarning.tolerance * max(1, low)
    {
      obstacle =
        "strategies show from \(ReportNumber.text(low)) to \(ReportNumber.text(high)) markers, and most measures depend on "
        + (ranked.contains { $0.sizes != nil }
          ? "that" : "that; compare at equal numbers, as with --markers 100")
    } else {
      obstacle = nil
    }
    leads = obstacle == nil ? labels.compactMap { Self.lead(ranked, by: $0) } : []
  }

  private static func lead(_ rows: [ComparisonRow], by label: String) -> Lead? {
    let summaries = rows.map { row in row.summaries.first { $0.label == label } }
    guard let measure = summaries.lazy.compactMap({ $0?.measure }).first, measure.better != .descriptive
    else {
      return nil
    }
    let most = summaries.map { $0?.defined ?? 0 }.max() ?? 0
    let scores = zip(rows, summaries).compactMap { row, summary -> (row: ComparisonRow, score: Double)? in
      guard let summary, summary.defined * 5 >= most * 4, let score = summary.score.number else { return nil }
      return (row, score)
    }
    let sign = measure.better == .higher ? 1.0 : -1
    let best = scores.map(\.score).max { $0 * sign < $1 * sign }
    guard let best, scores.count > 1 else { return nil }
    let leaders = scores.filter { measure.difference($0.score, best) == 0 }.map(\.row)
    let others = scores.filter { measure.difference($0.score, best) != 0 }
    guard let next = others.max(by: { $0.score * sign < $1.score * sign }) else { return nil }
    return Lead(
      label: label, leaders: leaders.map(\.strategy),
      byConstruction: leaders.filter { row in
        guard let construction = row.construction, construction.decides(label) else { return false }
        // A promise that the value contradicts is none.
        let isKept = measure.ideal.map { measure.difference(best, $0) == 0 } ?? true
        return isKept || !construction.promises(label)
      }.map(\.strategy), best: best,
      next: next.row.strategy, nextScore: next.score,
      unit: measure.isShare ? "" : measure.unit ?? "")
  }

  /// The verdict in sentences.
  package var sentences: [String] {
    var sentences: [String] = []
    if let obstacle {
      sentences.append("No strategy leads: \(obstacle).")
    } else if leads.isEmpty {
      sentences.append("No strategy leads: no measure tells them apart here.")
    } else {
      let texts = leads.map { lead in
        let unit = lead.unit.isEmpty ? "" : " \(lead.unit)"
        let leaders = lead.leaders.map {
          lead.byConstruction.contains($0) ? "\($0) \(Construction.mark)" : $0
        }
        return
          "\(leaders.joined(separator: ", ")) by \(lead.label) (\(ReportNumber.text(lead.best)) against "
          + "\(ReportNumber.text(lead.nextScore))\(unit) of \(lead.next))"
      }
      sentences.append("On these views the best is \(texts.joined(separator: "; ")).")
    }
    if leads.contains(where: { !$0.byConstruction.isEmpty }) {
      sentences.append(
        "By construction: the strategy promises the best value, optimizes the measure, or lays its cells in the pattern "
          + "that is measured.")
    }
    sentences += excluded.map { "\($0.strategy) \($0.reason), and is not compared." }
    if obstacle == nil, !leads.isEmpty {
      sentences.append("One data set is one sample: a study of several shows whether it holds elsewhere.")
    }
    sentences.append(
      "Scores hold within this comparison only: a view counts where one of these strategies had something to decide."
    )
    return sentences
  }
}
