/// Square cells with numbered things in them, to find those that are near one another.
///
/// Things whose distance is at most the side of a cell are in one cell or in neighbouring ones. Things may
/// come and go.
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

    /// Names a cell.
    package init(column: Int, row: Int) {
      self.column = column
      self.row = row
    }
  }

  /// The number of columns that go around the globe; nil where nothing repeats.
  private let around: Int?

  // Cells share slots by their hash. Each slot is a chain of things: its head here, the rest in `next`.
  private var heads: [Int32]
  private var next: [Int32]
  private var cells: [Cell]

  /// An empty grid.
  ///
  /// - Parameters:
  ///   - capacity: the number of things there is room for; it grows by one thing after the other.
  ///   - around: the number of columns that go around the globe, each numbered from 0; nil where nothing
  ///     repeats.
  package init(capacity: Int, around: Int?) {
    self.around = around
    let slots = 1 << (Int.bitWidth - max(1, capacity).leadingZeroBitCount)
    heads = [Int32](repeating: -1, count: slots)
    next = [Int32](repeating: -1, count: capacity)
    cells = [Cell](repeating: Cell(column: 0, row: 0), count: capacity)
  }

  /// Puts a thing that is in no cell into one.
  ///
  /// - Parameter thing: its number, at most one more than there is room for.
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

  /// Takes a thing out of its cell.
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

  /// A thing in a cell, if there is one: the last to come.
  package func first(in cell: Cell) -> Int? {
    var thing = Int(heads[slot(of: cell)])
    while thing >= 0, cells[thing] != cell { thing = Int(next[thing]) }
    return thing >= 0 ? thing : nil
  }

  /// Calls `body` with everything in a cell and in those around it.
  package func forEach(near cell: Cell, _ body: (Int) -> Void) {
    // A circle of one or two columns has no third to look at.
    let columns =
      around.map { $0 < 3 ? 0...$0 - 1 : cell.column - 1...cell.column + 1 } ?? cell.column - 1...cell.column
      + 1
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

  /// Deals the things out to twice as many slots.
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
