import PinfoldEvaluation

/// A supported statement about which strategies are better by one criterion, with its tests.
///
/// Sentences that compare strategies are printed from claims alone. A claim holds significant differences
/// only (Holm's correction over the whole report), between strategies that are ranked.
struct Claim {
  let criterion: Criterion
  let analysis: MeasureAnalysis

  /// One finding: each of `better` is significantly better than each of `worse`, as columns of the analysis.
  struct Finding: Hashable {
    let better: [Int]
    let worse: [Int]
  }

  /// The findings, the one against most strategies first; together they cover every significant pair.
  let findings: [Finding]

  /// The strategies in layers, best first, if each is better than every one of all later layers.
  let layers: [[Int]]?

  /// Gathers what is significant; nil where nothing is.
  init?(_ facts: ReportFacts, _ criterion: Criterion, _ analysis: MeasureAnalysis?) {
    guard let analysis, !analysis.isSaturated else { return nil }
    (self.criterion, self.analysis) = (criterion, analysis)
    // Properties by construction are no findings.
    let open = analysis.order.filter {
      !facts.hasByConstruction(analysis.strategies[$0], analysis.measure)
    }
    var beaten = Dictionary(uniqueKeysWithValues: open.map { ($0, [Int]()) })
    for pair in analysis.pairs where pair.differs && open.contains(pair.first) && open.contains(pair.second) {
      beaten[pair.first]?.append(pair.second)
    }
    // Strategies that are better than the same others make one finding.
    var findings: [Finding] = []
    for strategy in open {
      let worse = open.filter { beaten[strategy]?.contains($0) == true }
      guard !worse.isEmpty else { continue }
      if let known = findings.firstIndex(where: { $0.worse == worse }) {
        findings[known] = Finding(better: findings[known].better + [strategy], worse: worse)
      } else {
        findings.append(Finding(better: [strategy], worse: worse))
      }
    }
    guard !findings.isEmpty else { return nil }
    findings.sort { ($0.worse.count, $1.better[0]) > ($1.worse.count, $0.better[0]) }
    self.findings = findings
    let leaders = findings.map(\.better)
    let last = open.filter { strategy in !leaders.contains { $0.contains(strategy) } }
    let layers = leaders + [last]
    let isOrder = findings.enumerated().allSatisfy { place, finding in
      Set(finding.worse) == Set(layers[(place + 1)...].joined())
    }
    self.layers = isOrder && !last.isEmpty ? layers : nil
  }

  /// "pca, kmeans < grid, quadtree", or several findings with semicolons between them.
  var words: String {
    let names = analysis.table.strategies
    let sign = analysis.measure.measure.better == .higher ? " > " : " < "
    func list(_ columns: [Int]) -> String { columns.map { names[$0] }.joined(separator: ", ") }
    if let layers { return layers.map(list).joined(separator: sign) }
    return findings.map { list($0.better) + sign + list($0.worse) }.joined(separator: "; ")
  }

  var evidence: [MeasureAnalysis.Pair] {
    analysis.pairs.filter { pair in
      findings.contains { $0.better.contains(pair.first) && $0.worse.contains(pair.second) }
    }
  }

  /// The strategies that are better than some and worse than none, as indices of the study's strategies.
  var leaders: Set<Int> {
    let worse = Set(findings.flatMap(\.worse))
    return Set(findings.flatMap(\.better).filter { !worse.contains($0) }.map { analysis.strategies[$0] })
  }

  /// The number of sources that the evidence rests on: that of the pair with the fewest.
  var sourceCount: Int { evidence.map(\.scores.count).min() ?? 0 }

  /// The largest corrected chance of the evidence.
  var chance: Double { evidence.map(\.corrected).max() ?? 1 }

  /// The smallest and the largest median difference of the evidence.
  var differences: ClosedRange<Double> {
    let sizes = evidence.map(\.difference.magnitude)
    return (sizes.min() ?? 0)...(sizes.max() ?? 0)
  }
}
