import Pinfold
import PinfoldEvaluation

extension ReportFacts {
  /// The answer to the study's question: which strategy, at what size, on what data, how sure; then the same
  /// camera by camera.
  var answer: [ReportBlock] {
    let first = analyses.compactMap { Leader(self, $0.criterion, $0.analysis) }
    let leaders = first.filter(\.isAhead)
    let others = undecided(first.filter { !$0.isAhead })
    guard !leaders.isEmpty else {
      return [.lead("There is nothing to decide yet: \(nothing)")] + [others].compactMap { $0 }
    }
    var blocks: [ReportBlock] = [.lead(headline(leaders)), .lead(certainty)]
    blocks.append(.table(table(leaders)))
    if let others { blocks.append(others) }
    if results.datasets.count < MeasureAnalysis.fewDatasets { blocks.append(.paragraph(caution)) }
    blocks += unequal.map { [.paragraph($0)] } ?? []
    return blocks
  }

  /// Why no strategy leads.
  private var nothing: String {
    analyses.contains { $0.analysis != nil }
      ? "by every measure that judges, strategies have equal medians, or pass or fail rather than rank."
      : "no measure that judges has values of two valid strategies on a data set."
  }

  /// One sentence: the leader of each measure, along how many cameras, with how many markers.
  private func headline(_ leaders: [Leader]) -> String {
    var measures: [Int] = []
    for leader in leaders where !measures.contains(leader.criterion.measure) {
      measures.append(leader.criterion.measure)
    }
    let bests = measures.map { measure -> (strategy: Int, words: String) in
      let mine = leaders.filter { $0.criterion.measure == measure }
      // The one that leads along most cameras; of equals the first in the plan.
      let counts = Dictionary(grouping: mine, by: \.strategy).mapValues(\.count)
      let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? mine[0].strategy
      let all = judged.count { $0.measure == measure }
      let along =
        all == 1
        ? ""
        : counts[best] == all ? " along all \(all) cameras" : " along \(counts[best] ?? 0) of \(all) cameras"
      return (best, "by \(results.measures[measure].label)\(along)")
    }
    var clauses: [String] = []
    for strategy in Set(bests.map(\.strategy)).sorted() {
      let words = bests.filter { $0.strategy == strategy }.map(\.words)
      let markers =
        markers(of: strategy).map { " (\(ReportNumber.text($0.rounded())) markers in a view)" } ?? ""
      clauses.append("\(name(of: strategy))\(markers) is best \(words.joined(separator: ", "))")
    }
    let sizes = results.datasets.map(\.count)
    let span = [sizes.min(), sizes.max()].compactMap { $0 }.map { ReportNumber.text($0) }
    let data =
      "On \(counted(sizes.count, "data set")) of \(span.first == span.last ? span.first ?? "0" : span.joined(separator: " to ")) points "
    return data + clauses.joined(separator: "; ") + "."
  }

  /// How much of it is more than chance.
  private var certainty: String {
    let pairs = tested.flatMap(\.pairs)
    let (differing, alike) = (pairs.count(where: \.differs), pairs.count { !$0.differs && $0.isAlike })
    let margins = tested.contains { $0.margin != nil }
    let rest = pairs.count - differing - alike
    let sure =
      differing == 0
      ? "How sure: none of \(counted(pairs.count, "difference")) between strategies is larger than chance allows"
      : "How sure: \(ReportNumber.text(differing)) of \(counted(pairs.count, "difference")) between strategies "
        + "\(differing == 1 ? "is" : "are") larger than chance allows"
    let same =
      margins
      ? "; \(counted(alike, "pair")) \(alike == 1 ? "is" : "are") alike within the stated margin, and "
        + "\(ReportNumber.text(rest)) \(rest == 1 ? "is" : "are") open."
      : ". That does not make the others alike: a margin in the plan, as in ‘overlap.share ± 0.02’, tests that too."
    return sure + same
  }

  /// The median number of markers that a strategy shows in a view.
  func markers(of strategy: Int) -> Double? {
    Quantile.median(
      of: results.runs.filter { $0.strategy == strategy }.flatMap(\.frames).map { Double($0.markers) })
  }

  private func table(_ leaders: [Leader]) -> ReportTable {
    let rows = leaders.map { leader -> [ReportTable.Cell] in
      let (analysis, next) = (leader.analysis, leader.next)
      let chance = next?.effect.map { Self.percent($0.superiority) } ?? "–"
      return [
        ReportTable.Cell(leader.analysis.label), ReportTable.Cell(name(of: leader.strategy)),
        .number(ReportNumber.text(analysis.median(leader.column))),
        ReportTable.Cell(next.map { analysis.table.strategies[$0.second] } ?? "–"),
        .number(next.map { ReportNumber.text(analysis.median($0.second)) } ?? "–"), .number(chance),
        .number(next.map { ReportNumber.share($0.corrected) } ?? "–"), ReportTable.Cell(leader.certainty),
      ]
    }
    return ReportTable(
      "The best by each measure, camera by camera, by its mean rank over data sets; medians over data sets. The chance to be "
        + "better is the share of data sets on which it is, ties by half. p is that of Wilcoxon’s test, corrected by Holm "
        + "for all \(counted(testCount, "test")) of the report. Left out of the lead are strategies that have the best "
        + "value by construction.",
      columns: [
        "measure", "best", "median", "the next", "its median", "chance to be better", "p",
        "beyond chance better than",
      ], rows: rows)
  }

  /// The measures by which nobody leads: of equal medians, those that strategies pass or fail, and those
  /// without values; nil where there are none.
  private func undecided(_ level: [Leader]) -> ReportBlock? {
    let equal = level.map { leader in
      "\(leader.analysis.label) (\(leader.analysis.measure.direction)): none leads by more than chance allows; "
        + "\(name(of: leader.strategy)) and the next have the same median, "
        + "\(ReportNumber.text(leader.analysis.median(leader.column)))."
    }
    let unranked = analyses.compactMap { criterion, analysis -> String? in
      let name = "\(results.label(criterion)) (\(results.measures[criterion.measure].direction)): "
      guard let analysis else { return name + "not enough values to compare (\(reason(criterion).inWords))." }
      return analysis.isSaturated ? name + saturation(analysis) : nil
    }
    return level.isEmpty && unranked.isEmpty ? nil : .list(equal + unranked)
  }

  /// A share as a percentage: "63 %".
  static func percent(_ share: Double) -> String { "\(ReportNumber.text((share * 100).rounded())) %" }

  /// Whether a strategy has the best value of a measure by what it promises, so that its lead is no news.
  func hasByConstruction(_ strategy: Int, _ measure: Int) -> Bool {
    let strategy = results.strategies[strategy]
    switch results.measures[measure].id {
    case "L2", "L3", "L4":
      return strategy.family == "separate"
        || strategy.parameters.contains { $0.name.prefix { $0 != "." } == "separate" && $0.value != "false" }
    case "S1": return strategy.capabilities.contains(.permutationInvariant)
    case "S2": return strategy.capabilities.contains(.panInvariant)
    case "S3": return strategy.capabilities.contains(.nested)
    default: return false
    }
  }
}

/// The strategy that leads by a criterion, and the one that follows it.
private struct Leader {
  let criterion: Criterion
  let analysis: MeasureAnalysis

  /// The leader's column, and its index in the study.
  let column: Int
  let strategy: Int

  /// The leader against the next in rank; nil where there is none.
  let next: MeasureAnalysis.Pair?

  /// The leader against each that it is compared with.
  private let leads: [MeasureAnalysis.Pair]

  /// Finds the leader; nil where strategies are not ranked. Those with the best value by construction are
  /// passed over, unless all have it.
  init?(_ facts: ReportFacts, _ criterion: Criterion, _ analysis: MeasureAnalysis?) {
    guard let analysis, !analysis.isSaturated else { return nil }
    let open = analysis.order.filter {
      !facts.hasByConstruction(analysis.strategies[$0], criterion.measure)
    }
    let order = open.isEmpty ? analysis.order : open
    (self.criterion, self.analysis, column) = (criterion, analysis, order[0])
    strategy = analysis.strategies[order[0]]
    leads = analysis.pairs.filter { $0.first == order[0] && order.contains($0.second) }
    next = leads.first
  }

  /// Whether it is ahead of the next at all: by its median, or by more than chance allows.
  var isAhead: Bool {
    guard let next else { return true }
    return next.differs || analysis.median(column) != analysis.median(next.second)
  }

  /// What the leader is better than by more than chance allows, and what it is alike with.
  var certainty: String {
    let names = analysis.table.strategies
    func list(_ pairs: [MeasureAnalysis.Pair]) -> String {
      pairs.map { names[$0.second] }.joined(separator: ", ")
    }
    let (beaten, alike) = (leads.filter(\.differs), leads.filter { !$0.differs && $0.isAlike })
    let better =
      beaten.isEmpty
      ? "none" : beaten.count == leads.count && leads.count > 1 ? "all \(leads.count) others" : list(beaten)
    return alike.isEmpty ? better : "\(better); alike with \(list(alike))"
  }
}
