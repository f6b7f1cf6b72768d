public import Pinfold

/// The contract of every strategy, built in or from a file, with any representative.
///
/// ```swift
/// #expect(try StrategyContract.violations(of: Clusterer(MyStrategy())).isEmpty)
/// ```
public enum StrategyContract {
  /// The rules, the most basic first.
  public static let rules: [ContractRule] = [
    .answers, .growth, .conservation, .order, .groups, .stacks, .positions, .repetition, .history, .previous,
    .threads, .stableIDs, .turns, .dateLine, .cancellation, .permutationInvariant, .nested, .nestedByZoom,
    .hierarchy, .selected, .bearing, .hidden, .edits, .names, .strangers, .weights, .overlap, .panInvariant,
    .reach, .budgeted, .boxes, .spread,
  ]

  /// The rules for other parameters of a strategy that keeps stacks together, even where it merges nothing
  /// else.
  static let rulesOfVariants = rules.map { $0.name == ContractRule.stacks.name ? $0.unwaived : $0 }

  /// The rules that a clusterer breaks, each once at most and on a small point set; empty where all hold.
  ///
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and if the context stops the call.
  public static func violations(
    of clusterer: Clusterer, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> [Violation] {
    try report(of: clusterer, on: samples, context: context).violations
  }

  /// Checks every rule.
  ///
  /// - Parameter progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` for a parameter out of bounds, and if the context stops the call.
  public static func report(
    of clusterer: Clusterer, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext(), progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    try Contract(rules: rules).report(of: clusterer, on: samples, context: context, progress: progress)
  }
}

/// The contract of every representative, checked on clusters of a grid.
public enum RepresentativeContract {
  /// The rules, the most basic first.
  public static let rules: [ContractRule] = [
    .answers, .positions, .repetition, .history, .previous.unwaived, .threads, .turns, .cancellation,
    .permutationInvariant,
  ]

  /// Checks every rule.
  ///
  /// - Parameter progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` if the context stops the call.
  public static func report(
    of representative: any RepresentativeSelection, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext(), progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    try Contract(rules: rules).report(
      of: Clusterer(.grid(), representative: representative), on: samples, context: context,
      progress: progress)
  }
}
