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
    // Each cell is a chain of the markers met so far: its head here, the rest in `next`.
    var heads: [Cell: Int] = [:]
    var next = [Int](repeating: -1, count: discs.count)
    for marker in discs.indices {
      try context.check()
      let column = columns.column(of: discs[marker].x)
      let row = Int((discs[marker].y / side).rounded(.down))
      for near in columns.around(column) {
        for neighbour in row - 1...row + 1 {
          var other = heads[Cell(column: columns.wrapped(near), row: neighbour)] ?? -1
          while other >= 0 {
            body(other, marker)
            other = next[other]
          }
        }
      }
      let cell = Cell(column: column, row: row)
      next[marker] = heads[cell] ?? -1
      heads[cell] = marker
    }
  }
}

private struct Cell: Hashable {
  var column: Int
  var row: Int
}

/// Columns of at least a width; where x repeats, a whole number of them goes around.
private struct CircleOfColumns {
  private let width: Double
  private let period: Double?
  private let count: Int

  init(width: Double, period: Double?) {
    let count = period.map { max(1, Int($0 / width)) } ?? 0
    self.count = count
    self.period = period
    self.width = period.map { max(width, $0 / Double(count)) } ?? width
  }

  func column(of x: Double) -> Int {
    guard let period else { return Int((x / width).rounded(.down)) }
    let turn = x - (x / period).rounded(.down) * period
    return max(0, min(Int(turn / width), count - 1))
  }

  /// A column and its neighbours, each once, to be wrapped; a circle of one or two columns has fewer than three.
  func around(_ column: Int) -> ClosedRange<Int> {
    period != nil && count < 3 ? 0...count - 1 : column - 1...column + 1
  }

  /// The column that a column past the ends of the circle is.
  func wrapped(_ column: Int) -> Int {
    if period == nil { return column }
    return column < 0 ? column + count : column >= count ? column - count : column
  }
}
