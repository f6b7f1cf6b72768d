/// Items by the square cell that they lie in: a hash table of the cells that hold any, each with a list of its items.
///
/// Cells near each other have slots near each other, so a walk along a space-filling curve stays in the cache.
struct CellTable {
  /// Stands for no item.
  private static let none = UInt32.max

  private var keys: [UInt64]

  /// The first item of each slot's cell, or ``none`` for a free slot.
  private var heads: [UInt32]

  /// The item after each in its cell.
  private var nexts: [UInt32]

  /// Makes room.
  ///
  /// - Parameter capacity: one more than the largest number of an item.
  init(capacity: Int) {
    let bits = max(4, Int.bitWidth - max(1, 2 * capacity - 1).leadingZeroBitCount)
    keys = [UInt64](repeating: 0, count: 1 << bits)
    heads = [UInt32](repeating: Self.none, count: 1 << bits)
    nexts = [UInt32](repeating: Self.none, count: capacity)
  }

  /// Puts an item at the head of its cell's list.
  @inline(__always)
  mutating func insert(_ item: Int, column: UInt32, row: UInt32) {
    let slot = slot(column: column, row: row)
    keys[slot] = Self.key(column, row)
    nexts[item] = heads[slot]
    heads[slot] = UInt32(item)
  }

  /// Takes every item of a cell that fits a condition out of its list; the condition sees each item once, in the
  /// order of the list.
  @inline(__always)
  mutating func removeItems(column: UInt32, row: UInt32, where fits: (Int) -> Bool) {
    let slot = slot(column: column, row: row)
    var kept = Self.none
    var item = heads[slot]
    while item != Self.none {
      let next = nexts[Int(item)]
      if !fits(Int(item)) {
        kept = item
      } else if kept != Self.none {
        nexts[Int(kept)] = next
      } else if next != Self.none {
        heads[slot] = next
      } else {
        // A slot that was freed would hide those behind it, so the last item of a cell stays.
        kept = item
      }
      item = next
    }
  }

  @inline(__always)
  private static func key(_ column: UInt32, _ row: UInt32) -> UInt64 { UInt64(row) << 32 | UInt64(column) }

  /// The slot of a cell, or the free one where it would be.
  @inline(__always)
  private func slot(column: UInt32, row: UInt32) -> Int {
    let key = Self.key(column, row)
    // Blocks of four by four cells are scattered, the cells of one stay together.
    let block = (UInt64(row >> 2) << 32 | UInt64(column >> 2)) &* 0x9E37_79B9_7F4A_7C15
    let scattered = (block ^ block >> 32) << 4 | UInt64((row & 3) << 2 | column & 3)
    var slot = Int(truncatingIfNeeded: scattered) & (keys.count - 1)
    while heads[slot] != Self.none && keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return slot
  }
}
