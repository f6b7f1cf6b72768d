import Synchronization

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
  /// Whether a position is in a square around another; on the plane also one as far from it as the world is
  /// wide.
  @inline(__always)
  func isWithin(_ distance: UInt64, of center: WorldPoint) -> Bool {
    let (east, south) = (Int32(bitPattern: x &- center.x), Int32(bitPattern: y &- center.y))
    return UInt64(max(east.magnitude, south.magnitude)) <= distance
  }
}
