public import Pinfold

/// The rules for things of a kind, which are tried on samples.
///
/// ```swift
/// #expect(try Contract(of: Clusterer(MyStrategy())).violations().isEmpty)
/// ```
public struct Contract: Sendable {
  /// The rules, the most basic first: an error that several of them meet is reported by the first.
  public let rules: [ContractRule]

  /// Makes the frames that rules look at.
  var clusterer = Clusterer(.grid())

  /// Called with each rule and sample before they are tried.
  var announce: @Sendable (ContractRule, ContractSample) -> Void = { _, _ in }

  /// The contract of a strategy, built in or from a file, with any representative.
  public init(of clusterer: Clusterer) { self.init(rules: Self.strategyRules, clusterer: clusterer) }

  /// The contract of a representative, checked on clusters of a grid.
  public init(of representative: any RepresentativeSelection) {
    self.init(
      rules: [
        .answers, .positions, .repetition, .history, .previous.unwaived, .threads, .turns, .turnedMarkers,
        .cancellation, .permutationInvariant,
      ], clusterer: Clusterer(.grid(), representative: representative))
  }

  /// The contract for other parameters of a strategy that keeps stacks together, even where it merges nothing
  /// else.
  var keepingStacks: Contract {
    var contract = Contract(
      rules: rules.map { $0.name == ContractRule.stacks.name ? $0.unwaived : $0 }, clusterer: clusterer)
    contract.announce = announce
    return contract
  }

  init(rules: [ContractRule], clusterer: Clusterer = Clusterer(.grid())) {
    self.rules = rules
    self.clusterer = clusterer
  }

  /// The rules for strategies.
  public static let strategyRules: [ContractRule] = [
    .answers, .growth, .conservation, .order, .groups, .stacks, .positions, .repetition, .history, .previous,
    .threads, .stableIDs, .turns, .dateLine, .cancellation, .permutationInvariant, .nested, .nestedByZoom,
    .hierarchy, .selected, .bearing, .hidden, .edits, .names, .strangers, .weights, .overlap, .panInvariant,
    .reach, .budgeted, .boxes, .spread,
  ]

  /// The rules that compare the frames of several queries, which break too if asking twice gives two answers.
  static let comparisons: Set<String> = Set(
    [
      .history, .previous, .threads, .stableIDs, .turns, .dateLine, .cancellation, .permutationInvariant,
      .nested,
      .nestedByZoom, .selected, .bearing, .edits, .strangers, .weights, .panInvariant,
    ].map { (rule: ContractRule) in rule.name })

  /// The rules that are broken, each once at most and on a small point set; empty where all hold.
  ///
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and if the context stops the call.
  public func violations(
    on samples: [ContractSample] = ContractSample.standard(), context: RunContext = RunContext()
  ) throws(ClusteringError) -> [Violation] { try report(on: samples, context: context).violations }

  /// Tries every rule on every sample until it breaks, and shrinks the samples that break it.
  ///
  /// Where a plugin reaches its limit, that is the last trial, because each further one could take as long.
  /// At the end of the context's time the report tells which samples were not tried to the end.
  ///
  /// - Parameter progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and where the context is cancelled; an
  ///   error of a strategy is a violation.
  public func report(
    on samples: [ContractSample] = ContractSample.standard(), context: RunContext = RunContext(),
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    let samples = clusterer.refusesTurnedViews ? samples.map(\.upright) : samples
    var records = rules.map { _ in Record() }
    var begun = 0
    let isDone = try context.unlessLate { () throws(ClusteringError) in
      for (place, sample) in samples.enumerated() {
        begun = place
        let trial = ContractTrial(clusterer, on: sample, context: context)
        for (number, rule) in rules.enumerated() {
          try context.check()
          progress(place * rules.count + number, samples.count * rules.count)
          // Only at a rule's turn: a waiver may compute frames.
          if place == 0 { records[number].waiver = try waiver(of: rule, context) }
          guard records[number].isOpen, rule.applies(sample) else { continue }
          announce(rule, sample)
          guard let (name, defect) = try rule.outcome(of: trial) else {
            records[number].note(trial)
            continue
          }
          let broken = rules.firstIndex { $0.name == name } ?? number
          if records[broken].violation == nil {
            records[broken].violation = try violation(of: rule, rules[broken], defect, sample, context)
          }
          if defect.isLimit { return }
        }
      }
    }
    return ContractReport(
      findings: zip(rules, records).map { rule, record in
        ContractFinding(rule: rule, verdict: record.verdict(of: samples.count(where: rule.applies)))
      }, untried: isDone ? [] : samples[begun...].map(\.name))
  }

  /// The result of a rule.
  private struct Record {
    var waiver: String?
    var violation: Violation?
    private var (tried, idle) = (0, 0)
    private var reservation: String?

    var isOpen: Bool { waiver == nil && violation == nil }

    mutating func note(_ trial: ContractTrial) {
      if trial.isIdle { idle += 1 } else { tried += 1 }
      reservation = trial.reservation ?? reservation
    }

    func verdict(of all: Int) -> ContractVerdict {
      if let violation { return .broken(violation) }
      if let reason = waiver ?? (tried == 0 ? reservation : nil) { return .waived(reason) }
      return .held(tried: tried, of: all - idle)
    }
  }

  /// The violation of the rule `broken`, which another rule may have found, on a shrunk sample.
  private func violation(
    of rule: ContractRule, _ broken: ContractRule, _ defect: ContractRule.Defect, _ sample: ContractSample,
    _ context: RunContext
  ) throws(ClusteringError) -> Violation {
    var shrinker = Shrinker(sample, defect, context: context) { (candidate) throws(ClusteringError) in
      let trial = ContractTrial(clusterer, on: candidate, context: context)
      guard let outcome = try rule.outcome(of: trial) else { return nil }
      return outcome.rule == broken.name || outcome.defect.isLimit ? outcome.defect : nil
    }
    // When the time is over, the sample stays as large as it is.
    _ = try context.unlessLate { () throws(ClusteringError) in try shrinker.run() }
    return Violation(
      rule: broken, sample: shrinker.sample, defect: shrinker.defect, originalCount: sample.columns.count)
  }

  /// Nil where the waiver itself fails: the rule is tried, which shows what is wrong.
  private func waiver(of rule: ContractRule, _ context: RunContext) throws(ClusteringError) -> String? {
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
