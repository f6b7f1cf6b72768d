import Synchronization

/// Which item joins which seed, where every item of one list looks for a seed: it joins the earliest seed
/// within the radius, or becomes one. In canonical order seeds are earlier by color, cell and Morton order;
/// ``SuperclusterOrder`` decides in the order of the input.
///
/// The result is that of seeds that absorb the free items around them. But an item compares only with the few
/// seeds in reach, where a seed would compare with all items in reach.
struct RadiusBoard: BitwiseCopyable, Sendable {
  /// The seeds of a cell, as a range of ``seeds``.
  struct Cell: ~Copyable {
    let start: UInt32
    let end: Atomic<UInt32>

    init(_ seeds: Range<Int>) {
      start = UInt32(truncatingIfNeeded: seeds.lowerBound)
      end = Atomic(UInt32(truncatingIfNeeded: seeds.upperBound))
    }
  }

  let cells: SharedColumn<Cell>

  /// By index in the list; those of a cell begin at its first item's index.
  let seeds: Column<UInt32>

  /// Rings: from each seed to its last follower, from there to the one before, and so on back to the seed.
  /// Threads exchange links, as cells of one color may share a seed.
  private let links: AtomicColumn<UInt32>

  init(capacity: Int, in scratch: Scratch) {
    cells = scratch.atomics(capacity)
    seeds = scratch.column(capacity)
    links = scratch.atomics(capacity)
  }

  // MARK: Followers

  /// Starts the ring of an item alone.
  @inline(__always)
  func begin(_ index: Int) { links[index].store(UInt32(truncatingIfNeeded: index), ordering: .relaxed) }

  /// Adds an item to the ring of a seed.
  @inline(__always)
  func add(_ index: Int, to seed: Int) {
    let last = links[seed].exchange(UInt32(truncatingIfNeeded: index), ordering: .relaxed)
    links[index].store(last, ordering: .relaxed)
  }

  @inline(__always)
  private func link(of index: Int) -> Int { Int(links[index].load(ordering: .relaxed)) }

  /// Calls `body` with each seed of some cells that has followers.
  @inline(__always)
  func forEachSeed(of numbers: Range<Int>, _ body: (Int) -> Void) {
    for cell in numbers {
      for place in Int(cells[cell].start)..<Int(cells[cell].end.load(ordering: .relaxed)) {
        let seed = Int(seeds[place])
        if link(of: seed) != seed { body(seed) }
      }
    }
  }

  @inline(__always)
  func forEachFollower(of seed: Int, _ body: (Int) -> Void) {
    var index = link(of: seed)
    while index != seed {
      body(index)
      index = link(of: index)
    }
  }
}

// MARK: - Canonical order

extension RadiusRound {
  /// Settles the items of some blocks' cells of one color; those of lower colors are settled.
  @inline(__always)
  func settle(_ blocks: Range<Int>, color: UInt64) {
    let (cells, positions) = (seeds.cells, seeds.positions)
    var earlierCells: UInt64 = 0
    for earlier in 0..<color { earlierCells |= Self.cells(of: earlier) }
    cells.forEachCell(of: blocks, in: Self.cells(of: color)) { cell in
      let node = cells.blocks[cell.block]
      let start = cell.items.lowerBound
      var seedEnd = start
      for index in cell.items {
        let position = positions[index]
        let reached = reach.mask(around: position, in: Int(truncatingIfNeeded: cell.part))
        // Isolated; no other item compares with it.
        if cell.items.count == 1, reached & node.parts == 1 &<< cell.part { continue }
        let earlier =
          reached == 0
          ? seed(around: position, near: cell.block, before: color)
          : seed(around: position, in: reached & node.parts & earlierCells, of: node)
        board.begin(index)
        if let seed = earlier ?? seed(around: position, start, seedEnd) {
          board.add(index, to: Int(seed))
        } else {
          board.seeds[seedEnd] = UInt32(truncatingIfNeeded: index)
          seedEnd &+= 1
        }
      }
      board.cells.initialize(cell.number, to: RadiusBoard.Cell(start..<seedEnd))
    }
  }

  /// The first seed within the radius in some cells of a block, each of another color.
  @inline(__always)
  private func seed(around position: WorldPoint, in parts: UInt64, of node: CellIndex.Node) -> UInt32? {
    if parts == 0 { return nil }
    for color in 0..<3 as Range<UInt64> {
      let part = parts & Self.cells(of: color)
      if part == 0 { continue }
      let cell = node.number(of: UInt64(truncatingIfNeeded: part.trailingZeroBitCount))
      if let seed = seed(around: position, in: cell) { return seed }
    }
    return nil
  }

  /// The first seed within the radius of a position that reaches beyond its block.
  private func seed(around position: WorldPoint, near block: Int, before color: UInt64) -> UInt32? {
    // Cells of later colors have no seeds yet.
    if color == 0 { return nil }
    var byColor = SIMD4<UInt32>(repeating: .max)
    seeds.cells.forEachCell(around: position, reach, near: block, where: { $0 & 3 < color }) {
      (part, cell) in byColor[Int(part & 3)] = UInt32(truncatingIfNeeded: cell)
    }
    for color in 0..<3 where byColor[color] != .max {
      if let seed = seed(around: position, in: Int(byColor[color])) { return seed }
    }
    return nil
  }

  @inline(__always)
  private func seed(around position: WorldPoint, in cell: Int) -> UInt32? {
    let start = Int(board.cells[cell].start)
    // Prefetch the first item: it is usually the first seed, and checking would miss the cache.
    seeds.positions.prefetch(start)
    return seed(around: position, start, Int(board.cells[cell].end.load(ordering: .relaxed)))
  }

  /// The first seed within the radius among those of a cell.
  @inline(__always)
  private func seed(around position: WorldPoint, _ start: Int, _ end: Int) -> UInt32? {
    for place in start..<end {
      let seed = board.seeds[place]
      let distance = position.squaredDistance(to: seeds.positions[Int(seed)])
      if UInt64(bitPattern: distance) <= squared { return seed }
    }
    return nil
  }
}
