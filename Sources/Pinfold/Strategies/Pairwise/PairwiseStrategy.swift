/// The plain method: the two nearest clusters merge, again and again, until no two are nearer than a radius.
///
/// Clusters are as near as the means of their points, each counted by its weight. One build finds the whole
/// history of merges, and a view cuts it at its radius: a merge counts as farther than the ones before it,
/// for a mean may come to lie nearer to a third cluster than its parts did. So clusters nest, and panning
/// changes none.
///
/// Of pairs equally near the one with the lowest id merges first, then the one whose other cluster has the
/// lowest id. Distances and means go the short way around the globe. Coincident points are one from the
/// start. Positions are whole numbers of fixed-point units, means too, and compared as such, so the result is
/// exact, and the same everywhere.
///
/// It is the measure for others, for data that are small: above ``maxPositions`` it refuses to build.
///
/// Source: centroid linkage, "UPGMC" in P. Sneath, R. Sokal, "Numerical Taxonomy", 1973, by the generic
/// algorithm of D. Müllner, "Modern hierarchical, agglomerative clustering algorithms", 2011.
///
/// - Complexity: O(*n*²) to build, where *n* is the number of different positions of a group; O(*v* + *c* log
///   *c*) for a query, where *v* is the number of nodes in view and *c* that of clusters.
public struct PairwiseStrategy: ClusteringStrategy, Configurable {
  /// The distance at which clusters stay apart, in screen points, at each zoom of maps with tiles of 256.
  public var radius: ScreenSize = 40

  /// The most different positions that a group may have.
  public var maxPositions = 20_000

  /// Creates the strategy with its defaults.
  public init() {}

  /// Creates the strategy.
  public init(radius: Double) { self.radius = ScreenSize(radius) }

  #if !hasFeature(Embedded)
    public static let parameters: [Parameter<Self>] = [
      Parameter("radius", \.radius, in: 1...4096, "Distance beyond which clusters do not merge.").deciding(
        .fewer),
      Parameter(
        "maxPositions", \.maxPositions, in: 1...1_000_000,
        "Maximum number of distinct positions in a group; time grows with its square."),
    ]
  #endif

  public var capabilities: Capabilities { [.nested, .panInvariant, .permutationInvariant] }

  public func makeIndex(
    over points: PointSet, context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    let dendrogram = try DendrogramBuilder(over: points, stacks: true, context: context)
    let sections = dendrogram.sections
    if let count = sections.map({ $0.count }).max(), count > maxPositions {
      throw .tooManyPoints(
        owner: label, count: count, limit: maxPositions,
        instead: "strategies 'radius' and 'separate' take any number")
    }
    var merging = ClosestPairMerging(dendrogram, of: points)
    for section in sections { try merging.run(section, context) }
    return try PairwiseIndex(merging, radius: radius, context: context)
  }
}

extension ClusteringStrategy where Self == PairwiseStrategy {
  /// The nearest two, again and again; see ``PairwiseStrategy``.
  public static func pairwise(radius: Double = 40) -> PairwiseStrategy { PairwiseStrategy(radius: radius) }
}

private final class PairwiseIndex: ClusterIndex {
  private let dendrogram: Dendrogram
  private let radius: ScreenSize

  /// The squared distances of merges, ascending; a merge's time is the index of its distance.
  private let distances: [UInt128]

  init(
    _ merging: consuming ClosestPairMerging, radius: ScreenSize, context: RunContext
  ) throws(ClusteringError) {
    let all = merging.distances
    var ascending: [UInt128] = []
    var times = [Int32](repeating: 0, count: all.count)
    for merge in all.indices.sorted(by: { all[$0] < all[$1] }) {
      if ascending.last != all[merge] { ascending.append(all[merge]) }
      times[merge] = Int32(ascending.count - 1)
    }
    var builder = merging.dendrogram
    builder.retime(times)
    dendrogram = try builder.finish(context: context)
    distances = ascending
    self.radius = radius
  }

  var byteCount: Int { dendrogram.byteCount + distances.count * MemoryLayout<UInt128>.stride }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let radius = radius.at(zoom: view.viewport.standardZoom)
    let reach = view.units(fromPoints: radius)
    let merges = distances.indices.partitioningIndex { Double(nearest: distances[$0]) >= reach * reach }
    let time = merges == 0 ? Dendrogram.beginning : Int32(merges - 1)
    var grouping = try dendrogram.grouping(at: time, in: view.rect, context: context)
    grouping.effectiveSize = radius
    return grouping
  }
}
