public import Pinfold

/// What every choice of where markers stand is held to, on clusters of a grid.
public enum RepresentativeContract {
  /// The rules, the most basic first.
  public static let rules: [ContractRule] = [
    .answers, .positions, .repetition, .history, .threads, .turns, .cancellation, .permutationInvariant,
  ]

  /// What becomes of every rule.
  ///
  /// - Parameter progress: is called with the number of trials done, and of all.
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
