/// A number of clusters of the points in view, each point with the nearest mean.
///
/// The first centres are drawn by *k*-means++ from a seed; then points go to the nearest centre and centres to the mean
/// of their points, in turn, until that gains next to nothing. Points out of view take no part, so clusters change as
/// the view moves.
///
/// Each group in view gets a share of ``clusters`` in proportion to its points in view, at least one; see
/// ``KMeansShares``. Groups with fewer positions than that have a cluster for each position. Between centres equally
/// near the first drawn decides; a centre that loses all its points moves to the point farthest from its own, ties by
/// the lowest id. Coincident points share a cluster. Distances and means go the short way around the globe from the
/// cluster's own centre, so no meridian is special. Points count alike, whatever their weights.
///
/// Source: S. Lloyd, "Least squares quantization in PCM", 1982; seeding by D. Arthur, S. Vassilvitskii, 2007;
/// assignment by T. Kanungo et al., 2002, which gives Lloyd's result.
///
/// - Complexity: O(*n*) to build, where *n* is the number of points; a query draws centres in O(*v* *k*), where *v* is
///   the number of points in view and *k* that of clusters, and then takes about O(*k* √*v*) an iteration for points
///   spread over the view, O(*v* *k*) at worst.
public struct KMeansStrategy: ClusteringStrategy, Configurable {
  /// The number of clusters.
  public var clusters = 32

  /// The seed of the first centres; equal seeds give equal clusters.
  public var seed = 1

  /// The most rounds of assigning points and moving centres.
  public var maxIterations = 100

  /// Rounds end once the sum of squared distances drops by no more than this share of itself.
  public var tolerance = 1e-4

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(clusters: Int, seed: Int = 1) {
    self.clusters = clusters
    self.seed = seed
  }

  public static let parameters: [Parameter<Self>] = [
    Parameter("clusters", \.clusters, in: 1...4096, "Number of clusters in view."),
    Parameter("seed", \.seed, in: 0...Int(Int32.max), "Seed of the first centres."),
    Parameter("maxIterations", \.maxIterations, in: 1...10_000, "Most rounds of moving the centres."),
    Parameter("tolerance", \.tolerance, in: 0...1, "Share of the squared distances that a round must gain."),
  ]

  /// Neither nested nor pan-invariant: whatever comes into view takes part.
  public var capabilities: Capabilities { [.permutationInvariant, .budgeted] }

  public var budget: Int? { clusters }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    try context.check()
    return KMeansIndex(points: points, space: KMeansSpace(points), strategy: self)
  }
}

extension ClusteringStrategy where Self == KMeansStrategy {
  /// A number of clusters around means; see ``KMeansStrategy``.
  public static func kmeans(clusters: Int = 32, seed: Int = 1) -> KMeansStrategy {
    KMeansStrategy(clusters: clusters, seed: seed)
  }
}

private struct KMeansIndex: ClusterIndex {
  let points: PointSet
  let space: KMeansSpace
  let strategy: KMeansStrategy

  var byteCount: Int { space.byteCount }

  func grouping(in view: View, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    let window = DyadicWindow(view.rect, phase: points.projection.phase)
    var groups: [(section: PointSection, ranges: [Range<Int>])] = []
    points.forEachSection(mergeable: true) { section, cells in
      var ranges: [Range<Int>] = []
      cells.forEachRange(in: window) { ranges.append($0) }
      if !ranges.isEmpty { groups.append((section, ranges)) }
    }
    let shares = KMeansShares.of(
      strategy.clusters, amongst: groups.map { $0.ranges.reduce(0) { $0 + $1.count } })
    var clusters = KMeansClusters()
    for (group, share) in zip(groups, shares) {
      try points.withCells(of: group.section.range) { (cells) throws(ClusteringError) in
        var run = run(over: group.ranges, in: cells, share: share, group: group.section.group)
        try run.settle(
          maxIterations: strategy.maxIterations, tolerance: strategy.tolerance, context: context)
        clusters.append(run)
      }
    }
    return clusters.grouping(of: points)
  }

  private func run(over ranges: [Range<Int>], in cells: DyadicCells, share: Int, group: Int32) -> KMeansRun {
    // Each group draws for itself, so that none depends on which others are in view.
    var random = SplitMix64(seed: SplitMix64.mix(UInt64(strategy.seed)) &+ UInt64(group + 1))
    var seeding = KMeansSeeding(space: space, from: ranges)
    return KMeansRun(
      space: space, cells: cells, ranges: ranges, idRanks: points.idRanks,
      centers: seeding.centers(share, &random))
  }
}

/// Clusters of finished runs, gathered into one grouping.
private struct KMeansClusters {
  private var centers: [WorldPoint] = []
  private var counts: [Int] = []
  private var pieces: [(range: Range<Int>, cluster: Int)] = []

  /// Adds the clusters of a run, in the order of their first members.
  mutating func append(_ run: KMeansRun) {
    var numbers = [Int?](repeating: nil, count: run.centers.count)
    run.forEachRange { range, center in
      let number = numbers[center] ?? counts.count
      if number == counts.count {
        numbers[center] = number
        centers.append(run.centers[center])
        counts.append(0)
      }
      counts[number] += range.count
      pieces.append((range, number))
    }
  }

  func grouping(of points: PointSet) -> Grouping {
    let projection = points.projection
    var ranges: [Range<Int>] = []
    var cuts: [PointOrder.Cut] = []
    var start = 0
    for (center, count) in zip(centers, counts) {
      ranges.append(start..<start + count)
      // Opposite the centre, where the run cut the circle for this cluster.
      let origin = projection.wraps ? center.x &- projection.phase &+ 1 << 31 : 0
      cuts.append(PointOrder.Cut(places: start..<start + count, origin: origin))
      start += count
    }
    var permutation = [UInt32](repeating: 0, count: start)
    var ends = ranges.map(\.lowerBound)
    for piece in pieces {
      for point in piece.range {
        permutation[ends[piece.cluster]] = UInt32(point)
        ends[piece.cluster] += 1
      }
    }
    return Grouping(order: points.order(permutation, cuts: cuts), ranges: ranges)
  }
}
