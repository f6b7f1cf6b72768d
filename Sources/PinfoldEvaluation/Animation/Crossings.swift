public import Pinfold

/// How many ways of markers cross.
public struct Crossings: Hashable, Sendable {
  /// The pairs of ways that cross properly: ways that share an end or touch do not.
  public var pairs: Int

  /// Counts; nil where too many ways come near one another.
  ///
  /// - Parameter mostLooks: the number of pairs of near ways above which nothing is counted.
  /// - Complexity: O(*e* + *p*) on average, where *e* is the number of ways and *p* that of near pairs, at most
  ///   `mostLooks`.
  public init?(
    _ segments: [Segment], mostLooks: Int = 100_000_000, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    // Where nothing moves, nothing crosses.
    let ways = segments.filter { $0.start != $0.end }
    let cells = try SegmentCells(ways, reaches: [Double](repeating: 0, count: ways.count), context: context)
    guard cells.lookCount <= mostLooks else { return nil }
    var pairs = 0
    try cells.forEachPair(context) { if ways[$0].crosses(ways[$1]) { pairs += 1 } }
    self.pairs = pairs
  }
}
