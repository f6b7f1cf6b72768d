/// Maps the square cells of one size to ranges of a list in Morton order.
///
/// Occupied cells are bits: 64 in a block of eight by eight cells, and blocks likewise in a square of eight
/// by eight blocks. So the number of a cell is the number of its block's first cell plus the number of bits
/// before its own, and a block's number likewise. Only a step out of a square, 64 cells wide, looks up a
/// hash table.
///
/// Source: G. Jacobson, "Space-efficient static trees and graphs", FOCS 1989, for ranks in bit vectors.
struct CellIndex: BitwiseCopyable, Sendable {
  /// Up to 64 parts of a square of the world: the cells of a block, or the blocks of a square.
  struct Node: BitwiseCopyable {
    /// The node's own cell.
    let key: UInt64

    /// The parts that hold items, as bits in Morton order.
    var parts: UInt64 = 0

    /// The number of the first of them.
    let first: UInt32

    /// The square that a block is in.
    let square: UInt32

    @inline(__always)
    func holds(_ part: UInt64) -> Bool { parts &>> part & 1 != 0 }

    @inline(__always)
    func number(of part: UInt64) -> Int {
      Int(first) &+ (parts & (1 &<< part &- 1)).nonzeroBitCount
    }
  }

  private struct Counts {
    var cells = 0
    var blocks = 0
    var squares = 0

    static func += (a: inout Self, b: Self) {
      a.cells += b.cells
      a.blocks += b.blocks
      a.squares += b.squares
    }
  }

  /// The binary logarithm of a cell's side.
  private var sideBits: UInt64 = 0
  private var counts = Counts()
  private var slotShift: UInt64 = 0

  /// The index of each cell's first item, and the number of items.
  let starts: Column<UInt32>
  let blocks: Column<Node>
  private let squares: Column<Node>
  private let slots: Column<UInt32>

  init(capacity: Int, in scratch: Scratch) {
    starts = scratch.column(capacity + 1)
    blocks = scratch.column(capacity)
    squares = scratch.column(capacity)
    slots = scratch.column(Self.slotCount(capacity))
  }

  /// An occupied cell.
  struct Cell {
    let block: Int

    /// Its place in the block, in Morton order.
    let part: UInt64
    let number: Int
    let items: Range<Int>
  }

  /// Calls `body` with each occupied cell of some blocks.
  ///
  /// - Parameter parts: the cells of a block that are visited, as bits.
  @inline(__always)
  func forEachCell(of blocks: Range<Int>, in parts: UInt64 = .max, _ body: (Cell) -> Void) {
    for block in blocks {
      let node = self.blocks[block]
      var (left, number) = (node.parts & parts, Int(node.first))
      while left != 0 {
        let part = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
        left &= left &- 1
        // All cells of a block have consecutive numbers.
        if parts != .max { number = node.number(of: part) }
        let items = Int(starts[number])..<Int(starts[number &+ 1])
        body(Cell(block: block, part: part, number: number, items: items))
        number &+= 1
      }
    }
  }

  var blockCount: Int { counts.blocks }

  var cellCount: Int { counts.cells }

  @inline(__always)
  private func cell(of key: UInt64) -> UInt64 {
    // In two shifts, as one by 64 bits would be none.
    (key &>> sideBits) &>> sideBits
  }
}

// MARK: - Filling

extension CellIndex {
  /// Indexes other items.
  ///
  /// - Parameter keys: ascending.
  mutating func fill(_ keys: Column<UInt64>, sideBits: UInt32, threads: Int) {
    self.sideBits = UInt64(sideBits)
    let shares = shares(of: keys, threads)
    var ends = [Counts](repeating: Counts(), count: shares.count)
    let (index, last) = (self, shares.count - 1)
    ends.withMutableColumn { ends in
      // Counted first, so that each share has its place.
      Parallel.forEach(parts: last, threads: threads) { share in
        ends[share] = index.count(keys, shares[share])
      }
      for share in 1..<max(1, last) { ends[share] += ends[share - 1] }
      Parallel.forEach(parts: shares.count, threads: threads) { share in
        let end = index.write(keys, shares[share], from: share == 0 ? Counts() : ends[share - 1])
        if share == last { ends[share] = end }
      }
    }
    counts = ends[last]
    starts[counts.cells] = UInt32(keys.count)
    hashSquares()
  }

  /// Shares of the items, each of whole squares.
  private func shares(of keys: Column<UInt64>, _ threads: Int) -> [Range<Int>] {
    let count = keys.count
    let parts = Parallel.parts(of: count, threads: threads)
    var shares: [Range<Int>] = []
    var start = 0
    for part in 1...parts {
      var end = max(start, count * part / parts)
      while end > start, end < count, (cell(of: keys[end]) ^ cell(of: keys[end - 1])) >> 12 == 0 {
        end += 1
      }
      shares.append(start..<end)
      start = end
    }
    return shares
  }

  /// Counts cells, blocks and squares, without a branch that depends on the keys.
  private func count(_ keys: Column<UInt64>, _ items: Range<Int>) -> Counts {
    if items.isEmpty { return Counts() }
    var counts = Counts(cells: 1, blocks: 1, squares: 1)
    var last = cell(of: keys[items.lowerBound])
    for index in items.dropFirst() {
      let cell = cell(of: keys[index])
      let change = cell ^ last
      last = cell
      counts.cells &+= change == 0 ? 0 : 1
      counts.blocks &+= change &>> 6 == 0 ? 0 : 1
      counts.squares &+= change &>> 12 == 0 ? 0 : 1
    }
    return counts
  }

  /// Writes cells, blocks and squares after those before, and returns the number of all so far.
  private func write(_ keys: Column<UInt64>, _ items: Range<Int>, from start: Counts) -> Counts {
    guard !items.isEmpty else { return start }
    var counts = start
    // Different from the first cell in every bit.
    var last = ~cell(of: keys[items.lowerBound])
    for index in items {
      let cell = cell(of: keys[index])
      let change = cell ^ last
      if change == 0 { continue }
      last = cell
      if change &>> 6 != 0 {
        if change &>> 12 != 0 || index == items.lowerBound {
          squares[counts.squares] = Node(
            key: cell &>> 12, first: UInt32(truncatingIfNeeded: counts.blocks), square: 0)
          counts.squares &+= 1
        }
        let square = counts.squares &- 1
        squares[square].parts |= 1 &<< (cell &>> 6 & 63)
        blocks[counts.blocks] = Node(
          key: cell &>> 6, first: UInt32(truncatingIfNeeded: counts.cells),
          square: UInt32(truncatingIfNeeded: square))
        counts.blocks &+= 1
      }
      blocks[counts.blocks &- 1].parts |= 1 &<< (cell & 63)
      starts[counts.cells] = UInt32(truncatingIfNeeded: index)
      counts.cells &+= 1
    }
    return counts
  }

  private static func slotCount(_ squares: Int) -> Int {
    1 << (Int.bitWidth - max(8, 2 * squares).leadingZeroBitCount)
  }

  private mutating func hashSquares() {
    let size = Self.slotCount(counts.squares)
    slotShift = UInt64(64 - size.trailingZeroBitCount)
    slots[0..<size].fill(0)
    for square in 0..<counts.squares {
      var slot = slot(of: squares[square].key)
      while slots[slot] != 0 { slot = next(slot) }
      slots[slot] = UInt32(square + 1)
    }
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> slotShift)
  }

  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (1 &<< (64 &- Int(slotShift)) &- 1) }
}

// MARK: - Searching

extension CellIndex {
  /// Calls `body` with ranges of items that together are all in the cells that a position reaches.
  ///
  /// - Parameter block: in: a block that may be near; out: one that is.
  @inline(__always)
  func forEachRun(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, near block: inout Int,
    _ body: (_ start: Int, _ end: Int) -> Void
  ) {
    // All runs first, so that `body` is compiled once, in one loop.
    withTemporaryColumn(of: (start: UInt32, end: UInt32).self, count: 4) { runs in
      var count = 0
      let home = cell(of: key)
      let wanted = reach.mask(around: position, in: Int(truncatingIfNeeded: home & 63))
      if wanted == 0 {
        reach.forEachCell(around: position) { cell in
          guard let number = number(of: cell, near: &block) else { return }
          runs[count] = (starts[number], starts[number &+ 1])
          count &+= 1
        }
      } else if let node = self.block(home &>> 6, near: block) {
        block = node
        let (parts, first) = (blocks[node].parts, Int(blocks[node].first))
        var left = parts & wanted
        // Consecutive cells, with none between that is out of reach, are one run.
        while left != 0 {
          let below = left & (0 &- left) &- 1
          let beyond = parts & ~wanted & ~below
          let inside = beyond == 0 ? .max : beyond & (0 &- beyond) &- 1
          runs[count] = (
            starts[first &+ (parts & below).nonzeroBitCount],
            starts[first &+ (parts & inside).nonzeroBitCount]
          )
          count &+= 1
          left &= ~inside
        }
      }
      for run in 0..<count { body(Int(runs[run].start), Int(runs[run].end)) }
    }
  }

  /// Calls `body` with the part of its block and the number of each occupied cell that a position reaches.
  ///
  /// - Parameters:
  ///   - hint: a block that may be near.
  ///   - isWanted: whether to visit a cell, by its key.
  @inline(__always)
  func forEachCell(
    around position: WorldPoint, _ reach: CellReach, near hint: Int,
    where isWanted: (UInt64) -> Bool = { _ in true },
    _ body: (_ part: UInt64, _ number: Int) -> Void
  ) {
    reach.forEachCell(around: position) { cell in
      var block = hint
      if isWanted(cell), let number = number(of: cell, near: &block) { body(cell & 63, number) }
    }
  }

  /// Calls `body` with ranges of items that together are all in the cells that a square reaches, however
  /// many.
  ///
  /// - Parameters:
  ///   - position: the middle of the square.
  ///   - radius: half its side, at most half the world.
  ///   - block: in: a block that may be near; out: one that is.
  @inline(__always)
  func forEachRun(
    around position: WorldPoint, within radius: UInt32, wraps: Bool, near block: inout Int,
    _ body: (_ start: Int, _ end: Int) -> Void
  ) {
    let square = CellSquare(around: position, within: radius, wraps: wraps, sideBits: sideBits)
    square.forEachCell { column, row in
      let cell = Morton.key(x: UInt32(truncatingIfNeeded: column), y: UInt32(truncatingIfNeeded: row))
      guard let number = number(of: cell, near: &block) else { return }
      body(Int(starts[number]), Int(starts[number &+ 1]))
    }
  }

  /// Whether a cell has one item and the others in its reach have none; usually a single test of a bit mask.
  @inline(__always)
  func isAlone(in cell: Cell, _ positions: Column<WorldPoint>, _ reach: CellReach) -> Bool {
    let start = cell.items.lowerBound
    guard cell.items.count == 1 else { return false }
    let wanted = reach.mask(around: positions[start], in: Int(truncatingIfNeeded: cell.part))
    if wanted != 0 { return blocks[cell.block].parts & wanted == 1 &<< cell.part }
    var isAlone = true
    forEachOther(than: cell, around: positions[start], reach) { _ in isAlone = false }
    return isAlone
  }

  /// Calls `body` with the number of each occupied cell that a position reaches, but for its own.
  @inline(__always)
  func forEachOther(
    than cell: Cell, around position: WorldPoint, _ reach: CellReach, _ body: (_ number: Int) -> Void
  ) {
    let reached = reach.mask(around: position, in: Int(truncatingIfNeeded: cell.part))
    if reached == 0 {
      return forEachCell(around: position, reach, near: cell.block) { _, number in
        if number != cell.number { body(number) }
      }
    }
    let node = blocks[cell.block]
    var left = node.parts & reached & ~(1 &<< cell.part)
    while left != 0 {
      body(node.number(of: UInt64(truncatingIfNeeded: left.trailingZeroBitCount)))
      left &= left &- 1
    }
  }

  /// The number of a cell; nil if it is empty.
  ///
  /// - Parameter block: in: a block that may be near; out: the cell's, unless that is empty.
  @inline(__always)
  private func number(of cell: UInt64, near block: inout Int) -> Int? {
    guard let node = self.block(cell &>> 6, near: block) else { return nil }
    block = node
    return blocks[node].holds(cell & 63) ? blocks[node].number(of: cell & 63) : nil
  }

  /// The number of a block; nil if it is empty.
  @inline(__always)
  private func block(_ key: UInt64, near hint: Int) -> Int? {
    if blocks[hint].key == key { return hint }
    var square = Int(blocks[hint].square)
    if squares[square].key != key &>> 6 {
      guard let found = self.square(key &>> 6) else { return nil }
      square = found
    }
    return squares[square].holds(key & 63) ? squares[square].number(of: key & 63) : nil
  }

  @inline(never)
  private func square(_ key: UInt64) -> Int? {
    var slot = slot(of: key)
    while slots[slot] != 0 {
      let square = Int(slots[slot]) &- 1
      if squares[square].key == key { return square }
      slot = next(slot)
    }
    return nil
  }
}
