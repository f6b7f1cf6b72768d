public import Pinfold

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
  /// - Throws: ``ClusteringError`` as the context asks.
  public static func report(
    of representative: any RepresentativeSelection, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext(), progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    try Contract(rules: rules).report(
      of: Clusterer(.grid(), representative: representative), on: samples, context: context,
      progress: progress)
  }
}
