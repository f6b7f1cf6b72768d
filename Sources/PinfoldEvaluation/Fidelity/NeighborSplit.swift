/// How often a point and its nearest neighbour, close together on the screen, are in different clusters.
public struct NeighborSplit: Hashable, Sendable {
  /// The points that are shown and whose nearest neighbour is within reach.
  public var eligible: Int

  /// Those of them whose neighbour is in another cluster, or in one that is not shown.
  public var split: Int

  /// The share of the eligible points that are split; nil where none is eligible.
  public var share: Double? { eligible == 0 ? nil : Double(split) / Double(eligible) }

  /// Counts pairs.
  ///
  /// - Parameters:
  ///   - labels: the cluster of each point; negative for points that are not shown.
  ///   - graph: the nearest neighbours of the same points.
  ///   - reach: how far neighbours may be apart, in units of the graph; may be infinite.
  /// - Complexity: O(*n*).
  public init(labels: [Int32], graph: NeighborGraph, reach: Double) {
    eligible = 0
    split = 0
    let limit = reach * reach
    for (point, label) in labels.enumerated() where label >= 0 {
      let neighbor = Int(graph.neighbors[point])
      guard neighbor >= 0, graph.squaredDistances[point] <= limit else { continue }
      eligible += 1
      if labels[neighbor] != label { split += 1 }
    }
  }
}
