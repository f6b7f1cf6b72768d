/// A spatial hash of numbered things, which may be inserted and removed. Things whose distance is at most the
/// side of a cell are in the same cell or in neighboring ones.
///
/// Source: M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", VMV
/// 2003.
package struct CellGrid: Sendable {
  /// A cell, by its column and row.
  package struct Cell: Hashable, Sendable {
    /// Counted eastward.
    package var column: Int

    /// Counted southward.
    package var row: Int

    /// Creates a cell.
    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// The number of columns that go around the globe; nil where nothing repeats.
  private let around: Int?

  // Each slot of the hash table is a chain of things: its head here, the rest in `next`.
  private var heads: [Int32]
  private var next: [Int32]
  private var cells: [Cell]

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - capacity: the number of things with memory; it grows by one at a time.
  ///   - around: the number of columns that go around the globe, each numbered from 0; nil where nothing
  ///     repeats.
  package init(capacity: Int, around: Int?) {
    self.around = around
    let slots = 1 << (Int.bitWidth - max(1, capacity).leadingZeroBitCount)
    heads = [Int32](repeating: -1, count: slots)
    next = [Int32](repeating: -1, count: capacity)
    cells = [Cell](repeating: Cell(column: 0, row: 0), count: capacity)
  }

  /// Inserts a thing that is in no cell.
  ///
  /// - Parameter thing: its number, at most the capacity.
  package mutating func insert(_ thing: Int, in cell: Cell) {
    if thing == next.count {
      next.append(-1)
      cells.append(cell)
      if next.count > heads.count { addSlots() }
    }
    let slot = slot(of: cell)
    cells[thing] = cell
    next[thing] = heads[slot]
    heads[slot] = Int32(thing)
  }

  /// Removes a thing from its cell.
  ///
  /// - Complexity: O(*c*), where *c* is the number of things in the cell.
  package mutating func remove(_ thing: Int) {
    let slot = slot(of: cells[thing])
    guard Int(heads[slot]) != thing else {
      heads[slot] = next[thing]
      return
    }
    var other = Int(heads[slot])
    while Int(next[other]) != thing { other = Int(next[other]) }
    next[other] = next[thing]
  }

  /// The thing inserted last into a cell; nil if it is empty.
  package func first(in cell: Cell) -> Int? {
    var thing = Int(heads[slot(of: cell)])
    while thing >= 0, cells[thing] != cell { thing = Int(next[thing]) }
    return thing >= 0 ? thing : nil
  }

  /// Calls `body` with each thing in a cell and in those around it.
  package func forEach(near cell: Cell, _ body: (Int) -> Void) {
    var columns = cell.column - 1...cell.column + 1
    // A circle of one or two columns has no third.
    if let around, around < 3 { columns = 0...around - 1 }
    for column in columns {
      for row in cell.row - 1...cell.row + 1 {
        let near = Cell(column: wrapped(column), row: row)
        var thing = Int(heads[slot(of: near)])
        while thing >= 0 {
          if cells[thing] == near { body(thing) }
          thing = Int(next[thing])
        }
      }
    }
  }

  /// Doubles the number of slots.
  private mutating func addSlots() {
    let chains = heads
    heads = [Int32](repeating: -1, count: 2 * heads.count)
    for head in chains {
      var thing = Int(head)
      while thing >= 0 {
        let following = Int(next[thing])
        let slot = slot(of: cells[thing])
        next[thing] = heads[slot]
        heads[slot] = Int32(thing)
        thing = following
      }
    }
  }

  private func wrapped(_ column: Int) -> Int {
    guard let around else { return column }
    return column < 0 ? column + around : column >= around ? column - around : column
  }

  private func slot(of cell: Cell) -> Int {
    let bits = UInt64(truncatingIfNeeded: cell.column) &* 0x9E37_79B9_7F4A_7C15
    let hash = SplitMix64.mix(bits ^ UInt64(truncatingIfNeeded: cell.row))
    return Int(truncatingIfNeeded: hash) & (heads.count - 1)
  }
}
