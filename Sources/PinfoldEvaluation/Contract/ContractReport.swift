import Pinfold

/// The verdict on each rule of a contract.
public struct ContractReport: Sendable {
  /// The rules in the contract's order, each with its verdict.
  public let findings: [ContractFinding]

  /// What was not tried, or not to the end, before the deadline: sets of points by name, and settings such as
  /// "cellSize=4096".
  public internal(set) var untried: [String]

  /// The processor time that a check is given by default, in seconds.
  package static func usualBudget(isThorough: Bool) -> Double { isThorough ? 600 : 60 }

  /// The violations, in the order of rules.
  public var violations: [Violation] {
    findings.compactMap { if case .broken(let violation) = $0.verdict { violation } else { nil } }
  }

  /// The violations that may only follow from that of `repetition`.
  package var following: [Violation] {
    let violations = violations
    guard violations.contains(where: { $0.rule.name == ContractRule.repetition.name }) else { return [] }
    return violations.filter { Contract.comparisons.contains($0.rule.name) }
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
