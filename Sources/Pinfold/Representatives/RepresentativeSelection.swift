/// Where a cluster's marker stands, and which member it speaks for.
public protocol RepresentativeSelection: Sendable {
  /// The selection for all clusters of one frame: itself, unless it has something to get ready first.
  ///
  /// - Parameters:
  ///   - view: what the frame shows.
  ///   - previous: the frame shown before, for selections that look back; nil on the first.
  ///   - context: when to stop.
  func prepared(
    for view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> AnyRepresentative

  /// Chooses the representative of a cluster of two members or more.
  ///
  /// A stack's marker is at its position, whatever the result is; it represents the member of the result, or
  /// the one with the lowest id.
  ///
  /// - Parameters:
  ///   - cluster: the members.
  ///   - previous: the frame shown before, for selections that depend on it; nil on the first.
  func representative(of cluster: ClusterMembers, after previous: Frame?) throws(ClusteringError)
    -> Representative
}

#if hasFeature(Embedded)
  /// Any selection of representatives: there is none.
  public enum AnyRepresentative: RepresentativeSelection {
    public func prepared(
      for view: ProjectedView, after previous: Frame?, context: RunContext
    ) throws(ClusteringError) -> AnyRepresentative {
      switch self {}
    }

    public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
      switch self {}
    }
  }
#else
  /// Any selection of representatives.
  public typealias AnyRepresentative = any RepresentativeSelection

  extension RepresentativeSelection {
    public func prepared(
      for view: ProjectedView, after previous: Frame?, context: RunContext
    ) throws(ClusteringError) -> AnyRepresentative { self }
  }
#endif

/// One cluster as a selection sees it: a look into the grouping's columns.
public struct ClusterMembers: Sendable {
  /// All points of the set.
  public let points: PointSet

  /// The view of the frame.
  public let view: ProjectedView

  /// The number of members.
  public let count: Int

  /// The members' weighted mean position.
  public let mean: WorldPoint

  /// The cell that the cluster came from; nil where the strategy has no cells, and for a cluster merged of
  /// several.
  public let cell: WorldRect?

  private let order: PointOrder
  private let ranges: ArraySlice<Range<Int>>
  // The member with which each range ends; empty for one range.
  private let ends: [Int]

  /// Looks at the points of some ranges of an order.
  init(
    points: PointSet, order: PointOrder, ranges: ArraySlice<Range<Int>>, mean: WorldPoint, cell: WorldRect?,
    view: ProjectedView
  ) {
    self.points = points
    self.order = order
    self.ranges = ranges
    self.mean = mean
    self.cell = cell
    self.view = view
    count = ranges.reduce(0) { $0 + $1.count }
    var end = 0
    ends =
      ranges.count == 1
      ? []
      : ranges.map {
        end += $0.count
        return end
      }
  }

  /// The canonical index of a member.
  ///
  /// - Complexity: O(1); O(log *r*) for a cluster merged of *r* ranges.
  public subscript(member: Int) -> Int {
    if ends.isEmpty { return order.index(at: ranges[ranges.startIndex].lowerBound + member) }
    let range = ends.indices.partitioningIndex { ends[$0] > member }
    return order.index(at: ranges[ranges.startIndex + range].upperBound - (ends[range] - member))
  }

  /// The smallest rectangle around the members. O(*m* log *m*).
  public var bounds: WorldRect { points.bounds(of: (0..<count).map { self[$0] }) }

  /// The middle of the cell, or of the members' bounds where there is no cell.
  public var center: WorldPoint { (cell ?? bounds).center }

  /// The representative at a member's position that speaks for this member.
  func representative(_ member: Int) -> Representative {
    Representative(position: points.position(member), point: member)
  }

  /// The member nearest to a position, ties going to the lowest id.
  public func nearest(to target: WorldPoint) -> Int {
    nearest(to: target) { _ in true } ?? self[0]
  }

  /// The member nearest to a position among those that a condition, given their canonical index, holds for;
  /// ties go to the lowest id. Nil where it holds for none.
  @inline(__always)
  public func nearest(to target: WorldPoint, where isWanted: (Int) -> Bool) -> Int? {
    var best: Int?
    var bestDistance = UInt128.max
    for member in 0..<count {
      let index = self[member]
      guard isWanted(index) else { continue }
      let distance = points.projection.squaredDistance(points.position(index), target)
      guard distance <= bestDistance else { continue }
      if distance == bestDistance, let best, points.idRank(best) < points.idRank(index) { continue }
      (best, bestDistance) = (index, distance)
    }
    return best
  }
}
