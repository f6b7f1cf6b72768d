import Synchronization

extension SuperclusterTurns {
  /// Lists the items that have others near, of each cell in order of rank.
  func listCandidates(
    _ tier: RadiusTier, _ reach: CellReach, squared: UInt64,
    _ items: UnsafePointer<SuperclusterMerging.Item>, _ context: RunContext
  ) throws(ClusteringError) {
    nonisolated(unsafe) let items = items
    let taken = Atomic(0)
    try Parallel.deal(tier.cells.blockCount, to: context.lanes(for: tier.items.count), context) {
      (_, blocks) in
      var free = 0..<0
      let end = tier.cells.items(of: blocks.upperBound &- 1).upperBound
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 65) { numbers in
        for block in blocks {
          listCandidates(
            of: block, numbers, tier, reach, squared: squared, items, in: &free, of: taken, before: end)
        }
      }
    }
  }

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
      items.fetch(Int(tier.items.nodes[index]))
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
    // Among more it takes as long to look as to have a turn, and most have one.
    var (count, left) = (0, 16)
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
