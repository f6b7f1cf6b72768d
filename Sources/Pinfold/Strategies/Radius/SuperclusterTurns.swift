import Synchronization

/// Which items of a zoom absorb others in the order of the input, and which others.
///
/// Visited in order of rank, an item is a seed unless a seed of lower rank is near, and goes to the lowest
/// such seed otherwise. So turns matter only among items that are near each other: each cell visits its items
/// in order of rank, and lets the cells that an item reaches catch up before it is that item's turn. This
/// goes through space, not back and forth through the input, and looks at each item once, beside the few
/// seeds that find room in four cells.
///
/// Threads share space. A thread takes a cell while the cell visits its items; what depends on a cell that
/// another thread has is given back, and one thread visits the rest at the end. So nobody waits, and no item
/// has two turns.
///
/// Of 10⁶ uniform points sorted by place, on two threads, listing candidates takes 100 ms of 335, turns 54
/// and absorbing 51. A look at an item that is alone takes some 30 ns of a thread and a turn 50: branches
/// that nobody can predict, and where cells of two blocks are in reach the look-up of blocks.
///
/// Source: G. E. Blelloch, J. T. Fineman, J. Shun, "Greedy sequential maximal independent set and matching
/// are parallel on average", SPAA 2012, for what a greedy choice depends on.
struct SuperclusterTurns: @unchecked Sendable {
  /// An item with others near.
  struct Candidate: BitwiseCopyable {
    /// Shares of the world, not reduced.
    var x: Double
    var y: Double

    var rank: UInt32
    var count: UInt32

    /// The place in the list of items.
    var index: UInt32

    /// The other cells in reach that have candidates, or cells that have none.
    var others: (UInt32, UInt32, UInt32)
  }

  /// The candidates of a cell: the seeds among those that had their turn, and those still to have it, both in
  /// order of rank.
  struct Cell: ~Copyable {
    let start: UInt32
    let end: UInt32
    let seedEnd: Atomic<UInt32>

    /// The place of the next candidate, or ``taken``.
    let next: Atomic<UInt32>

    /// The rank of the next candidate.
    let nextRank: Atomic<UInt32>

    /// What a thread leaves in the place of what it has taken.
    static var taken: UInt32 { .max }
  }

  /// Those of each cell follow each other.
  let candidates: UnsafeMutablePointer<Candidate>
  let cells: UnsafeMutablePointer<Cell>

  /// From each seed to the item that came last, from there to the one before, and so on back to the seed.
  let links: UnsafeMutablePointer<Atomic<UInt32>>

  init(capacity: Int, in scratch: Scratch) {
    candidates = scratch.allocate(2 * capacity)
    let words: UnsafeMutablePointer<UInt32> = scratch.allocate(5 * capacity)
    cells = UnsafeMutableRawPointer(words).assumingMemoryBound(to: Cell.self)
    let linkWords: UnsafeMutablePointer<UInt32> = scratch.allocate(capacity)
    links = UnsafeMutableRawPointer(linkWords).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Lets every item have its turn, and returns how many seeds others go to.
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
  ) throws(ClusteringError) -> Int {
    let lanes = context.lanes(for: tier.items.count)
    try listCandidates(tier, reach, squared: squared, items, context)
    let (squared, cellCount, shares) = (radius * radius, tier.cells.cellCount, 16 * lanes)
    let followed = Atomic(0)
    let left = Mutex<[UInt32]>([])
    try Parallel.deal(shares, to: lanes, context) { (_, share) in
      let own = cellCount * share.lowerBound / shares..<cellCount * share.upperBound / shares
      let (count, unfinished) = visit(
        own.lazy.map { UInt32(truncatingIfNeeded: $0) }, tier, squared: squared)
      followed.wrappingAdd(count, ordering: .relaxed)
      if !unfinished.isEmpty { left.withLock { $0 += unfinished } }
    }
    let last = left.withLock(\.self)
    try Parallel.deal(last.count, to: 1, context) { (_, share) in
      followed.wrappingAdd(visit(last[share], tier, squared: squared).followed, ordering: .relaxed)
    }
    return followed.load(ordering: .relaxed)
  }

  /// Calls `body` with each seed of a cell that others go to.
  @inline(__always)
  func forEachSeed(of cell: Int, _ body: (Candidate) -> Void) {
    for place in Int(cells[cell].start)..<Int(cells[cell].seedEnd.load(ordering: .relaxed)) {
      let seed = candidates[place]
      if link(of: Int(seed.index)) != seed.index { body(seed) }
    }
  }

  /// Calls `body` with the place in the list of each item that goes to a seed.
  @inline(__always)
  func forEachFollower(of seed: Candidate, _ body: (Int) -> Void) {
    var link = link(of: Int(seed.index))
    while link != seed.index {
      body(Int(link))
      link = self.link(of: Int(link))
    }
  }

  @inline(__always)
  private func link(of index: Int) -> UInt32 { links[index].load(ordering: .relaxed) }

  // MARK: Turns

  /// A cell that a thread has taken, and whose candidates below some rank are to have their turn.
  private struct Turn: BitwiseCopyable {
    let cell: UInt32
    let limit: UInt32

    /// The place of the next candidate.
    var next: UInt32
  }

  /// Visits the candidates of some cells, and before each those that it depends on.
  ///
  /// - Returns: how many seeds had none go to them before, and have now; and the cells that were not
  ///   finished, as another thread had cells that they depend on.
  @inline(__always)
  private func visit(
    _ cells: some Sequence<UInt32>, _ tier: RadiusTier, squared: Double
  ) -> (followed: Int, unfinished: [UInt32]) {
    var (waiting, unfinished, followed): ([Turn], [UInt32], Int) = ([], [], 0)
    for cell in cells where nextRank(of: cell) != .max {
      guard var turn = turn(of: cell, before: .max) else {
        unfinished.append(cell)
        continue
      }
      while true {
        if nextRank(of: turn.cell) >= turn.limit {
          giveBack(turn)
          guard let before = waiting.popLast() else { break }
          turn = before
          continue
        }
        let candidate = candidates[Int(turn.next)]
        if let behind = cellBehind(candidate) {
          waiting.append(turn)
          guard let before = self.turn(of: behind, before: candidate.rank) else {
            waiting.forEach(giveBack)
            waiting.removeAll(keepingCapacity: true)
            unfinished.append(cell)
            break
          }
          turn = before
          continue
        }
        if settle(candidate, in: &turn, tier, squared: squared) { followed &+= 1 }
      }
    }
    return (followed, unfinished)
  }

  @inline(__always)
  private func giveBack(_ turn: Turn) { cells[Int(turn.cell)].next.store(turn.next, ordering: .releasing) }

  @inline(__always)
  private func nextRank(of cell: UInt32) -> UInt32 { cells[Int(cell)].nextRank.load(ordering: .acquiring) }

  /// Takes a cell; nil if another thread has it.
  @inline(__always)
  private func turn(of cell: UInt32, before limit: UInt32) -> Turn? {
    let next = cells[Int(cell)].next.exchange(Cell.taken, ordering: .acquiring)
    return next == Cell.taken ? nil : Turn(cell: cell, limit: limit, next: next)
  }

  /// A cell in reach of a candidate that has to catch up with it.
  @inline(__always)
  private func cellBehind(_ candidate: Candidate) -> UInt32? {
    let (first, second, third) = candidate.others
    if first != .max, nextRank(of: first) < candidate.rank { return first }
    if second != .max, nextRank(of: second) < candidate.rank { return second }
    if third != .max, nextRank(of: third) < candidate.rank { return third }
    return nil
  }

  /// Makes the next candidate of a cell a seed, or lets it go to one; returns whether it is the first to go
  /// there.
  @inline(__always)
  private func settle(
    _ candidate: Candidate, in turn: inout Turn, _ tier: RadiusTier, squared: Double
  ) -> Bool {
    var seed: Int?
    var lowest = candidate.rank
    func look(in cell: UInt32) {
      let end = cells[Int(cell)].seedEnd.load(ordering: .acquiring)
      for place in Int(cells[Int(cell)].start)..<Int(end) {
        if candidates[place].rank >= lowest { return }
        let (east, south) = (candidate.x - candidates[place].x, candidate.y - candidates[place].y)
        if east * east + south * south <= squared {
          (seed, lowest) = (place, candidates[place].rank)
          return
        }
      }
    }
    look(in: turn.cell)
    if candidate.others.0 != .max { look(in: candidate.others.0) }
    if candidate.others.1 != .max { look(in: candidate.others.1) }
    if candidate.others.2 != .max { look(in: candidate.others.2) }
    let cell = cells + Int(turn.cell)
    var isFirst = false
    if let seed {
      let (index, seedIndex) = (Int(candidate.index), candidates[seed].index)
      let last = links[Int(seedIndex)].exchange(candidate.index, ordering: .relaxed)
      links[index].store(last, ordering: .relaxed)
      tier.items.isAbsorbed[index] = true
      isFirst = last == seedIndex
    } else {
      // Never past what still waits for its turn.
      let end = cell.pointee.seedEnd.load(ordering: .relaxed)
      candidates[Int(end)] = candidate
      cell.pointee.seedEnd.store(end &+ 1, ordering: .releasing)
    }
    turn.next &+= 1
    cell.pointee.nextRank.store(
      turn.next == cell.pointee.end ? .max : candidates[Int(turn.next)].rank, ordering: .releasing)
    return isFirst
  }
}
