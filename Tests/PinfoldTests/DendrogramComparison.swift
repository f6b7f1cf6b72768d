@testable import Pinfold

extension Dendrogram {
  /// Whether nodes and order are the same, bit for bit.
  func isSame(as other: Dendrogram) -> Bool {
    // What only holds clusters together has no mean: each is counted from its own place on the globe.
    order.permutation == other.order.permutation && nodes.count == other.nodes.count
      && zip(nodes, other.nodes).allSatisfy { one, two in
        one.range == two.range && one.children == two.children && one.time == two.time && one.box == two.box
          && order.isCoincident(one.range) == other.order.isCoincident(one.range)
          && (one.time == Dendrogram.never
            || order.mean(of: one.range) == other.order.mean(of: one.range))
          && order.weight(of: one.range) == other.order.weight(of: one.range)
          && order.clusterID(of: one.range) == other.order.clusterID(of: one.range)
      }
  }
}
