/// Where a cluster's marker stands, and which member it speaks for.
public protocol RepresentativeSelection: Sendable {
  /// The selection for all clusters of one frame: itself, unless it has something to get ready first.
  ///
  /// - Parameters:
  ///   - view: what the frame shows.
  ///   - context: when to stop.
  func prepared(for view: View, context: RunContext) throws(ClusteringError) -> any RepresentativeSelection

  /// Chooses for one cluster. Stacks, whose members stand on one spot, are never asked about.
  ///
  /// - Parameters:
  ///   - cluster: the members.
  ///   - previous: the frame shown before, for selections that look back; nil on the first.
  func representative(of cluster: ClusterMembers, after previous: Frame?) throws(ClusteringError)
    -> Representative
}

extension RepresentativeSelection {
  public func prepared(for view: View, context: RunContext) -> any RepresentativeSelection { self }
}

/// What a selection answers.
public struct Representative: Hashable, Sendable {
  /// Where the marker stands.
  public var position: WorldPoint

  /// The member that it speaks for, by canonical index; nil where it speaks for none.
  public var point: Int?

  /// Pairs a position with a point.
  public init(position: WorldPoint, point: Int? = nil) {
    self.position = position
    self.point = point
  }
}

/// One cluster as a selection sees it: a look into the grouping's columns.
public struct ClusterMembers: Sendable {
  /// All points of the set.
  public let points: PointSet

  /// The view that is being answered.
  public let view: View

  private let grouping: Grouping
  private let cluster: Int

  init(points: PointSet, grouping: Grouping, cluster: Int, view: View) {
    self.points = points
    self.view = view
    self.grouping = grouping
    self.cluster = cluster
  }

  /// The number of members.
  public var count: Int { grouping.ranges[cluster].count }

  /// The canonical index of a member.
  public subscript(member: Int) -> Int {
    grouping.order.index(at: grouping.ranges[cluster].lowerBound + member)
  }

  /// The members' weighted mean position.
  public var mean: WorldPoint { grouping.order.mean(of: grouping.ranges[cluster]) }

  /// The cell that the cluster came from; nil where the strategy has no cells.
  public var cell: WorldRect? { grouping.cells?[cluster] }

  /// The smallest rectangle around the members. O(*m* log *m*).
  public var bounds: WorldRect { points.bounds(of: (0..<count).map { self[$0] }) }

  /// The middle of the cell, or of the members' bounds where there is no cell.
  public var center: WorldPoint { (cell ?? bounds).center }

  /// The member nearest to a position, ties going to the lowest id.
  public func nearest(to target: WorldPoint) -> Int {
    var best = self[0]
    var bestDistance = UInt128.max
    for member in 0..<count {
      let index = self[member]
      let distance = points.projection.squaredDistance(points.position(index), target)
      if distance < bestDistance || distance == bestDistance && points.idRank(index) < points.idRank(best) {
        (best, bestDistance) = (index, distance)
      }
    }
    return best
  }
}

extension Projection {
  /// The squared distance of two positions in fixed-point units, by the short way around the globe.
  @inlinable
  public func squaredDistance(_ a: WorldPoint, _ b: WorldPoint) -> UInt128 {
    let straight = a.x > b.x ? a.x - b.x : b.x - a.x
    let east = wraps ? min(straight, 0 &- straight) : straight
    let south = a.y > b.y ? a.y - b.y : b.y - a.y
    // Two squares of 32-bit numbers can exceed 64 bits.
    return UInt128(UInt64(east) * UInt64(east)) + UInt128(UInt64(south) * UInt64(south))
  }
}
