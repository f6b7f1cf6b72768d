import Pinfold

/// A set of rules that are tried on samples.
public struct Contract: Sendable {
  /// The rules, the most basic first: an error that several of them meet is reported by the first.
  public let rules: [ContractRule]

  /// Tries every rule on every sample, and shrinks the samples that break it.
  ///
  /// A rule is tried until it breaks, so there is one violation of it at most.
  ///
  /// - Parameters:
  ///   - clusterer: the clusterer to check.
  ///   - progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and as the context asks; an error of a
  ///   strategy is a violation.
  func report(
    of clusterer: Clusterer, on samples: [ContractSample], context: RunContext,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(ClusteringError) -> ContractReport {
    var waivers: [String: String] = [:]
    for rule in rules { waivers[rule.name] = try waiver(of: rule, clusterer, context) }
    var tried: [String: Int] = [:]
    var violations: [String: Violation] = [:]
    for (place, sample) in samples.enumerated() {
      let trial = ContractTrial(clusterer, on: sample, context: context)
      for (number, rule) in rules.enumerated() {
        progress(place * rules.count + number, samples.count * rules.count)
        guard waivers[rule.name] == nil, violations[rule.name] == nil else { continue }
        guard let (broken, defect) = try rule.outcome(of: trial) else {
          tried[rule.name, default: 0] += 1
          continue
        }
        guard violations[broken] == nil else { continue }
        var shrinker = Shrinker(sample, defect, context: context) { (candidate) throws(ClusteringError) in
          let trial = ContractTrial(clusterer, on: candidate, context: context)
          let outcome = try rule.outcome(of: trial)
          return outcome?.rule == broken ? outcome?.defect : nil
        }
        try shrinker.run()
        violations[broken] = Violation(
          rule: rules.first { $0.name == broken } ?? rule, sample: shrinker.sample, defect: shrinker.defect,
          originalCount: sample.columns.count)
      }
    }
    let findings = rules.map { rule in
      let verdict: ContractVerdict =
        if let violation = violations[rule.name] {
          .broken(violation)
        } else if let reason = waivers[rule.name] {
          .waived(reason)
        } else {
          .held(tried: tried[rule.name] ?? 0, of: samples.count)
        }
      return ContractFinding(rule: rule, verdict: verdict)
    }
    return ContractReport(findings: findings)
  }

  /// Why a rule does not apply to a clusterer; where that itself fails, the rule is tried, which will show
  /// what is wrong.
  private func waiver(
    of rule: ContractRule, _ clusterer: Clusterer, _ context: RunContext
  ) throws(ClusteringError) -> String? {
    do {
      return try rule.waiver(clusterer, context)
    } catch {
      if case .parameter = error { throw error }
      try context.check()
      return nil
    }
  }
}
