/// The children of each node in the canonical order of their first members; those of the number past all
/// nodes are the roots.
struct DendrogramChildren {
  /// Nodes, siblings next to each other.
  private(set) var nodes: [UInt32] = []
  private var starts: [UInt32]

  /// - Parameter parents: the parent of each node, or `UInt32.max` for nodes that are not there.
  init(of nodeCount: Int, firsts: [UInt32], parents: [UInt32], pointCount: Int) {
    starts = [UInt32](repeating: 0, count: nodeCount + 3)
    for parent in parents where parent != .max { starts[Int(parent) + 2] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    // Dealing the nodes out in the order of their first members sorts all siblings at once.
    nodes = [UInt32](repeating: 0, count: Int(starts[nodeCount + 2]))
    for node in Self.sorted(firsts, below: pointCount) where parents[Int(node)] != .max {
      let index = Int(parents[Int(node)]) + 1
      nodes[Int(starts[index])] = node
      starts[index] += 1
    }
  }

  /// The range of a node's children in ``nodes``.
  func range(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

  /// The indices of some keys, by ascending key.
  private static func sorted(_ keys: [UInt32], below bound: Int) -> [UInt32] {
    var starts = [UInt32](repeating: 0, count: bound + 1)
    for key in keys { starts[Int(key) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var sorted = [UInt32](repeating: 0, count: keys.count)
    for (index, key) in keys.enumerated() {
      sorted[Int(starts[Int(key)])] = UInt32(index)
      starts[Int(key)] += 1
    }
    return sorted
  }
}
