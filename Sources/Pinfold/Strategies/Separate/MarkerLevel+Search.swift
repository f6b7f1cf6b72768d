import Synchronization

extension MarkerLevel {
  /// Lists the markers that the level began with and that may collide with one at a position.
  ///
  /// - Parameters:
  ///   - distance: in fixed-point units.
  ///   - block: a block that may be near, and then one that is.
  @inline(__always)
  func findStanding(
    around position: WorldPoint, within distance: Double, near block: inout Int,
    into found: inout GrowingBuffer<UInt32>
  ) {
    let distance = CollisionGeometry.whole(distance)
    let reach = UInt32(min(distance, 1 << 31))
    items.cells.forEachRun(around: position, within: reach, wraps: wraps, near: &block) {
      find($0, $1, around: position, within: distance, into: &found)
    }
  }

  /// Lists the markers that were formed and that may collide with one at a position.
  @inline(__always)
  func findFormed(
    around position: WorldPoint, reaching reach: Double, _ otherReach: Double,
    into found: inout GrowingBuffer<UInt32>
  ) {
    grid.find(
      around: position, within: CollisionGeometry.whole(room.distance(reach, otherReach)),
      items.positions[items.count..<items.positions.count], from: items.count, into: &found)
  }

  /// Lists those of some markers that may collide with one at a position.
  @inline(__always)
  func find(
    _ start: Int, _ end: Int, around position: WorldPoint, within distance: UInt64,
    into found: inout GrowingBuffer<UInt32>
  ) {
    guard end > start else { return }
    found.reserve(end &- start)
    let (positions, target, limit) = (items.positions, found.reserved, Int64(distance))
    var count = found.count
    for marker in start..<end {
      let east = abs(Int64(Int32(bitPattern: positions[marker].x &- position.x)))
      let south = abs(Int64(Int32(bitPattern: positions[marker].y &- position.y)))
      target[count] = UInt32(truncatingIfNeeded: marker)
      // The sign of the difference: a branch would be mispredicted every other time.
      let excess = max(east, south) &- limit &- 1
      count &+= Int(truncatingIfNeeded: UInt64(bitPattern: excess) &>> 63)
    }
    found.count = count
  }

  /// Lists the markers near one, itself included; false where too many are.
  @inline(__always)
  func findFew(around marker: Int, near block: Int, into found: inout GrowingBuffer<UInt32>) -> Bool {
    let position = items.positions[marker]
    var (left, near) = (64, block)
    found.count = 0
    items.cells.forEachRun(around: position, items.keys[marker], reach, near: &near) { start, end in
      left &-= end &- start
      if left >= 0 { find(start, end, around: position, within: UInt64(reach.radius), into: &found) }
    }
    return left >= 0
  }

  @inline(__always)
  func sharesSnapCell(_ marker: Int, with others: borrowing GrowingBuffer<UInt32>) -> Bool {
    let position = items.positions[marker]
    for index in 0..<others.count {
      let other = items.positions[Int(others[index])]
      if others[index] != marker, other.isWithin(UInt64(snapCellSide), of: position),
        snapCell(of: other) == snapCell(of: position)
      {
        return true
      }
    }
    return false
  }

  /// The Z-order key of the snap cell at a position.
  @inline(__always)
  func snapCell(of position: WorldPoint) -> UInt64 {
    Morton.key(x: (position.x &- phase) / snapCellSide, y: position.y / snapCellSide)
  }

  /// The collision of two markers; nil where they do not collide.
  @inline(__always)
  func collision(_ one: Int, _ extents: CollisionGeometry.Extents, _ other: Int) -> Collision? {
    let otherSize = size(of: other)
    let depth = room.depth(
      items.positions[one], extents, items.positions[other],
      self.extents(count: otherSize.count))
    guard depth > 0 else { return nil }
    let (a, b) = (size(of: one).lowestRank, otherSize.lowestRank)
    return Collision(
      depth: depth, ranks: (min(a, b), max(a, b)),
      pair: (UInt32(truncatingIfNeeded: one), UInt32(truncatingIfNeeded: other)))
  }
}

// MARK: - Formed markers

/// The markers that a level has formed, in square cells that threads fill at the same time.
///
/// Near cells are near in memory: the cells of a block of eight by eight have consecutive slots, and a hash
/// finds the block's.
struct MarkerGrid: BitwiseCopyable, Sendable {
  /// The last marker of each slot, and from each marker to the one before it; `.max` for none. Numbers count
  /// from the first marker that was formed.
  private let heads: AtomicColumn<UInt32>
  private let next: Column<UInt32>

  private let slotLimit: Int
  private let wraps: Bool

  /// The binary logarithms of a cell's side and of the number of blocks that there are slots for.
  private var sideBits: UInt64 = 0
  private var blockBits: UInt64 = 0

  /// A grid for some markers.
  ///
  /// - Parameter slots: the most slots that are useful.
  init(capacity: Int, slots: Int, wraps: Bool, in scratch: Scratch) {
    slotLimit = Self.slotCount(slots)
    heads = scratch.atomics(slotLimit)
    next = scratch.column(capacity)
    self.wraps = wraps
  }

  private static func slotCount(_ markers: Int) -> Int {
    max(64, 1 << (Int.bitWidth - max(1, markers).leadingZeroBitCount))
  }

  /// Empties the grid, for other cells.
  ///
  /// - Parameters:
  ///   - side: the least side of a cell, in fixed-point units.
  ///   - count: about how many markers there will be.
  mutating func reset(side: UInt64, count: Int) {
    sideBits = UInt64(min(32, 64 - (side - 1).leadingZeroBitCount))
    let slots = min(slotLimit, Self.slotCount(count))
    blockBits = UInt64((slots >> 6).trailingZeroBitCount)
    for slot in 0..<slots { heads[slot].store(.max, ordering: .relaxed) }
  }

  @inline(__always)
  private func slot(column: UInt64, row: UInt64) -> Int {
    let cell = Morton.key(x: UInt32(truncatingIfNeeded: column), y: UInt32(truncatingIfNeeded: row))
    // Twice, as a shift by all 64 bits would be none.
    let block = (((cell &>> 6) &* 0x9E37_79B9_7F4A_7C15) &>> 1) &>> (63 &- blockBits)
    return Int(truncatingIfNeeded: block &<< 6 | cell & 63)
  }

  /// Puts a marker into its cell.
  @inline(__always)
  func insert(_ number: Int, at position: WorldPoint) {
    let slot = slot(column: UInt64(position.x) &>> sideBits, row: UInt64(position.y) &>> sideBits)
    var head = heads[slot].load(ordering: .relaxed)
    while true {
      next[number] = head
      // Threads that read the slot also see what was written of the marker before.
      let (isDone, newer) = heads[slot].weakCompareExchange(
        expected: head, desired: UInt32(truncatingIfNeeded: number), successOrdering: .releasing,
        failureOrdering: .relaxed)
      if isDone { return }
      head = newer
    }
  }

  /// Lists the markers in a square.
  ///
  /// - Parameters:
  ///   - center: the middle of the square.
  ///   - distance: half its side, in fixed-point units.
  ///   - positions: those of markers, from the first that was formed.
  ///   - first: the number to list that one with.
  @inline(__always)
  func find(
    around center: WorldPoint, within distance: UInt64, _ positions: Column<WorldPoint>,
    from first: Int, into found: inout GrowingBuffer<UInt32>
  ) {
    let radius = UInt32(min(distance, 1 << 31))
    CellSquare(around: center, within: radius, wraps: wraps, sideBits: sideBits).forEachCell { column, row in
      var number = heads[slot(column: column, row: row)].load(ordering: .acquiring)
      while number != .max {
        let position = positions[Int(number)]
        // Cells of other blocks may share the slot; they list their own markers.
        if position.isWithin(distance, of: center), UInt64(position.x) &>> sideBits == column,
          UInt64(position.y) &>> sideBits == row
        {
          found.append(UInt32(truncatingIfNeeded: first &+ Int(number)))
        }
        number = next[Int(number)]
      }
    }
  }
}

extension WorldPoint {
  /// Returns whether a position lies in a square around another. On the plane, positions exactly one world
  /// width apart count as well.
  @inline(__always)
  func isWithin(_ distance: UInt64, of center: WorldPoint) -> Bool {
    let (east, south) = (Int32(bitPattern: x &- center.x), Int32(bitPattern: y &- center.y))
    return UInt64(max(east.magnitude, south.magnitude)) <= distance
  }
}
