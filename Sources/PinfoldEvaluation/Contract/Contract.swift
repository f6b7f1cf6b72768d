import Pinfold

/// A set of rules that are tried on samples.
public struct Contract: Sendable {
  /// The rules, the most basic first: an error that several of them meet is reported by the first.
  public let rules: [ContractRule]

  /// Tries every rule on every sample, and shrinks the samples that break it.
  ///
  /// A rule is tried until it breaks, so there is one violation of it at most. Where a plugin reaches its
  /// limit, that is the last trial, as each further one, and each step of shrinking, could take as long. At
  /// the context's deadline the report tells which samples were not tried to the end.
  ///
  /// - Parameters:
  ///   - clusterer: the clusterer to check.
  ///   - progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and where the context is cancelled; an
  ///   error of a strategy is a violation.
  func report(
    of clusterer: Clusterer, on samples: [ContractSample], context: RunContext,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(ClusteringError) -> ContractReport {
    var waivers: [String: String] = [:]
    var tried: [String: Int] = [:]
    var violations: [String: Violation] = [:]
    var begun = 0
    let untried =
      try context.unlessLate { () throws(ClusteringError) in
        for (place, sample) in samples.enumerated() {
          begun = place
          let trial = ContractTrial(clusterer, on: sample, context: context)
          for (number, rule) in rules.enumerated() {
            try context.check()
            progress(place * rules.count + number, samples.count * rules.count)
            // Not before a rule's turn comes: to ask may take some frames.
            if place == 0 { waivers[rule.name] = try waiver(of: rule, clusterer, context) }
            guard waivers[rule.name] == nil, violations[rule.name] == nil, rule.applies(sample) else {
              continue
            }
            guard let (broken, defect) = try rule.outcome(of: trial) else {
              tried[rule.name, default: 0] += 1
              continue
            }
            if violations[broken] == nil {
              violations[broken] = try violation(of: rule, broken, defect, clusterer, sample, context)
            }
            if defect.isLimit { return }
          }
        }
      } ? [] : samples[begun...].map(\.name)
    let findings = rules.map { rule in
      let verdict: ContractVerdict =
        if let violation = violations[rule.name] {
          .broken(violation)
        } else if let reason = waivers[rule.name] {
          .waived(reason)
        } else {
          .held(tried: tried[rule.name] ?? 0, of: samples.count(where: rule.applies))
        }
      return ContractFinding(rule: rule, verdict: verdict)
    }
    return ContractReport(findings: findings, untried: untried)
  }

  /// The violation of the rule `broken`, found by trying another one or itself, on a sample that is shrunk.
  private func violation(
    of rule: ContractRule, _ broken: String, _ defect: ContractRule.Defect, _ clusterer: Clusterer,
    _ sample: ContractSample, _ context: RunContext
  ) throws(ClusteringError) -> Violation {
    var shrinker = Shrinker(sample, defect, context: context) { (candidate) throws(ClusteringError) in
      let trial = ContractTrial(clusterer, on: candidate, context: context)
      guard let outcome = try rule.outcome(of: trial) else { return nil }
      return outcome.rule == broken || outcome.defect.isLimit ? outcome.defect : nil
    }
    // At the deadline what was found stays as large as it is.
    _ = try context.unlessLate { () throws(ClusteringError) in try shrinker.run() }
    return Violation(
      rule: rules.first { $0.name == broken } ?? rule, sample: shrinker.sample, defect: shrinker.defect,
      originalCount: sample.columns.count)
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

extension RunContext {
  /// Calls `body`, and returns whether it came to its end before the deadline.
  func unlessLate(_ body: () throws(ClusteringError) -> Void) throws(ClusteringError) -> Bool {
    do {
      try body()
      return true
    } catch {
      guard case .deadlineExceeded = error, deadline != nil else { throw error }
      return false
    }
  }
}
