/// Which items of a zoom absorb others in the order of the input, and which others.
///
/// Visited in order of rank, an item is a seed unless a seed of lower rank is near, and goes to the lowest
/// such seed otherwise. So turns matter only among items that are near each other: each cell visits its items
/// in order of rank, and lets the cells that an item reaches catch up before it is that item's turn. This
/// goes through space, not back and forth through the input, and looks at each item once, beside the few
/// seeds that find room in four cells.
///
/// It is bound by the search for items that have others near, which threads share; turns are taken on one.
///
/// Source: G. E. Blelloch, J. T. Fineman, J. Shun, "Greedy sequential maximal independent set and matching
/// are parallel on average", SPAA 2012, for what a greedy choice depends on.
struct SuperclusterTurns: @unchecked Sendable {
  /// An item with others near.
  struct Candidate: BitwiseCopyable {
    /// Shares of the world, not reduced.
    let x: Double
    let y: Double

    let rank: UInt32

    /// The place in the list of items.
    let index: UInt32

    /// The number of points; of a seed together with those that go to it.
    var count: UInt32

    /// The other cells in reach that have candidates, or cells that have none.
    var others: (UInt32, UInt32, UInt32)
  }

  /// The candidates of a cell: the seeds among those that had their turn, and those still to have it, both in
  /// order of rank.
  private struct Cell: BitwiseCopyable {
    var start: UInt32 = 0
    var seedEnd: UInt32 = 0
    var next: UInt32 = 0
    var end: UInt32 = 0

    /// The rank of the next candidate.
    var nextRank = UInt32.max
  }

  /// By place in the list, those of each cell from the cell's first place on.
  private let candidates: UnsafeMutablePointer<Candidate>
  private let cells: UnsafeMutablePointer<Cell>

  /// From each seed to the item that came last, from there to the one before, and so on back to the seed.
  private let links: UnsafeMutablePointer<UInt32>

  init(capacity: Int, in scratch: Scratch) {
    candidates = scratch.allocate(capacity)
    cells = scratch.allocate(capacity)
    links = scratch.allocate(capacity)
  }

  /// Lets every item have its turn.
  ///
  /// - Parameters:
  ///   - tier: the items, with an index of cells of `reach`; those that go to a seed are marked as absorbed.
  ///   - radius: a share of the world's width, no more than that of `reach`.
  ///   - squared: the square of the radius to search.
  ///   - items: by node.
  /// - Complexity: O(*n*) where bounded numbers of items are near each other or few of them are seeds, where
  ///   *n* is the number of items.
  func take(
    _ tier: RadiusTier, within radius: Double, _ reach: CellReach, squared: UInt64,
    _ items: UnsafePointer<SuperclusterMerging.Item>, _ context: RunContext
  ) throws(ClusteringError) {
    let lanes = context.lanes(for: tier.items.count)
    nonisolated(unsafe) let items = items
    try Parallel.deal(tier.cells.blockCount, to: lanes, context) { (_, blocks) in
      for block in blocks { listCandidates(of: block, tier, reach, squared: squared, items) }
    }
    var waiting: [Turn] = []
    let squared = radius * radius
    for cell in 0..<tier.cells.cellCount {
      if cell & 0x3FFF == 0 { try context.check() }
      visit(Turn(cell: UInt32(truncatingIfNeeded: cell), limit: .max), &waiting, tier, squared: squared)
    }
  }

  /// Calls `body` with each seed of a cell that others go to.
  @inline(__always)
  func forEachSeed(of cell: Int, _ body: (Candidate) -> Void) {
    for place in Int(cells[cell].start)..<Int(cells[cell].seedEnd) {
      let seed = candidates[place]
      if links[Int(seed.index)] != seed.index { body(seed) }
    }
  }

  /// Calls `body` with the place in the list of each item that goes to a seed.
  @inline(__always)
  func forEachFollower(of seed: Candidate, _ body: (Int) -> Void) {
    var link = links[Int(seed.index)]
    while link != seed.index {
      body(Int(link))
      link = links[Int(link)]
    }
  }

  // MARK: Candidates

  private func listCandidates(
    of block: Int, _ tier: RadiusTier, _ reach: CellReach, squared: UInt64,
    _ items: UnsafePointer<SuperclusterMerging.Item>
  ) {
    var number = Int(tier.cells.blocks[block].first)
    var left = tier.cells.blocks[block].parts
    while left != 0 {
      let start = Int(tier.cells.starts[number])
      var end = start
      if !tier.isAlone(in: left & (0 &- left), of: block, number, reach) {
        for index in start..<Int(tier.cells.starts[number &+ 1])
        where tier.mayHaveNeighbors(index, reach, squared: squared, near: block) {
          let item = items[Int(tier.items.nodes[index])]
          links[index] = UInt32(truncatingIfNeeded: index)
          candidates[end] = Candidate(
            x: item.x, y: item.y, rank: UInt32(truncatingIfNeeded: item.rank &>> 32),
            index: UInt32(truncatingIfNeeded: index), count: item.count,
            others: tier.cells.others(
              around: tier.items.positions[index], tier.items.keys[index], number, reach, near: block))
          end &+= 1
        }
      }
      var cell = Cell()
      cell.start = UInt32(truncatingIfNeeded: start)
      (cell.seedEnd, cell.next, cell.end) = (cell.start, cell.start, UInt32(truncatingIfNeeded: end))
      if end > start {
        sortByRank(start..<end)
        cell.nextRank = candidates[start].rank
      }
      cells[number] = cell
      left &= left &- 1
      number &+= 1
    }
  }

  private func sortByRank(_ places: Range<Int>) {
    if places.count > 32 {
      var list = UnsafeMutableBufferPointer(start: candidates + places.lowerBound, count: places.count)
      list.sort { $0.rank < $1.rank }
      return
    }
    for place in places.dropFirst() where candidates[place].rank < candidates[place &- 1].rank {
      let candidate = candidates[place]
      var free = place
      repeat {
        candidates[free] = candidates[free &- 1]
        free &-= 1
      } while free > places.lowerBound && candidate.rank < candidates[free &- 1].rank
      candidates[free] = candidate
    }
  }

  // MARK: Turns

  /// A cell whose candidates below some rank are to have their turn.
  private struct Turn: BitwiseCopyable {
    let cell: UInt32
    let limit: UInt32
  }

  /// Visits the candidates of a cell, and before each those that it depends on.
  private func visit(_ turn: Turn, _ waiting: inout [Turn], _ tier: RadiusTier, squared: Double) {
    var turn = turn
    while true {
      let cell = cells + Int(turn.cell)
      if cell.pointee.nextRank >= turn.limit {
        guard let before = waiting.popLast() else { return }
        turn = before
        continue
      }
      let candidate = candidates[Int(cell.pointee.next)]
      if let behind = cellBehind(candidate) {
        waiting.append(turn)
        turn = Turn(cell: behind, limit: candidate.rank)
        continue
      }
      settle(candidate, of: cell, tier, squared: squared)
    }
  }

  /// A cell in reach of a candidate that has to catch up with it.
  @inline(__always)
  private func cellBehind(_ candidate: Candidate) -> UInt32? {
    let (first, second, third) = candidate.others
    if first != .max, cells[Int(first)].nextRank < candidate.rank { return first }
    if second != .max, cells[Int(second)].nextRank < candidate.rank { return second }
    if third != .max, cells[Int(third)].nextRank < candidate.rank { return third }
    return nil
  }

  /// Makes the next candidate of a cell a seed, or lets it go to one.
  @inline(__always)
  private func settle(
    _ candidate: Candidate, of cell: UnsafeMutablePointer<Cell>, _ tier: RadiusTier, squared: Double
  ) {
    var seed: Int?
    var lowest = candidate.rank
    func look(in cell: Cell) {
      for place in Int(cell.start)..<Int(cell.seedEnd) {
        if candidates[place].rank >= lowest { return }
        let (east, south) = (candidate.x - candidates[place].x, candidate.y - candidates[place].y)
        if east * east + south * south <= squared {
          (seed, lowest) = (place, candidates[place].rank)
          return
        }
      }
    }
    look(in: cell.pointee)
    if candidate.others.0 != .max { look(in: cells[Int(candidate.others.0)]) }
    if candidate.others.1 != .max { look(in: cells[Int(candidate.others.1)]) }
    if candidate.others.2 != .max { look(in: cells[Int(candidate.others.2)]) }
    if let seed {
      let (index, seedIndex) = (Int(candidate.index), Int(candidates[seed].index))
      candidates[seed].count &+= candidate.count
      links[index] = links[seedIndex]
      links[seedIndex] = candidate.index
      tier.items.isAbsorbed[index] = true
    } else {
      // Never past what still waits for its turn.
      candidates[Int(cell.pointee.seedEnd)] = candidate
      cell.pointee.seedEnd &+= 1
    }
    cell.pointee.next &+= 1
    cell.pointee.nextRank =
      cell.pointee.next == cell.pointee.end ? .max : candidates[Int(cell.pointee.next)].rank
  }
}

extension CellIndex {
  /// The cells with items that a position reaches beside its own; `UInt32.max` for none.
  ///
  /// - Parameters:
  ///   - key: the position's.
  ///   - own: the position's cell.
  ///   - block: a block that may be near.
  @inline(__always)
  fileprivate func others(
    around position: WorldPoint, _ key: UInt64, _ own: Int, _ reach: CellReach, near block: Int
  ) -> (UInt32, UInt32, UInt32) {
    var others = (UInt32.max, UInt32.max, UInt32.max)
    forEachCell(around: position, key, reach, near: block) { cell in
      if cell != own { others = (UInt32(truncatingIfNeeded: cell), others.0, others.1) }
    }
    return others
  }
}
