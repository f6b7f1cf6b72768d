import Synchronization

/// The first round of a level, in which every item has its turn: it goes to the seed near it that had its
/// turn first, or is a seed itself.
///
/// That comes to the same as seeds that absorb what is near them and was not absorbed before, as long as any
/// two items may form a cluster. But an item looks only for seeds, in the cells of colors that had their
/// turn and before it in its own. There are a few of them, where a seed would look at some ten candidates.
///
/// It is bound by branches that nobody can predict, and by the look-up of cells: a quarter of its time goes
/// to the seventh of the items that reach beyond their block.
struct RadiusTurns: BitwiseCopyable, @unchecked Sendable {
  /// The seeds of each cell in their order, from the cell's first place on, and where they end.
  private let seeds: UnsafeMutablePointer<UInt32>
  private let seedEnds: UnsafeMutablePointer<UInt32>

  /// From each seed to the item that came last, from there to the one before, and so on back to the seed.
  /// Cells of one color may share a seed, so threads exchange links.
  private let links: UnsafeMutablePointer<Atomic<UInt32>>

  /// The cells of each block that have something to absorb, in rounds that are not taken in turns: these
  /// have no seeds, whose memory it is.
  let busyCells: UnsafeMutablePointer<UInt64>

  /// Between rounds, room to sort what one has formed, of two items or more each; it is the same memory.
  let sorting: UnsafeMutableBufferPointer<RadixSort.Item>

  init(capacity: Int, in scratch: Scratch) {
    busyCells = scratch.allocate(capacity)
    seeds = UnsafeMutableRawPointer(busyCells).assumingMemoryBound(to: UInt32.self)
    seedEnds = seeds + capacity
    let words: UnsafeMutablePointer<UInt32> = scratch.allocate(capacity)
    sorting = UnsafeMutableBufferPointer(
      start: UnsafeMutableRawPointer(busyCells).assumingMemoryBound(to: RadixSort.Item.self),
      count: capacity / 2)
    links = UnsafeMutableRawPointer(words).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// Whether a round may be taken in turns.
  static func serve(_ round: RadiusRound) -> Bool {
    // Squares of what lies farther away may not fit.
    round.isFirst && round.minPoints <= 2 && round.reach.sideBits <= 29
  }

  /// Lets the items of a block's cells of one color have their turn.
  ///
  /// - Parameter color: 0 to 3, each after those before it.
  @inline(__always)
  func take(_ block: Int, color: UInt64, _ round: RadiusRound) {
    let (items, cells) = (round.seeds.pointee.items, round.seeds.pointee.cells)
    let node = cells.blocks[block]
    let earlier = node.parts & (Self.firstColor &* (1 &<< color &- 1))
    var left = node.parts & Self.firstColor &<< color
    while left != 0 {
      let part = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
      left &= left &- 1
      let number = node.number(of: part)
      let start = Int(cells.starts[number])
      let end = Int(cells.starts[number &+ 1])
      var seedEnd = start
      for index in start..<end {
        let position = items.positions[index]
        let wanted = round.reach.mask(around: position, in: Int(truncatingIfNeeded: part))
        // Alone in reach: nobody asks for it.
        if end &- start == 1, wanted & node.parts == 1 &<< part { continue }
        let other =
          wanted == 0
          ? seed(around: position, near: block, before: color, round)
          : seed(around: position, in: wanted & earlier, of: node, before: color, round)
        if let seed = other ?? seed(around: position, start, seedEnd, round) {
          let own = UInt32(truncatingIfNeeded: index)
          links[index].store(links[Int(seed)].exchange(own, ordering: .relaxed), ordering: .relaxed)
          items.isAbsorbed[index] = true
        } else {
          links[index].store(UInt32(truncatingIfNeeded: index), ordering: .relaxed)
          seeds[seedEnd] = UInt32(truncatingIfNeeded: index)
          seedEnd &+= 1
        }
      }
      seedEnds[number] = UInt32(truncatingIfNeeded: seedEnd)
    }
  }

  /// The cells of the first color in a block: every other one of every other row, so every fourth in Morton
  /// order.
  static var firstColor: UInt64 { 0x1111_1111_1111_1111 }

  /// The first seed near a position in some cells of its block, each of another color.
  @inline(__always)
  private func seed(
    around position: WorldPoint, in parts: UInt64, of node: CellIndex.Node, before color: UInt64,
    _ round: RadiusRound
  ) -> UInt32? {
    if parts == 0 { return nil }
    for earlier in 0..<color {
      let part = parts & Self.firstColor &<< earlier
      if part == 0 { continue }
      let cell = node.number(of: UInt64(truncatingIfNeeded: part.trailingZeroBitCount))
      if let seed = seed(around: position, in: cell, round) { return seed }
    }
    return nil
  }

  /// The first seed near a position that reaches beyond its block.
  private func seed(
    around position: WorldPoint, near block: Int, before color: UInt64, _ round: RadiusRound
  ) -> UInt32? {
    // Of the others nobody has had a turn, so they are not even looked up.
    if color == 0 { return nil }
    var (first, second, third): (Int?, Int?, Int?)
    round.seeds.pointee.cells.forEachCell(
      around: position, round.reach, near: block, where: { $0 & 3 < color }
    ) { (_, part, cell) in
      switch part & 3 {
      case 0: first = cell
      case 1: second = cell
      default: third = cell
      }
    }
    if let first, let seed = seed(around: position, in: first, round) { return seed }
    if let second, let seed = seed(around: position, in: second, round) { return seed }
    if let third, let seed = seed(around: position, in: third, round) { return seed }
    return nil
  }

  @inline(__always)
  private func seed(around position: WorldPoint, in cell: Int, _ round: RadiusRound) -> UInt32? {
    let start = Int(round.seeds.pointee.cells.starts[cell])
    // The first item mostly is the first seed, which would have to be read to know.
    round.seeds.pointee.items.positions.fetch(start)
    return seed(around: position, start, Int(seedEnds[cell]), round)
  }

  /// The first seed near a position among those of a cell.
  @inline(__always)
  private func seed(
    around position: WorldPoint, _ start: Int, _ end: Int, _ round: RadiusRound
  ) -> UInt32? {
    let positions = round.seeds.pointee.items.positions
    for place in start..<end {
      let other = positions[Int(seeds[place])]
      let east = Int64(Int32(bitPattern: other.x &- position.x))
      let south = Int64(Int32(bitPattern: other.y &- position.y))
      if UInt64(bitPattern: east &* east &+ south &* south) <= round.squared { return seeds[place] }
    }
    return nil
  }

  /// Calls `body` with each seed of a cell that others go to, and the one of these that came last.
  @inline(__always)
  func forEachSeed(from start: Int, of cell: Int, _ body: (_ seed: Int, _ follower: Int) -> Void) {
    for place in start..<Int(seedEnds[cell]) {
      let seed = Int(seeds[place])
      let follower = link(of: seed)
      if follower != seed { body(seed, follower) }
    }
  }

  /// The item that went to a seed before another one did, or the seed.
  @inline(__always)
  func link(of follower: Int) -> Int { Int(links[follower].load(ordering: .relaxed)) }
}
