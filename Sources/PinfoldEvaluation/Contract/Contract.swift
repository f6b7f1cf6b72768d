import Pinfold

/// A set of rules that are tried on samples.
public struct Contract: Sendable {
  /// The rules, the most basic first: an error that several of them meet is reported by the first.
  public let rules: [ContractRule]

  /// Tries every rule on every sample until it breaks, and shrinks the samples that break it.
  ///
  /// Where a plugin reaches its limit, that is the last trial, because each further one could take as long.
  /// At the end of the context's time the report tells which samples were not tried to the end.
  ///
  /// - Parameter progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and where the context is cancelled; an
  ///   error of a strategy is a violation.
  func report(
    of clusterer: Clusterer = Clusterer(.grid()), on samples: [ContractSample], context: RunContext,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(ClusteringError) -> ContractReport {
    let samples = clusterer.refusesTurnedViews ? samples.map(\.upright) : samples
    var waivers: [String: String] = [:]
    var tried: [String: Int] = [:]
    var idle: [String: Int] = [:]
    var reservations: [String: String] = [:]
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
            // Only at a rule's turn: a waiver may compute frames.
            if place == 0 { waivers[rule.name] = try waiver(of: rule, clusterer, context) }
            guard waivers[rule.name] == nil, violations[rule.name] == nil, rule.applies(sample) else {
              continue
            }
            guard let (broken, defect) = try rule.outcome(of: trial) else {
              if trial.isIdle { idle[rule.name, default: 0] += 1 } else { tried[rule.name, default: 0] += 1 }
              if let reservation = trial.reservation { reservations[rule.name] = reservation }
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
        } else if let reason = reservations[rule.name], tried[rule.name] == nil {
          .waived(reason)
        } else {
          .held(
            tried: tried[rule.name] ?? 0,
            of: samples.count(where: rule.applies) - (idle[rule.name] ?? 0))
        }
      return ContractFinding(rule: rule, verdict: verdict)
    }
    return ContractReport(findings: findings, untried: untried)
  }

  /// The violation of the rule `broken`, which another rule may have found, on a shrunk sample.
  private func violation(
    of rule: ContractRule, _ broken: String, _ defect: ContractRule.Defect, _ clusterer: Clusterer,
    _ sample: ContractSample, _ context: RunContext
  ) throws(ClusteringError) -> Violation {
    var shrinker = Shrinker(sample, defect, context: context) { (candidate) throws(ClusteringError) in
      let trial = ContractTrial(clusterer, on: candidate, context: context)
      guard let outcome = try rule.outcome(of: trial) else { return nil }
      return outcome.rule == broken || outcome.defect.isLimit ? outcome.defect : nil
    }
    // When the time is over, the sample stays as large as it is.
    _ = try context.unlessLate { () throws(ClusteringError) in try shrinker.run() }
    return Violation(
      rule: rules.first { $0.name == broken } ?? rule, sample: shrinker.sample, defect: shrinker.defect,
      originalCount: sample.columns.count)
  }

  /// Nil where the waiver itself fails: the rule is tried, which shows what is wrong.
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
  /// Whether `body` came to its end before the deadline.
  func unlessLate(_ body: () throws(ClusteringError) -> Void) throws(ClusteringError) -> Bool {
    do {
      try body()
      return true
    } catch {
      guard case .deadlineExceeded = error, limitsTime else { throw error }
      return false
    }
  }
}

/// The verdict on each rule of a contract.
public struct ContractReport: Sendable {
  /// The rules in the contract's order, each with its verdict.
  public let findings: [ContractFinding]

  /// What was not tried, or not to the end, before the deadline: sets of points by name, and settings such as
  /// "cellSize=4096".
  public internal(set) var untried: [String]

  init(findings: [ContractFinding], untried: [String] = []) {
    self.findings = findings
    self.untried = untried
  }

  /// The processor time that a check is given by default, in seconds.
  package static func usualBudget(isThorough: Bool) -> Double { isThorough ? 600 : 60 }

  /// The violations, in the order of rules.
  public var violations: [Violation] {
    findings.compactMap { if case .broken(let violation) = $0.verdict { violation } else { nil } }
  }

  func held(_ rule: ContractRule) -> Bool {
    findings.contains { finding in
      if case .held(1..., _) = finding.verdict { finding.rule.name == rule.name } else { false }
    }
  }

  /// The report with the violations of another one, of the same rules.
  ///
  /// - Parameter setting: the parameter by which they differ, as "cellSize=4096".
  func breaking(_ other: ContractReport, with setting: String) -> ContractReport {
    ContractReport(
      findings: zip(findings, other.findings).map { finding, other in
        guard case .broken(var violation) = other.verdict else { return finding }
        violation.setting = setting
        return ContractFinding(rule: finding.rule, verdict: .broken(violation))
      }, untried: untried)
  }
}

/// A rule and its verdict.
public struct ContractFinding: Sendable {
  /// The rule.
  public let rule: ContractRule

  /// The verdict.
  public let verdict: ContractVerdict
}

/// The verdict on a rule.
public enum ContractVerdict: Sendable, CustomStringConvertible {
  /// It held on every sample on which it was tried, of those that have what it is about; samples on which an
  /// error broke another rule are not counted.
  case held(tried: Int, of: Int)

  /// It was broken.
  case broken(Violation)

  /// It does not apply here or could not be decided, for a reason: "not promised", "too fast to tell".
  case waived(String)

  public var description: String {
    switch self {
    case .held(0, _): "not tried"
    case .held(let tried, let all): tried == all ? "held" : "held on \(tried)"
    case .broken: "broken"
    case .waived(let reason): reason
    }
  }
}
