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
  private struct Cell: ~Copyable {
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
  private let candidates: UnsafeMutablePointer<Candidate>
  private let cells: UnsafeMutablePointer<Cell>

  /// From each seed to the item that came last, from there to the one before, and so on back to the seed.
  private let links: UnsafeMutablePointer<Atomic<UInt32>>

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
    nonisolated(unsafe) let items = items
    let taken = Atomic(0)
    try Parallel.deal(tier.cells.blockCount, to: lanes, context) { (_, blocks) in
      var free = 0..<0
      let end = tier.cells.items(of: blocks.upperBound &- 1).upperBound
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 65) { numbers in
        for block in blocks {
          listCandidates(
            of: block, numbers, tier, reach, squared: squared, items, in: &free, of: taken, before: end)
        }
      }
    }
    let (squared, cellCount) = (radius * radius, tier.cells.cellCount)
    let shares = lanes * 16
    let followed = Atomic(0)
    let left = Mutex<[UInt32]>([])
    try Parallel.deal(shares, to: lanes, context) { (_, numbers) in
      let cells = cellCount * numbers.lowerBound / shares..<cellCount * numbers.upperBound / shares
      let (count, unfinished) = visit(
        cells.lazy.map { UInt32(truncatingIfNeeded: $0) }, tier, squared: squared)
      followed.wrappingAdd(count, ordering: .relaxed)
      if !unfinished.isEmpty { left.withLock { $0 += unfinished } }
    }
    followed.wrappingAdd(visit(left.withLock(\.self), tier, squared: squared).followed, ordering: .relaxed)
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

  // MARK: Candidates

  /// So many places a thread takes at a time, where there may be as many candidates.
  private static let stretch = 1 << 9

  /// - Parameters:
  ///   - free: places that the thread has taken.
  ///   - taken: how many places all threads have taken.
  ///   - end: the last item for which the thread needs places now.
  private func listCandidates(
    of block: Int, _ numbers: UnsafeMutableBufferPointer<UInt32>, _ tier: RadiusTier, _ reach: CellReach,
    squared: UInt64, _ items: UnsafePointer<SuperclusterMerging.Item>, in free: inout Range<Int>,
    of taken: borrowing Atomic<Int>, before end: Int
  ) {
    guard let numbers = numbers.baseAddress else { return }
    let node = tier.cells.blocks[block]
    let first = Int(node.first)
    // Whoever asks for the part after the last finds none.
    numbers[64] = .max
    var (number, left) = (first, node.parts)
    while left != 0 {
      numbers[left.trailingZeroBitCount] = UInt32(truncatingIfNeeded: number)
      left &= left &- 1
      number &+= 1
    }
    (number, left) = (first, node.parts)
    while left != 0 {
      var listed = free.lowerBound..<free.lowerBound
      let part = left & (0 &- left)
      if !tier.isAlone(in: part, of: block, number, reach) {
        let range = Int(tier.cells.starts[number])..<Int(tier.cells.starts[number &+ 1])
        if range.count > free.count {
          // Fewer places are left over than the cell has items; so twice as many as items are enough.
          let size = max(range.count, min(Self.stretch, end &- range.lowerBound))
          let first = taken.wrappingAdd(size, ordering: .relaxed).oldValue
          free = first..<first &+ size
        }
        listed = list(
          range, of: part, in: block, numbers, at: free.lowerBound, tier, reach, squared: squared, items)
        free = listed.upperBound..<free.upperBound
      }
      let start = UInt32(truncatingIfNeeded: listed.lowerBound)
      (cells + number).initialize(
        to: Cell(
          start: start, end: UInt32(truncatingIfNeeded: listed.upperBound), seedEnd: Atomic(start),
          next: Atomic(start), nextRank: Atomic(.max)))
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
    _ range: Range<Int>, of part: UInt64, in block: Int, _ numbers: UnsafePointer<UInt32>, at start: Int,
    _ tier: RadiusTier, _ reach: CellReach, squared: UInt64, _ items: UnsafePointer<SuperclusterMerging.Item>
  ) -> Range<Int> {
    var end = start
    for index in range {
      let others = tier.cells.others(around: tier.items.positions[index], in: part, of: block, numbers, reach)
      guard tier.mayHaveNeighbors(index, in: range, others, reach, squared: squared) else { continue }
      pinfold_fetch(items + Int(tier.items.nodes[index]))
      links[index].store(UInt32(truncatingIfNeeded: index), ordering: .relaxed)
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
    cell.pointee.nextRank.store(candidates[places.lowerBound].rank, ordering: .relaxed)
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

  /// A cell that a thread has taken, and whose candidates below some rank are to have their turn.
  private struct Turn: BitwiseCopyable {
    let cell: UInt32
    let limit: UInt32

    /// The place of the next candidate.
    var next: UInt32
  }

  /// Visits the candidates of some cells, and before each those that it depends on.
  ///
  /// - Returns: how many seeds others went to, the first time; and the cells that were not finished, as another thread
  ///   had cells that they depend on.
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

extension CellIndex {
  /// The items of a block.
  fileprivate func items(of block: Int) -> Range<Int> {
    let first = Int(blocks[block].first)
    return Int(starts[first])..<Int(starts[first + blocks[block].parts.nonzeroBitCount])
  }

  /// The cells with items that a position reaches beside its own; `UInt32.max` for none.
  ///
  /// - Parameters:
  ///   - part: the position's cell as a bit of its block.
  ///   - numbers: those of the block's parts, and `UInt32.max` behind the last.
  @inline(__always)
  fileprivate func others(
    around position: WorldPoint, in part: UInt64, of block: Int, _ numbers: UnsafePointer<UInt32>,
    _ reach: CellReach
  ) -> (UInt32, UInt32, UInt32) {
    let wanted = reach.mask(around: position, in: part.trailingZeroBitCount)
    var others = (UInt32.max, UInt32.max, UInt32.max)
    if wanted == 0 {
      let own = numbers[part.trailingZeroBitCount]
      forEachCell(around: position, reach, near: block) { _, _, number in
        if number != own { others = (UInt32(truncatingIfNeeded: number), others.0, others.1) }
      }
      return others
    }
    // No branch depends on how many there are.
    var left = blocks[block].parts & wanted & ~part
    others.0 = numbers[left.trailingZeroBitCount]
    left &= left &- 1
    others.1 = numbers[left.trailingZeroBitCount]
    left &= left &- 1
    others.2 = numbers[left.trailingZeroBitCount]
    return others
  }
}

extension RadiusTier {
  /// Whether an item may have others within a radius; false where a look at a few candidates shows that it
  /// has none.
  ///
  /// - Parameters:
  ///   - own: the items of its cell.
  ///   - others: the other cells in reach; `UInt32.max` for none.
  @inline(__always)
  fileprivate func mayHaveNeighbors(
    _ index: Int, in own: Range<Int>, _ others: (UInt32, UInt32, UInt32), _ reach: CellReach, squared: UInt64
  ) -> Bool {
    if reach.sideBits > 29 { return true }
    let (positions, limit) = (items.positions, Int64(bitPattern: squared) &+ 1)
    let position = positions[index]
    var (count, left) = (0, 32)
    func look(at range: Range<Int>) {
      left &-= range.count
      if left < 0 { return }
      for other in range {
        let east = Int64(Int32(bitPattern: positions[other].x &- position.x))
        let south = Int64(Int32(bitPattern: positions[other].y &- position.y))
        // The sign of the difference: a branch would be mispredicted every other time.
        let excess = east &* east &+ south &* south &- limit
        count &+= Int(truncatingIfNeeded: UInt64(bitPattern: excess) &>> 63)
      }
    }
    func look(in cell: UInt32) { look(at: Int(cells.starts[Int(cell)])..<Int(cells.starts[Int(cell) &+ 1])) }
    look(at: own)
    if count > 1 || left < 0 { return true }
    if others.0 != .max { look(in: others.0) }
    if others.1 != .max { look(in: others.1) }
    if others.2 != .max { look(in: others.2) }
    return count > 1 || left < 0
  }
}
