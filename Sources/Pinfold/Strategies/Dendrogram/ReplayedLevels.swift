/// The levels of a strategy, at which a ``DendrogramEdit`` merges some items again.
///
/// What all items of a cluster come to must depend on nothing but what is in reach of them.
protocol ReplayedLevels: Sendable {
  /// The times of the levels' merges, from the deepest up.
  var times: [Int32] { get }

  var context: RunContext { get }

  /// How far from the items of a cluster another's may be, along x or y, for them to change what either comes
  /// to; 0 where nothing merges.
  ///
  /// - Parameters:
  ///   - count: the number of points of the one, and of the other; with more it is no shorter.
  ///   - level: the number of the level.
  func reach(of count: Int, _ other: Int, at level: Int) -> Double

  /// Whether that is how far in any direction; else along x or y, whichever is farther.
  var reachIsRound: Bool { get }

  /// Whether two clusters leave each other as they are among others too where they do by themselves.
  var meetsInPairs: Bool { get }

  /// Merges parts of some items of one group at a level, each part as if there were no others.
  ///
  /// - Parameter parts: the numbers of the items, each once.
  /// - Returns: what each ends in; nil where a build is the better way.
  mutating func replay(
    _ parts: [[Int]], of items: [DendrogramEdit.Item], at level: Int
  ) throws(ClusteringError) -> [ReplayedEnds]?

  /// The lowest id of the points of some nodes, if merges depend on it.
  func lowestID(of branches: some Collection<EditedDendrogram.Branch>) -> PointID?
}

extension ReplayedLevels {
  func lowestID(of branches: some Collection<EditedDendrogram.Branch>) -> PointID? { nil }
}

/// What some items end in, and the windings by which each lies east when seen from there.
typealias ReplayedEnds = [(node: Int, windings: Int64)]

/// Merges parts of some items, each thread in memory of its own that it keeps for the next part, until so
/// many items were merged again that a build is faster.
struct ReplayRoom<Merging>: Sendable {
  private let context: RunContext
  private let make: @Sendable (Int, RunContext) -> Merging
  private var lanes: Lanes<Merging>?
  private var room = 256
  private var budget: Int

  /// - Parameters:
  ///   - count: the number of points.
  ///   - make: makes what merges so many items, in the context of one thread.
  init(over count: Int, _ context: RunContext, _ make: @escaping @Sendable (Int, RunContext) -> Merging) {
    self.context = context
    self.make = make
    // In some sets everything may meet everything.
    budget = 20_000 + count
  }

  /// What `replay` makes of each of some parts, on the context's threads; nil once the budget is spent.
  mutating func replay(
    _ parts: [[Int]],
    _ replay: @Sendable (Merging, [Int]) throws(ClusteringError) -> ReplayedEnds
  ) throws(ClusteringError) -> [ReplayedEnds]? {
    budget -= parts.reduce(0) { $0 + $1.count }
    guard budget > 0 else { return nil }
    let most = parts.reduce(0) { max($0, $1.count) }
    if most > room {
      room = 2 * most
      lanes = nil
    }
    let laneCount = max(1, min(context.threads, parts.count))
    let lanes: Lanes<Merging>
    if let made = self.lanes, made.count >= laneCount {
      lanes = made
    } else {
      var own = context
      own.threads = 1
      lanes = Lanes(laneCount) { make(room, own) }
      self.lanes = lanes
    }
    let shares = try Parallel.map(Array(0..<laneCount), context) { (lane) throws(ClusteringError) in
      var ends: [ReplayedEnds] = []
      for part in stride(from: lane, to: parts.count, by: laneCount) {
        ends.append(try replay(lanes[lane], parts[part]))
      }
      return ends
    }
    return parts.indices.map { shares[$0 % laneCount][$0 / laneCount] }
  }
}
