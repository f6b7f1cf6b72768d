/// A number of clusters that have nothing to do with where points are: what a strategy must be better than.
///
/// Each position is assigned to one of ``k`` clusters by a hash of it, so that coincident points share a
/// cluster. Clusters are the same at every zoom; a view shows those that have a member in it. Groups have
/// ``k`` clusters each; with a ``k`` of 1 all points of a group share one marker.
///
/// - Complexity: a build and a query are O(*n*), where *n* is the number of points.
public struct RandomStrategy: ClusteringStrategy, Configurable {
  /// The number of clusters.
  public var k = 32

  /// The seed of the hash.
  public var seed = 1

  /// Creates the strategy.
  public init(k: Int, seed: Int = 1) {
    self.k = k
    self.seed = seed
  }

  /// Creates the strategy with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("k", \.k, in: 1...4096, "Number of clusters.").deciding(.more),
    Parameter("seed", \.seed, in: 0...Int(Int32.max), "Seed of the hash."),
  ]

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant] }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    let seed = SplitMix64.mix(UInt64(seed))
    var clusters: [[UInt32]] = []
    try points.forEachSection(mergeable: true) { (section, _) throws(ClusteringError) in
      try context.check()
      var lists = [[UInt32]](repeating: [], count: k)
      for point in section.range {
        let position = points.position(point)
        let hash = SplitMix64.mix(seed ^ UInt64(position.x) << 32 ^ UInt64(position.y))
        lists[Int(hash % UInt64(k))].append(UInt32(point))
      }
      clusters += lists.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
    }
    return RandomIndex(points: points, clusters: clusters)
  }
}

extension ClusteringStrategy where Self == RandomStrategy {
  /// Clusters that ignore where points are; see ``RandomStrategy``.
  public static func random(k: Int = 32, seed: Int = 1) -> RandomStrategy {
    RandomStrategy(k: k, seed: seed)
  }
}

private struct RandomIndex: ClusterIndex {
  let points: PointSet
  let clusters: [[UInt32]]

  var byteCount: Int { clusters.reduce(0) { $0 + $1.count * MemoryLayout<UInt32>.stride } }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    return Grouping(listing: clusters, of: points, in: view)
  }
}
