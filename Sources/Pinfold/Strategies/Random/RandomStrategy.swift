/// A number of clusters that have nothing to do with where points are: what a strategy must be better than.
///
/// Each position in the view is assigned to one of ``k`` clusters by a hash of it and of the view, so that
/// coincident points share a cluster and every view has clusters of its own. Groups have ``k`` clusters each;
/// with a ``k`` of 1 all points of a group share one marker.
///
/// - Complexity: no build; O(*v* + *k* log *n*) for a query, where *v* is the number of points in view and
///   *n* that of all.
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

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter("k", \.k, in: 1...4096, "Number of clusters.").deciding(.more),
      Parameter("seed", \.seed, in: 0...Int(Int32.max), "Seed of the hash."),
    ]
  #endif

  public var capabilities: Capabilities { [.permutationInvariant] }

  /// 0: there is no build.
  public var buildBytesPerPoint: Int { 0 }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    UnbuiltIndex(over: points, self)
  }
}

extension RandomStrategy: UnbuiltStrategy {
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    let facts = [UInt64(seed), view.center.bits, view.viewport.zoom.bitPattern]
    let hash = facts.reduce(0) { SplitMix64.mix($0 ^ $1) }
    let clusters = points.ranges(in: view.rect).flatMap { section in
      var lists = [[UInt32]](repeating: [], count: k)
      for point in section.joined() {
        let position = points.position(point)
        guard view.contains(position) else { continue }
        lists[Int(SplitMix64.mix(hash ^ position.bits) % UInt64(k))].append(UInt32(point))
      }
      return lists.filter { !$0.isEmpty }.sorted { $0[0] < $1[0] }
    }
    return Grouping(listing: clusters, of: points, in: view)
  }
}

extension ClusteringStrategy where Self == RandomStrategy {
  /// Clusters that ignore where points are; see ``RandomStrategy``.
  public static func random(k: Int = 32, seed: Int = 1) -> RandomStrategy {
    RandomStrategy(k: k, seed: seed)
  }
}

extension WorldPoint {
  fileprivate var bits: UInt64 { UInt64(x) << 32 | UInt64(y) }
}
