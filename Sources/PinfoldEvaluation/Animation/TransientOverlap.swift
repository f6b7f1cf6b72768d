public import Pinfold

/// How many markers run over one another on their ways.
public struct TransientOverlap: Hashable, Sendable {
  /// The pairs of discs that are apart, or touch, at the start and at the end, and overlap in between.
  public var pairs: Int

  /// Counts; nil where too many ways come near one another. All discs go at one steady pace from start to end.
  ///
  /// - Parameters:
  ///   - segments: the ways of the discs' middles.
  ///   - radii: of the discs, not negative.
  ///   - mostLooks: the number of pairs of near ways above which nothing is counted.
  /// - Precondition: as many radii as ways.
  /// - Complexity: O(*e* + *p*) on average, where *e* is the number of ways and *p* that of near pairs, at most
  ///   `mostLooks`.
  public init?(
    _ segments: [Segment], radii: [Double], mostLooks: Int = 100_000_000,
    context: RunContext = RunContext()
  ) throws(ClusteringError) {
    precondition(segments.count == radii.count, "a radius for each way")
    let cells = try SegmentCells(segments, reaches: radii, context: context)
    guard cells.lookCount <= mostLooks else { return nil }
    var pairs = 0
    try cells.forEachPair(context) {
      if Self.overlap(segments[$0], segments[$1], reach: radii[$0] + radii[$1]) { pairs += 1 }
    }
    self.pairs = pairs
  }

  private static func overlap(_ a: Segment, _ b: Segment, reach: Double) -> Bool {
    func square(_ v: SIMD2<Double>) -> Double { v.x * v.x + v.y * v.y }
    let (start, end) = (a.start - b.start, a.end - b.end)
    guard square(start) >= reach * reach, square(end) >= reach * reach else { return false }
    let change = end - start
    let speed = square(change)
    guard speed > 0 else { return false }
    // They are nearest at this share of the time.
    let time = -(start.x * change.x + start.y * change.y) / speed
    return time > 0 && time < 1 && square(start + time * change) < reach * reach
  }
}
