package import Pinfold

extension Discs {
  /// Calls `body` with every pair of markers whose centres are no farther apart than the largest diameter,
  /// and with some that are a little farther, once each.
  ///
  /// - Precondition: positions and radii are finite, as those of frames are.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  /// - Complexity: O(*K* + *p*), where *p* is the number of pairs in neighbouring cells.
  package func forEachNearPair(
    context: RunContext = RunContext(), _ body: (Int, Int) -> Void
  ) throws(ClusteringError) {
    let cells = DiscCells(of: self, listing: discs.indices)
    for marker in discs.indices {
      try context.check()
      cells.forEachNear(marker) { other in
        if other < marker { body(other, marker) }
        return true
      }
    }
  }
}
