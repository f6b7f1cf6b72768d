/// The rest of trees below their top, in the making: all nodes in one column, those of the top first.
///
/// Each thread divides subtrees of its own. A call that is stopped leaves those that are done to the next.
final class PCATreeRest {
  /// The number of nodes below each of the top's; nil where they are not all there yet.
  private var counts: [Int?]

  /// Room for all nodes, written as far as they are divided.
  let nodes: FrozenColumn<PCATree.Node>

  /// Room for the canonical indices in the final order, likewise, and what owns it.
  let permutation: UnsafeBufferPointer<UInt32>
  let scratch = Scratch()

  /// Where both are written.
  private let columns: Columns

  private struct Columns: @unchecked Sendable {
    let nodes: UnsafeMutablePointer<PCATree.Node>
    let permutation: UnsafeMutablePointer<UInt32>
  }

  /// Puts the nodes of a top in their places.
  init(below top: PCATreeTop) {
    // Between them divisions make fewer nodes than twice the points, and most often a sixth of that.
    let (room, count) = (Scratch(isSparse: true), top.parts.count + 2 * top.count)
    columns = Columns(nodes: room.allocate(count), permutation: scratch.allocate(top.count))
    nodes = FrozenColumn(columns.nodes, count: count, in: room)
    permutation = UnsafeBufferPointer(start: columns.permutation, count: top.count)
    for (place, part) in top.parts.enumerated() { (columns.nodes + place).initialize(to: part.node) }
    counts = top.parts.map { $0.left > 0 ? 0 : nil }
  }

  /// The number of nodes.
  var nodeCount: Int { counts.count + counts.reduce(0) { $0 + ($1 ?? 0) } }

  /// Divides all nodes to the end, and lists their points.
  func divide(below top: PCATreeTop, _ context: RunContext) throws(ClusteringError) {
    let (points, rule, columns, idRanks) = (top.buffer, top.rule, columns, top.points.idRanks)
    let waiting = top.parts.map(\.task).filter { counts[$0.node] == nil }
    let results = Parallel.map(waiting, threads: context.threads) { task -> Result<Int, ClusteringError> in
      Result { () throws(ClusteringError) in
        var growth = PCATreeGrowth(
          dividing: task, of: points, into: columns.nodes,
          at: top.parts.count + 2 * task.range.lowerBound, rule: rule)
        try growth.growAll(context)
        points.summarise(columns.nodes, at: growth.places, idRanks: idRanks)
        for offset in task.range { columns.permutation[offset] = points.buffer[offset].index }
        return growth.places.count
      }
    }
    for (task, result) in zip(waiting, results) { counts[task.node] = try? result.get() }
    for result in results { _ = try result.get() }
    points.summarise(columns.nodes, at: top.parts.indices, idRanks: idRanks)
  }
}
