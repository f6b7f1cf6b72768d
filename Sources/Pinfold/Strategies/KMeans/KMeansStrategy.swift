/// A fixed number of clusters of the points in view: each point belongs to the nearest weighted mean.
///
/// Greedy *k*-means++ draws the first centers from a seed. Then points are assigned to the nearest center and
/// centers move to the mean of their points, alternately, until the improvement is negligible. Of
/// ``restarts`` such runs with different first centers, the one with the least sum of squared distances is
/// kept, the first one on a tie. Points out of view are excluded, so clusters change as the view moves. With
/// ``scope`` set to the world all points are clustered once, and a view shows the clusters that have a
/// member in it.
///
/// Each group gets a share of ``k`` in proportion to the weight of its included points, at least one, rounded
/// by Hamilton's method, ties by the lowest id. A group with fewer positions than its share has a cluster for
/// each position. A tie between centers goes to the one drawn first. A center that loses all of its weight
/// moves to the point farthest from its own center, ties by the lowest id. Coincident points share a cluster.
/// Distances and means use the shorter way around the globe from the cluster's own center, so no meridian is
/// special.
///
/// A point of weight *w* counts as *w* coincident points: in means, in the draws of the first centers, in the
/// sum of squared distances and in the shares of groups. So a cell of `pinfold aggregate`, whose weight is
/// the sum of its points' weights, counts as its points. A point of weight 0 moves no center; it belongs to
/// the nearest one. If all points of a group in view have weight 0, they count alike. Where the sum of
/// weights is 2⁵⁰ times their lowest bit or more, each is rounded to a part of less than 2⁻⁴⁹ of the sum.
///
/// Source: S. Lloyd, "Least squares quantization in PCM", 1982; seeding by D. Arthur, S. Vassilvitskii, 2007;
/// assignment by T. Kanungo et al., 2002, which gives Lloyd's result.
///
/// - Complexity: no build; a query gathers points in O(*v*), where *v* is the number of points in view. Each
///   of its runs draws *k* centers and then iterates. For points spread over the view all draws take about
///   O(*v* + √(*v* *k*) log *k*) and an iteration O(*k* + √(*v* *k*)); the worst cases are O(*v* *k* log *k*)
///   and O(*v* *k*). With the world as scope the build costs as much as a query of it would, and a query
///   O(*k* + *p* log *n*), where *n* is the number of points and *p* that of runs of neighbors in view that
///   share a cluster.
public struct KMeansStrategy: ClusteringStrategy, Configurable {
  /// The number of clusters.
  public var k = 32

  /// The seed of the first centers; equal seeds give equal clusters.
  public var seed = 1

  /// The number of runs from different first centers, the best of which is kept.
  public var restarts = 1

  /// The most rounds of assigning points and moving centers.
  public var maxIterations = 100

  /// Rounds end once the sum of squared distances drops by no more than this share of itself.
  public var tolerance = 1e-4

  /// Which points take part.
  public var scope = Scope.view

  /// Which points take part.
  public enum Scope: String, CaseIterable, Sendable {
    /// The points in the view and its margin, clustered for each view.
    case view

    /// All, when the index is built.
    case world
  }

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(k: Int, seed: Int = 1, restarts: Int = 1, scope: Scope = .view) {
    self.k = k
    self.seed = seed
    self.restarts = restarts
    self.scope = scope
  }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter("k", \.k, in: 1...4096, "Number of clusters.").deciding(.more),
      Parameter("seed", \.seed, in: 0...Int(Int32.max), "Seed of the first centers."),
      Parameter("restarts", \.restarts, in: 1...100, "Runs from different first centers; the best is kept."),
      Parameter("maxIterations", \.maxIterations, in: 1...10_000, "Maximum number of iterations."),
      Parameter(
        "tolerance", \.tolerance, in: 0...1,
        "Minimum relative decrease of the squared distances per iteration."),
      Parameter(
        "scope", \.scope, "Which points are clustered: those in view, for each view, or all of them once."),
    ]
  #endif

  /// With the view as scope, neither nested nor pan-invariant, because points enter and leave; with the world
  /// as scope both, because all views show the same clusters.
  public var capabilities: Capabilities {
    scope == .view
      ? [.permutationInvariant, .budgeted] : [.nested, .panInvariant, .permutationInvariant, .budgeted]
  }

  public var clusterBudget: Int? { k }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    guard scope == .world else { return UnbuiltIndex(over: points, self) }
    let clusters = try clusters(of: points, in: .world, context)
    return KMeansWorldIndex(points: points, clusters: clusters, threads: context.threads)
  }
}

extension KMeansStrategy: UnbuiltStrategy {
  func grouping(
    of points: PointSet, in view: ProjectedView, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try clusters(of: points, in: view.rect, within: view.isTurned ? view : nil, context)
      .grouping(of: points, threads: context.threads)
  }
}

extension ClusteringStrategy where Self == KMeansStrategy {
  /// A number of clusters around means; see ``KMeansStrategy``.
  public static func kmeans(
    k: Int = 32, seed: Int = 1, restarts: Int = 1, scope: KMeansStrategy.Scope = .view
  ) -> KMeansStrategy {
    KMeansStrategy(k: k, seed: seed, restarts: restarts, scope: scope)
  }
}

extension KMeansStrategy {
  /// Clusters the points in a rectangle, or those of them in a turned view.
  private func clusters(
    of points: PointSet, in rect: WorldRect, within view: ProjectedView? = nil, _ context: RunContext
  ) throws(ClusteringError) -> KMeansClusters {
    try context.check()
    let groups = points.ranges(in: rect)
      .map { ranges in view.map { view in ranges.flatMap { points.runs(of: $0, in: view) } } ?? ranges }
      .filter { !$0.isEmpty }
    let weights = KMeansWeights(of: points, groups)
    let shares = KMeansShares.of(
      k, amongst: weights?.totals ?? groups.map { $0.reduce(0) { $0 + $1.count } },
      ties: { points.lowestRank(in: groups[$0]) })
    var clusters = KMeansClusters()
    for (group, share) in zip(groups, shares) {
      let scratch = Scratch()
      try withExtendedLifetime(scratch) { () throws(ClusteringError) in
        let space = try KMeansSpace(points, group, weights, in: scratch, context)
        clusters.append(try bestRun(in: space, share: share, points.idRanks, context))
      }
    }
    return clusters
  }

  /// The run with the least inertia, the first of equal ones.
  private func bestRun(
    in space: KMeansSpace, share: Int, _ idRanks: [UInt32], _ context: RunContext
  ) throws(ClusteringError) -> KMeansRun {
    // Each group starts from the same seed, so that none depends on its name or on other groups.
    var random = SplitMix64(seed: SplitMix64.mix(UInt64(seed)))
    func run() throws(ClusteringError) -> KMeansRun {
      let centers = try KMeansSeeding(share, of: space).drawn(&random, context)
      var run = KMeansRun(space: space, idRanks: idRanks, centers: centers)
      try run.settle(maxIterations: maxIterations, tolerance: tolerance, context: context)
      return run
    }
    var best = try run()
    for _ in 1..<restarts {
      let other = try run()
      if other.inertia < best.inertia { best = other }
    }
    return best
  }
}

extension PointSet {
  /// The lowest rank of an id in some ranges of the canonical order.
  fileprivate func lowestRank(in ranges: [Range<Int>]) -> UInt32 {
    let ranks = idRanks
    return ranges.lazy.joined().reduce(.max) { min($0, ranks[$1]) }
  }

  /// The parts of a range of the canonical order whose points are in a view.
  fileprivate func runs(of range: Range<Int>, in view: ProjectedView) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for point in range where view.contains(position(point)) { runs.appendJoining(point..<point + 1) }
    return runs
  }
}

/// Clusters of all points, of which a view shows some.
private final class KMeansWorldIndex: ClusterIndex {
  private let points: PointSet
  private let grouping: Grouping

  private let pieces: [KMeansClusters.Piece]

  init(points: PointSet, clusters: KMeansClusters, threads: Int) {
    self.points = points
    grouping = clusters.grouping(of: points, threads: threads)
    pieces = clusters.pieces
  }

  var byteCount: Int {
    grouping.order.byteCount + grouping.ranges.count * MemoryLayout<Range<Int>>.stride
      + pieces.count * MemoryLayout<KMeansClusters.Piece>.stride
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    var isInView = [Bool](repeating: false, count: grouping.ranges.count)
    for range in points.ranges(in: view.rect).joined() {
      let first = pieces.indices.partitioningIndex { pieces[$0].range.upperBound > range.lowerBound }
      for piece in pieces[first...] {
        if piece.range.lowerBound >= range.upperBound { break }
        isInView[piece.cluster] = true
      }
    }
    var all = grouping
    all.candidates = isInView.indices.filter { !isInView[$0] }
    return all
  }
}

// MARK: - Clusters

/// The clusters of runs in one section after another.
struct KMeansClusters {
  /// Consecutive points of the canonical order that share a cluster.
  struct Piece {
    var range: Range<Int>
    var cluster: Int
  }

  /// All points, in canonical order.
  private(set) var pieces: [Piece] = []

  private var centers: [WorldPoint] = []
  private var counts: [Int] = []

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
      if let last = pieces.last, last.cluster == number, last.range.upperBound == range.lowerBound {
        pieces[pieces.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        pieces.append(Piece(range: range, cluster: number))
      }
    }
  }

  /// The clusters as ranges of an order.
  func grouping(of points: PointSet, threads: Int) -> Grouping {
    let projection = points.projection
    var ranges: [Range<Int>] = []
    var cuts: [PointOrder.Cut] = []
    var start = 0
    for (center, count) in zip(centers, counts) {
      ranges.append(start..<start + count)
      // Opposite the center, where the run cut the circle for this cluster.
      let origin = projection.wraps ? center.x &- projection.gridPhase &+ 1 << 31 : 0
      cuts.append(PointOrder.Cut(range: start..<start + count, origin: origin))
      start += count
    }
    var permutation = [UInt32](repeating: 0, count: start)
    var ends = ranges.map { $0.lowerBound }
    for piece in pieces {
      for point in piece.range {
        permutation[ends[piece.cluster]] = UInt32(point)
        ends[piece.cluster] += 1
      }
    }
    return Grouping(order: points.order(permutation, cuts: cuts, threads: threads), ranges: ranges)
  }
}

/// The division of *k* clusters among groups.
enum KMeansShares {
  /// Divides an integer into shares in proportion to sizes, at least one each, by Hamilton's method: the rest
  /// is distributed one by one to the largest remainders.
  ///
  /// - Parameters:
  ///   - number: the number to divide; if there are more sizes, each gets one.
  ///   - sizes: at least 0, less than 2⁵¹ in all.
  ///   - rank: decides ties between remainders; the lowest comes first.
  static func of(_ number: Int, amongst sizes: [Int], ties rank: (Int) -> UInt32) -> [Int] {
    var shares = [Int](repeating: 1, count: sizes.count)
    var rest = Array(sizes.indices)
    var number = number
    while true {
      let total = rest.reduce(0) { $0 + sizes[$1] }
      let small = rest.filter { sizes[$0] * number < total }
      if small.isEmpty { break }
      rest.removeAll { sizes[$0] * number < total }
      number -= small.count
    }
    let total = rest.reduce(0) { $0 + sizes[$1] }
    guard total > 0, number > 0 else { return shares }
    for i in rest { shares[i] = sizes[i] * number / total }
    let spare = number - rest.reduce(0) { $0 + shares[$1] }
    let byRemainder = rest.sorted {
      let (a, b) = (sizes[$0] * number % total, sizes[$1] * number % total)
      return a != b ? a > b : rank($0) < rank($1)
    }
    for i in byRemainder.prefix(spare) { shares[i] += 1 }
    return shares
  }
}
