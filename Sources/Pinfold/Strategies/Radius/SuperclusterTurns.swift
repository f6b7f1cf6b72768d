internal import CProcessor
import Synchronization

/// Which items of a zoom absorb others in the order of the input, and which others.
///
/// Visited in order of rank, an item is a seed unless a seed of lower rank is near, and goes to the lowest
/// such seed otherwise. So turns matter only among items that are near each other: each cell visits its items
/// in order of rank, and lets the cells that an item reaches catch up before it is that item's turn. This
/// goes through space, not back and forth through the input, and looks at each item once, beside the few
/// seeds that find room in four cells.
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
  private struct Cell: BitwiseCopyable {
    var start: UInt32
    var seedEnd: UInt32
    var next: UInt32
    var end: UInt32

    /// The rank of the next candidate.
    var nextRank: UInt32
  }

  /// Those of each cell follow each other.
  private let candidates: UnsafeMutablePointer<Candidate>
  private let cells: UnsafeMutablePointer<Cell>

  /// From each seed to the item that came last, from there to the one before, and so on back to the seed.
  private let links: UnsafeMutablePointer<UInt32>

  init(capacity: Int, in scratch: Scratch) {
    candidates = scratch.allocate(2 * capacity)
    cells = scratch.allocate(capacity)
    links = scratch.allocate(capacity)
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
    nonisolated(unsafe) let items = items
    let taken = Atomic(0)
    try Parallel.deal(tier.cells.blockCount, to: lanes, context) { (_, blocks) in
      var free = 0..<0
      let end = tier.cells.items(of: blocks.upperBound &- 1).upperBound
      for block in blocks {
        listCandidates(of: block, tier, reach, squared: squared, items, in: &free, of: taken, before: end)
      }
    }
    let (squared, cellCount) = (radius * radius, tier.cells.cellCount)
    var (waiting, followed): ([Turn], Int) = ([], 0)
    for cell in 0..<cellCount {
      if cell & 0x3FFF == 0 { try context.check() }
      visit(
        Turn(cell: UInt32(truncatingIfNeeded: cell), limit: .max), &waiting, tier, squared: squared,
        &followed)
    }
    return followed
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

  /// So many places a thread takes at a time, where there may be as many candidates.
  private static let stretch = 1 << 9

  /// - Parameters:
  ///   - free: places that the thread has taken.
  ///   - taken: how many places all threads have taken.
  ///   - end: the last item for which the thread needs places now.
  private func listCandidates(
    of block: Int, _ tier: RadiusTier, _ reach: CellReach, squared: UInt64,
    _ items: UnsafePointer<SuperclusterMerging.Item>, in free: inout Range<Int>,
    of taken: borrowing Atomic<Int>, before end: Int
  ) {
    let first = Int(tier.cells.blocks[block].first)
    var (number, left) = (first, tier.cells.blocks[block].parts)
    while left != 0 {
      var listed = free.lowerBound..<free.lowerBound
      if !tier.isAlone(in: left & (0 &- left), of: block, number, reach) {
        let range = Int(tier.cells.starts[number])..<Int(tier.cells.starts[number &+ 1])
        if range.count > free.count {
          // Fewer places are left over than the cell has items; so twice as many as items are enough.
          let size = max(range.count, min(Self.stretch, end &- range.lowerBound))
          let first = taken.wrappingAdd(size, ordering: .relaxed).oldValue
          free = first..<first &+ size
        }
        listed = list(range, of: number, in: block, at: free.lowerBound, tier, reach, squared: squared, items)
        free = listed.upperBound..<free.upperBound
      }
      let start = UInt32(truncatingIfNeeded: listed.lowerBound)
      cells[number] = Cell(
        start: start, seedEnd: start, next: start, end: UInt32(truncatingIfNeeded: listed.upperBound),
        nextRank: .max)
      left &= left &- 1
      number &+= 1
    }
    // By now what was fetched for the first cells is there.
    for cell in first..<number where cells[cell].start != cells[cell].end {
      complete(cells + cell, tier.items.nodes, items)
    }
  }

  /// Lists the candidates among the items of a cell, fetches what they are, and returns their places.
  @inline(__always)
  private func list(
    _ range: Range<Int>, of cell: Int, in block: Int, at start: Int, _ tier: RadiusTier, _ reach: CellReach,
    squared: UInt64, _ items: UnsafePointer<SuperclusterMerging.Item>
  ) -> Range<Int> {
    var end = start
    for index in range {
      let others = tier.cells.others(
        around: tier.items.positions[index], tier.items.keys[index], cell, reach, near: block)
      guard tier.mayHaveNeighbors(index, in: cell, others, reach, squared: squared) else { continue }
      pinfold_fetch(items + Int(tier.items.nodes[index]))
      links[index] = UInt32(truncatingIfNeeded: index)
      candidates[end].index = UInt32(truncatingIfNeeded: index)
      candidates[end].others = others
      end &+= 1
    }
    return start..<end
  }

  /// Says of the candidates of a cell what they are, and puts them in order.
  @inline(__always)
  private func complete(
    _ cell: UnsafeMutablePointer<Cell>, _ nodes: UnsafePointer<UInt32>,
    _ items: UnsafePointer<SuperclusterMerging.Item>
  ) {
    let places = Int(cell.pointee.start)..<Int(cell.pointee.end)
    for place in places {
      let item = items[Int(nodes[Int(candidates[place].index)])]
      candidates[place].x = item.x
      candidates[place].y = item.y
      candidates[place].rank = UInt32(truncatingIfNeeded: item.rank &>> 32)
      candidates[place].count = item.count
    }
    sortByRank(places)
    cell.pointee.nextRank = candidates[places.lowerBound].rank
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
  private func visit(
    _ turn: Turn, _ waiting: inout [Turn], _ tier: RadiusTier, squared: Double, _ followed: inout Int
  ) {
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
      if settle(candidate, of: cell, tier, squared: squared) { followed &+= 1 }
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

  /// Makes the next candidate of a cell a seed, or lets it go to one; returns whether it is the first to go
  /// there.
  @inline(__always)
  private func settle(
    _ candidate: Candidate, of cell: UnsafeMutablePointer<Cell>, _ tier: RadiusTier, squared: Double
  ) -> Bool {
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
    var isFirst = false
    if let seed {
      let (index, seedIndex) = (Int(candidate.index), Int(candidates[seed].index))
      isFirst = links[seedIndex] == candidates[seed].index
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
    return isFirst
  }
}

extension CellIndex {
  /// The items of a block.
  fileprivate func items(of block: Int) -> Range<Int> {
    let first = Int(blocks[block].first)
    return Int(starts[first])..<Int(starts[first + blocks[block].parts.nonzeroBitCount])
  }

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

extension RadiusTier {
  /// Whether an item may have others within a radius; false where a look at a few candidates shows that it
  /// has none.
  ///
  /// - Parameters:
  ///   - cell: the item's.
  ///   - others: the other cells in reach; `UInt32.max` for none.
  @inline(__always)
  fileprivate func mayHaveNeighbors(
    _ index: Int, in cell: Int, _ others: (UInt32, UInt32, UInt32), _ reach: CellReach, squared: UInt64
  ) -> Bool {
    if reach.sideBits > 29 { return true }
    let (positions, limit) = (items.positions, Int64(bitPattern: squared) &+ 1)
    let position = positions[index]
    var (count, left) = (0, 32)
    func look(in cell: Int) {
      let (start, end) = (Int(cells.starts[cell]), Int(cells.starts[cell &+ 1]))
      left &-= end &- start
      if left < 0 { return }
      for other in start..<end {
        let east = Int64(Int32(bitPattern: positions[other].x &- position.x))
        let south = Int64(Int32(bitPattern: positions[other].y &- position.y))
        // The sign of the difference: a branch would be mispredicted every other time.
        let excess = east &* east &+ south &* south &- limit
        count &+= Int(truncatingIfNeeded: UInt64(bitPattern: excess) &>> 63)
      }
    }
    look(in: cell)
    if count > 1 || left < 0 { return true }
    if others.0 != .max { look(in: Int(others.0)) }
    if others.1 != .max { look(in: Int(others.1)) }
    if others.2 != .max { look(in: Int(others.2)) }
    return count > 1 || left < 0
  }
}
