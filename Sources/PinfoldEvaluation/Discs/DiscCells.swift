package import Pinfold

/// Markers in square cells of the largest diameter: two that overlap are in one cell or in neighboring ones.
/// Other than in ``CellGrid``, a search lists a cell's markers in a chosen order and may end early: among *K*
/// coincident markers all searches together take O(*K*) visits, not *K*².
struct DiscCells {
  private let columns: CircleOfColumns
  private let side: Double
  // Each cell is a chain of markers: its head here, the rest in `next`.
  private var heads: [Cell: Int] = [:]
  private var next: [Int]
  private let places: [Cell]

  /// - Precondition: positions and radii are finite.
  /// - Parameter order: the markers in the order in which chains list them.
  init(of markers: Discs, listing order: some BidirectionalCollection<Int>) {
    let discs = markers.discs
    // Larger cells are as correct; without a least size, tiny radii would overflow the numbers of cells.
    let side = max(1, 2 * (discs.map(\.radius).max() ?? 0))
    let columns = CircleOfColumns(width: side, period: markers.period)
    self.columns = columns
    self.side = side
    places = discs.map {
      Cell(column: columns.column(of: $0.x), row: Int(($0.y / side).rounded(.down)))
    }
    next = [Int](repeating: -1, count: discs.count)
    for marker in order.reversed() {
      next[marker] = heads[places[marker]] ?? -1
      heads[places[marker]] = marker
    }
  }

  /// Calls `body` with every marker, including itself, in the marker's own and the neighboring cells, until
  /// it returns false; one of each cell alternately, so that the first few lie on all sides.
  @inline(__always)
  func forEachNear(_ marker: Int, _ body: (Int) -> Bool) {
    let cell = places[marker]
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 9) { chains in
      var count = 0
      for near in columns.around(cell.column) {
        for row in cell.row - 1...cell.row + 1 {
          guard let head = heads[Cell(column: columns.wrapped(near), row: row)] else { continue }
          unsafe chains.initializeElement(at: count, to: head)
          count += 1
        }
      }
      while count > 0 {
        for chain in (0..<count).reversed() {
          guard unsafe body(chains[chain]) else { return }
          unsafe chains[chain] = unsafe next[chains[chain]]
          if unsafe chains[chain] < 0 {
            count -= 1
            unsafe chains[chain] = unsafe chains[count]
          }
        }
      }
    }
  }

  fileprivate var nearCount: Int {
    let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
    var sum = 0
    for (cell, count) in counts {
      for near in columns.around(cell.column) {
        for row in cell.row - 1...cell.row + 1 {
          sum += count * (counts[Cell(column: columns.wrapped(near), row: row)] ?? 0)
        }
      }
    }
    return sum
  }
}

private typealias Cell = CellGrid.Cell

/// Columns of at least a given width; where x repeats, a whole number of them goes around.
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

  /// A column and its neighbors, each once, to be wrapped; a circle may have fewer than three.
  func around(_ column: Int) -> ClosedRange<Int> {
    period != nil && count < 3 ? 0...count - 1 : column - 1...column + 1
  }

  func wrapped(_ column: Int) -> Int {
    if period == nil { return column }
    return column < 0 ? column + count : column >= count ? column - count : column
  }
}

extension Discs {
  /// Calls `body` once with every pair of markers whose centers are no farther apart than the largest
  /// diameter, and with some a little farther. Returns false, without a call, where a search would visit more
  /// than `most` markers.
  ///
  /// - Precondition: positions and radii are finite.
  /// - Complexity: O(*K* + *p*), where *p* is the number of pairs in neighboring cells.
  @discardableResult
  package func forEachNearPair(
    atMost most: Int = .max, context: RunContext = RunContext(), _ body: (Int, Int) -> Void
  ) throws(ClusteringError) -> Bool {
    let cells = DiscCells(of: self, listing: discs.indices)
    guard most == .max || cells.nearCount <= most else { return false }
    for marker in discs.indices {
      try context.check()
      cells.forEachNear(marker) { other in
        if other < marker { body(other, marker) }
        return true
      }
    }
    return true
  }
}
