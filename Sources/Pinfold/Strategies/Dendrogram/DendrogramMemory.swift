/// The memory of the lists that a strategy merges, which a ``DendrogramLayout`` takes over afterwards.
struct DendrogramMemory {
  /// Owns the ``Merges``.
  let merges = Scratch()

  /// Its room is about the size of the nodes and of the order of the points.
  let nodes: Scratch

  /// Its room is about the size of a ``MergeTree``, or of the sums along the order.
  let sums: Scratch

  /// - Parameter points: the number of points to reserve memory for.
  init(for points: Int = 0) {
    nodes = Scratch(room: 64 * points)
    sums = Scratch(room: RunningSums.room * points)
  }
}
