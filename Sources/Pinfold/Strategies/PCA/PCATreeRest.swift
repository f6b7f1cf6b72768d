/// The rest of trees below their top, while it is built: all nodes in one column, those of the top first.
///
/// Each thread divides subtrees of its own. A call that is stopped keeps finished subtrees for the next call.
final class PCATreeRest {
  /// The number of nodes below each of the top's; nil where they are not all there yet.
  private var counts: [Int?]

  /// All nodes, written as far as they are divided.
  let nodes: FrozenColumn<PCATree.Node>
  private let newNodes: Column<PCATree.Node>

  /// The canonical indices in the final order, likewise, and their owner.
  let permutation: Column<UInt32>
  let scratch = Scratch()

  /// Puts the nodes of a top in their places.
  init(below top: PCATreeTop) {
    // Between them divisions make fewer nodes than twice the points, and most often a sixth of that.
    let (room, count) = (Scratch(isSparse: true), top.parts.count + 2 * top.count)
    newNodes = room.column(count)
    nodes = FrozenColumn(newNodes, in: room)
    permutation = scratch.column(top.count)
    for (place, part) in top.parts.enumerated() { newNodes[place] = part.node }
    counts = top.parts.map { $0.left > 0 ? 0 : nil }
  }

  /// The number of nodes.
  var nodeCount: Int { counts.count + counts.reduce(0) { $0 + ($1 ?? 0) } }

  /// Divides all nodes to the end, and lists their points.
  func divide(below top: PCATreeTop, _ context: RunContext) throws(ClusteringError) {
    let (points, rule, idRanks) = (top.buffer, top.rule, top.points.idRanks)
    let (nodes, permutation, first) = (newNodes, permutation, top.parts.count)
    let waiting = top.parts.map(\.task).filter { counts[$0.node] == nil }
    let results = Parallel.map(waiting, threads: context.threads) { task -> Result<Int, ClusteringError> in
      Result { () throws(ClusteringError) in
        var growth = PCATreeGrowth(
          dividing: task, of: points, into: nodes,
          at: first + 2 * task.range.lowerBound, rule: rule)
        try growth.growAll(context)
        points.summarise(nodes, at: growth.places, idRanks: idRanks)
        for offset in task.range { permutation[offset] = points[offset].index }
        return growth.places.count
      }
    }
    for (task, result) in zip(waiting, results) { counts[task.node] = try? result.get() }
    for result in results { _ = try result.get() }
    points.summarise(nodes, at: top.parts.indices, idRanks: idRanks)
  }
}
