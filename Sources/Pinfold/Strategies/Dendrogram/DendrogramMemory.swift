/// The memory of the lists that a strategy merges, which a ``DendrogramLayout`` takes when nobody needs them
/// any more.
struct DendrogramMemory {
  /// What holds the ``Merges``.
  let merges = Scratch()

  /// Its room is about what nodes take, and the order of the points.
  let nodes: Scratch

  /// Its room is about what a ``MergeTree`` takes, or the sums along the order.
  let sums: Scratch

  /// - Parameter points: so many there is room for.
  init(for points: Int = 0) {
    nodes = Scratch(room: 64 * points)
    sums = Scratch(room: RunningSums.room * points)
  }
}
