/// What became of each rule of a contract.
public struct ContractReport: Sendable {
  /// The rules in the contract's order, each with its verdict.
  public let findings: [ContractFinding]

  /// What was broken, in the order of rules.
  public var violations: [Violation] {
    findings.compactMap { if case .broken(let violation) = $0.verdict { violation } else { nil } }
  }
}

/// A rule and what became of it.
public struct ContractFinding: Sendable {
  /// The rule.
  public let rule: ContractRule

  /// What became of it.
  public let verdict: ContractVerdict
}

/// What can become of a rule.
public enum ContractVerdict: Sendable, CustomStringConvertible {
  /// It held on every sample on which it could be tried; not on those on which an error broke another rule.
  case held(tried: Int, of: Int)

  /// It was broken.
  case broken(Violation)

  /// It asks nothing here, for a reason: "not promised".
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
