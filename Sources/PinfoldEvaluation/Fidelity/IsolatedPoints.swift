/// Whether points far from all others stay visible by themselves.
public struct IsolatedPoints: Hashable, Sendable {
  /// The points that are shown and have no neighbour within reach.
  public var isolated: Int

  /// Those of them that are alone in their cluster.
  public var alone: Int

  /// The share of the isolated points that are alone in their cluster; nil where none is isolated.
  public var retained: Double? { isolated == 0 ? nil : Double(alone) / Double(isolated) }

  /// Counts points.
  ///
  /// - Parameters:
  ///   - labels: the cluster of each point, from 0; negative for points that are not shown.
  ///   - graph: the nearest neighbours of the same points.
  ///   - reach: how far from all others a point must lie, in units of the graph.
  /// - Complexity: O(*n* + *K*).
  public init(labels: [Int32], graph: NeighborGraph, reach: Double) {
    var sizes = [Int32](repeating: 0, count: Int(labels.max() ?? -1) + 1)
    for label in labels where label >= 0 { sizes[Int(label)] += 1 }
    isolated = 0
    alone = 0
    for (point, label) in labels.enumerated() where label >= 0 {
      guard graph.squaredDistances[point] > reach * reach else { continue }
      isolated += 1
      if sizes[Int(label)] == 1 { alone += 1 }
    }
  }
}
