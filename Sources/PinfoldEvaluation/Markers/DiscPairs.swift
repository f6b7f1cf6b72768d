public import Pinfold

extension Discs {
  /// Calls `body` with every pair of markers whose centres are no farther apart than the largest diameter, and with
  /// some that are a little farther, once each.
  ///
  /// Markers lie in square cells of that diameter, so both of such a pair are in one cell or in neighbouring ones.
  ///
  /// - Precondition: positions and radii are finite, as those of frames are.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  /// - Complexity: O(*K* + *p*), where *p* is the number of pairs in neighbouring cells.
  public func forEachNearPair(
    context: RunContext = RunContext(), _ body: (Int, Int) -> Void
  ) throws(ClusteringError) {
    // Larger cells are as right; without a least size, tiny radii would number cells past all bounds.
    let side = max(1, 2 * (discs.map(\.radius).max() ?? 0))
    let columns = CircleOfColumns(width: side, period: period)
    var grid = CellGrid(capacity: discs.count, around: columns.count)
    for marker in discs.indices {
      try context.check()
      let cell = CellGrid.Cell(
        column: columns.column(of: discs[marker].x), row: Int((discs[marker].y / side).rounded(.down)))
      grid.forEach(near: cell) { body($0, marker) }
      grid.insert(marker, in: cell)
    }
  }
}

/// Columns of at least a width; where x repeats, a whole number of them goes around.
private struct CircleOfColumns {
  /// How many go around; nil where x does not repeat.
  let count: Int?

  private let width: Double
  private let period: Double?

  init(width: Double, period: Double?) {
    count = period.map { max(1, Int($0 / width)) }
    self.period = period
    self.width = max(width, period.map { $0 / max(1, ($0 / width).rounded(.down)) } ?? 0)
  }

  func column(of x: Double) -> Int {
    guard let period, let count else { return Int((x / width).rounded(.down)) }
    let turn = x - (x / period).rounded(.down) * period
    return max(0, min(Int(turn / width), count - 1))
  }
}
