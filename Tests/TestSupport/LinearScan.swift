public import Pinfold

/// What every index must answer, found by looking at each point.
public struct LinearScan: Sendable {
  /// The points.
  public let points: PointSet

  private let mergeable: [Bool]
  private let group: [Int32]

  /// Prepares to look.
  public init(_ points: PointSet) {
    self.points = points
    var mergeable = [Bool](repeating: true, count: points.count)
    var group = [Int32](repeating: -1, count: points.count)
    for section in points.sections {
      for point in section.range {
        mergeable[point] = section.mergeable
        group[point] = section.group
      }
    }
    self.mergeable = mergeable
    self.group = group
  }

  /// Whether a rectangle holds a position, by signed arithmetic alone.
  public func contains(_ rect: WorldRect, _ position: WorldPoint) -> Bool {
    let world = Int64(1) << 32
    let east = (Int64(position.x) - Int64(rect.west) + world) % world
    let south = Int64(position.y) - Int64(rect.north)
    return east < Int64(rect.width) && south >= 0 && south < Int64(rect.height)
  }

  /// The points in a rectangle, in canonical order.
  public func points(in rect: WorldRect, mergeable wanted: Bool) -> [Int] {
    (0..<points.count).filter { mergeable[$0] == wanted && contains(rect, points.position($0)) }
  }

  /// The group of a point, −1 for none.
  public func group(of point: Int) -> Int32 { group[point] }

  /// The clusters that a rule makes of the mergeable points of each group: those with a point in the
  /// rectangle, in the canonical order of their first members.
  ///
  /// - Parameter key: points of one group with equal keys share a cluster.
  public func clusters<Key: Hashable>(in rect: WorldRect, key: (WorldPoint) -> Key) -> [[Int]] {
    let clusters = mergeableGroups.flatMap { group in
      Dictionary(grouping: group) { key(points.position($0)) }.values
    }
    return visible(clusters, in: rect)
  }

  /// Those of some clusters that have a point in the rectangle, in the canonical order of their first
  /// members.
  public func visible(_ clusters: [[Int]], in rect: WorldRect) -> [[Int]] {
    clusters
      .filter { $0.contains { contains(rect, points.position($0)) } }
      .map { $0.sorted() }
      .sorted { $0[0] < $1[0] }
  }

  /// The mergeable points of each group.
  public var mergeableGroups: [[Int]] {
    Array(Dictionary(grouping: (0..<points.count).filter { mergeable[$0] }) { group[$0] }.values)
  }
}
