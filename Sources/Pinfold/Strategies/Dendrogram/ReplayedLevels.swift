/// The levels of a strategy, at which a ``DendrogramEdit`` merges some items again.
///
/// What all items of a cluster come to must depend on nothing but what is in reach of them.
protocol ReplayedLevels {
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

  /// Merges some items of one group at a level, as if there were no others.
  ///
  /// - Parameter numbers: those of the items, each once.
  /// - Returns: what each ends in, and the windings by which it lies east when seen from there; nil where a
  ///   build is the better way.
  mutating func replay(
    _ numbers: [Int], of items: [DendrogramEdit.Item], at level: Int
  ) throws(ClusteringError) -> [(node: Int, windings: Int64)]?

  /// The lowest id of the points of some nodes, if merges depend on it.
  func lowestID(of branches: some Collection<EditedDendrogram.Branch>) -> PointID?
}

extension ReplayedLevels {
  func lowestID(of branches: some Collection<EditedDendrogram.Branch>) -> PointID? { nil }
}

/// Room to merge some items over and over, and how many they may still be before a build is the better way.
struct ReplayRoom<Merging> {
  private let make: (Int) -> Merging
  private var merging: Merging
  private var room = 256
  private var budget: Int

  /// - Parameters:
  ///   - count: the number of points.
  ///   - make: makes room for some items.
  init(over count: Int, _ make: @escaping (Int) -> Merging) {
    self.make = make
    merging = make(room)
    // In some sets everything may meet everything.
    budget = 20_000 + count
  }

  /// What has room for some items; nil once the budget is spent.
  mutating func merging(of count: Int) -> Merging? {
    budget -= count
    guard budget > 0 else { return nil }
    if count > room {
      room = 2 * count
      merging = make(room)
    }
    return merging
  }
}
