/// The clusters of one view, as a strategy returns them.
///
/// Clusters are ranges of one order, so members are not copied. The first member of a stack (all coincident)
/// is also the first in canonical order.
public struct Grouping: Sendable {
  /// The order that ranges refer to.
  public var order: PointOrder { didSet { stackMembers = nil } }

  /// The range of each cluster's members in ``order``.
  public var ranges: [Range<Int>] { didSet { stackMembers = nil } }

  /// The clusters without a member in the view whose marker may be in it, ascending; the host keeps those
  /// whose marker is. All others have a member in the view.
  public var candidates: [Int] = []

  /// The cell that each cluster came from; nil where the strategy has no cells.
  public var cells: [WorldRect]?

  /// Where the strategy would put each marker; nil where it leaves that to the representative.
  public var positions: [WorldPoint]?

  /// The size on the screen that the clusters were made with, in screen points, such as the side of a cell;
  /// nil where the strategy has none. It may differ from the wanted size.
  public var effectiveSize: Double?

  /// Further data that the strategy reports about its clusters; nil for none.
  public var details: ClusterDetails?

  /// The first member of each cluster that is a stack, −1 for others; nil if the strategy does not determine
  /// it.
  private(set) var stackMembers: [Int32]?

  /// State of the strategy to pass to its next frame; nil for none.
  package var carried: (any AnyObject & Sendable)?

  /// Creates a grouping; the optional columns are as long as `ranges`.
  public init(
    order: PointOrder, ranges: [Range<Int>] = [], cells: [WorldRect]? = nil, positions: [WorldPoint]? = nil
  ) {
    self.order = order
    self.ranges = ranges
    self.cells = cells
    self.positions = positions
  }

  /// Creates a grouping of clusters that were made with a size on the screen, of which is known which are
  /// stacks.
  init(order: PointOrder, ranges: [Range<Int>], stackMembers: [Int32], effectiveSize: Double?) {
    self.order = order
    self.ranges = ranges
    self.stackMembers = stackMembers
    self.effectiveSize = effectiveSize
  }

  /// Creates a grouping of clusters that are given as lists; the optional columns are as long as `clusters`.
  ///
  /// Clusters without a member in the view become ``candidates`` if their members' bounds, cell or position
  /// are in it, and are left out otherwise: an index may list all its clusters.
  ///
  /// - Parameters:
  ///   - clusters: the canonical indices of each cluster's members, at least one.
  ///   - points: the points that the index was built over.
  ///   - view: the view that the clusters are for.
  /// - Complexity: O(*m*), where *m* is the number of members.
  public init(
    listing clusters: some Sequence<[UInt32]>, of points: PointSet, in view: ProjectedView,
    cells: [WorldRect]? = nil, positions: [WorldPoint]? = nil
  ) {
    var (kept, lists, candidates) = ([Int](), [[UInt32]](), [Int]())
    for (cluster, members) in clusters.enumerated() {
      if !members.contains(where: { view.rect.contains(points.position(Int($0))) }) {
        guard
          points.mayHaveMarker(of: members, in: view) || cells?[cluster].meets(view.rect) == true
            || positions.map({ view.rect.contains($0[cluster]) }) == true
        else { continue }
        candidates.append(kept.count)
      }
      kept.append(cluster)
      lists.append(members)
    }
    let (order, ranges) = points.order(listing: lists, around: view.center.x)
    self.init(
      order: order, ranges: ranges, cells: cells.map { cells in kept.map { cells[$0] } },
      positions: positions.map { positions in kept.map { positions[$0] } })
    self.candidates = candidates
  }

  /// Creates a grouping by keys: the mergeable points of a section with one key are a cluster.
  ///
  /// - Parameters:
  ///   - points: the points that the index was built over.
  ///   - view: the view that the clusters are for.
  ///   - context: says when to stop.
  ///   - key: the key of a point, given its canonical index; called once for each.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  /// - Complexity: O(*n*), where *n* is the number of points.
  public init<Key: Hashable>(
    of points: PointSet, in view: ProjectedView, context: RunContext, by key: (_ point: Int) -> Key
  ) throws(ClusteringError) {
    var clusters: [[UInt32]] = []
    for section in points.sections where section.mergeable {
      var places: [Key: Int] = [:]
      for point in section.range {
        if point & 0xFFF == 0 { try context.check() }
        let key = key(point)
        if let place = places[key] {
          clusters[place].append(UInt32(point))
        } else {
          places[key] = clusters.count
          clusters.append([UInt32(point)])
        }
      }
    }
    self.init(listing: clusters, of: points, in: view)
  }
}

extension Grouping {
  /// Keeps the clusters that a view lists, where no step after the strategy moves their markers.
  ///
  /// - Complexity: O(*k*), where *k* is the number of candidates; of all clusters where they are listed by
  ///   their markers.
  mutating func keepListed(in view: ProjectedView, of points: PointSet) {
    let isByMarker = view.viewport.clip == .markers
    if candidates.isEmpty && !isByMarker { return }
    var isKept = [Bool](repeating: true, count: ranges.count)
    for cluster in isByMarker ? Array(ranges.indices) : candidates {
      isKept[cluster] = view.contains(marker(of: cluster, of: points))
    }
    candidates = []
    if !isKept.contains(false) { return }
    let kept = ranges.indices.filter { isKept[$0] }
    let stackMembers = stackMembers
    ranges = kept.map { ranges[$0] }
    self.stackMembers = stackMembers.map { members in kept.map { members[$0] } }
    cells = cells.map { cells in kept.map { cells[$0] } }
    positions = positions.map { positions in kept.map { positions[$0] } }
    details = details?.gathered(kept.map(Optional.some))
  }

  /// The default marker position of a cluster, without a representative.
  private func marker(of cluster: Int, of points: PointSet) -> WorldPoint {
    let range = ranges[cluster]
    guard let positions, !points.isCoincident(range, in: order) else { return order.mean(of: range) }
    return positions[cluster]
  }
}
