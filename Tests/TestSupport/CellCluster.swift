public import Pinfold

/// A cluster as it should be with cells in place of points.
public struct CellCluster {
  var group: String
  var position: WorldPoint
  var points: Int
  var weight: Double

  /// Whether two are the same, but for the rounding of the means of cells to positions.
  public static func agree(_ one: CellCluster, _ other: CellCluster) -> Bool {
    let (x, y) = (one.position.x &- other.position.x, one.position.y &- other.position.y)
    return one.group == other.group && one.points == other.points && one.weight == other.weight
      && Int32(bitPattern: x).magnitude <= 1 && Int32(bitPattern: y).magnitude <= 1
  }
}

extension Frame {
  /// All clusters, in an order that a unit more or less rarely changes.
  public var cellClusters: [CellCluster] {
    (0..<count).map {
      CellCluster(
        group: groupName(of: $0) ?? "-", position: positions[$0], points: pointCount(of: $0),
        weight: weights[$0])
    }.sorted {
      ($0.group, $0.points, $0.weight, $0.position.x, $0.position.y)
        < ($1.group, $1.points, $1.weight, $1.position.x, $1.position.y)
    }
  }
}
