import Synchronization

/// The markers that a level has formed, in square cells that threads fill at a time.
///
/// What is near each other is near in memory: the cells of a block, eight by eight, have slots that follow
/// each other, and a hash says where.
struct MarkerGrid: BitwiseCopyable, @unchecked Sendable {
  /// The marker of each slot that came last, and from each to the one before; `.max` for none. They are
  /// counted from the first that was formed.
  private let heads: UnsafeMutablePointer<Atomic<UInt32>>
  private let next: UnsafeMutablePointer<UInt32>

  private let slotLimit: Int
  private let wraps: Bool

  /// The binary logarithms of a cell's side and of the number of blocks that there are slots for.
  private var sideBits: UInt64 = 0
  private var blockBits: UInt64 = 0

  /// Room for some markers.
  ///
  /// - Parameter slots: the most slots that it is worth to have.
  init(capacity: Int, slots: Int, wraps: Bool, in scratch: Scratch) {
    slotLimit = Self.slotCount(slots)
    let words: UnsafeMutablePointer<UInt32> = scratch.allocate(slotLimit)
    heads = UnsafeMutableRawPointer(words).assumingMemoryBound(to: Atomic<UInt32>.self)
    next = scratch.allocate(capacity)
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
      // Who comes to the marker by its slot also sees what was written of it before.
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
    around center: WorldPoint, within distance: UInt64, _ positions: UnsafePointer<WorldPoint>,
    from first: Int, into found: inout GrowingBuffer<UInt32>
  ) {
    let radius = UInt32(min(distance, 1 << 31))
    CellSquare(around: center, within: radius, wraps: wraps, sideBits: sideBits).forEachCell { column, row in
      var number = heads[slot(column: column, row: row)].load(ordering: .acquiring)
      while number != .max {
        let position = positions[Int(number)]
        // Cells of other blocks may share the slot, and be listed by themselves.
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
  /// Whether a position is in a square around another; on the plane also one as far from it as the world is
  /// wide.
  @inline(__always)
  func isWithin(_ distance: UInt64, of center: WorldPoint) -> Bool {
    let (east, south) = (Int32(bitPattern: x &- center.x), Int32(bitPattern: y &- center.y))
    return UInt64(max(east.magnitude, south.magnitude)) <= distance
  }
}
