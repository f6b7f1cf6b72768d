/// Items by the square cell that they lie in: a hash table of the cells that hold any, each with a list of its items.
///
/// Cells near each other have slots near each other, so a walk along a space-filling curve stays in the cache.
struct CellTable {
  /// Stands for no item.
  static let none = UInt32.max

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
  ///
  /// - Returns: the cell's slot, and the item that was at the head.
  @inline(__always)
  mutating func insert(_ item: Int, column: UInt32, row: UInt32) -> (slot: Int, before: UInt32) {
    let slot = reader { $0.slot(column: column, row: row) }
    let before = heads[slot]
    keys[slot] = Self.key(column, row)
    nexts[item] = before
    heads[slot] = UInt32(item)
    return (slot, before)
  }

  /// Takes every item of a cell that fits a condition out of its list; the condition sees each item once, in the
  /// order of the list.
  @inline(__always)
  mutating func removeItems(column: UInt32, row: UInt32, where fits: (Int) -> Bool) {
    let slot = reader { $0.slot(column: column, row: row) }
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

  /// Calls `body` with a view of the table that several threads may read.
  @inline(__always)
  func reader<Result, Failure: Error>(_ body: (Reader) throws(Failure) -> Result) throws(Failure) -> Result {
    try keys.withUnsafeBufferPointer { (keys) throws(Failure) in
      try heads.withUnsafeBufferPointer { (heads) throws(Failure) in
        try nexts.withUnsafeBufferPointer { (nexts) throws(Failure) in
          try body(Reader(keys: keys, heads: heads, nexts: nexts))
        }
      }
    }
  }

  @inline(__always)
  private static func key(_ column: UInt32, _ row: UInt32) -> UInt64 { UInt64(row) << 32 | UInt64(column) }

  /// A table that does not change.
  struct Reader: @unchecked Sendable {
    fileprivate let keys: UnsafeBufferPointer<UInt64>
    fileprivate let heads: UnsafeBufferPointer<UInt32>
    fileprivate let nexts: UnsafeBufferPointer<UInt32>

    /// The slot of a cell, or the free one where it would be.
    @inline(__always)
    func slot(column: UInt32, row: UInt32) -> Int {
      let key = CellTable.key(column, row)
      // Blocks of four by four cells are scattered, the cells of one stay together.
      let block = (UInt64(row >> 2) << 32 | UInt64(column >> 2)) &* 0x9E37_79B9_7F4A_7C15
      let scattered = (block ^ block >> 32) << 4 | UInt64((row & 3) << 2 | column & 3)
      var slot = Int(truncatingIfNeeded: scattered) & (keys.count - 1)
      while heads[slot] != CellTable.none && keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
      return slot
    }

    /// The column and row of a slot's cell.
    @inline(__always)
    func cell(of slot: Int) -> (column: UInt32, row: UInt32) {
      (UInt32(truncatingIfNeeded: keys[slot]), UInt32(truncatingIfNeeded: keys[slot] >> 32))
    }

    /// Calls `body` with each item of a slot's cell, the last one inserted first.
    @inline(__always)
    func forEachItem(of slot: Int, _ body: (Int) -> Void) {
      var item = heads[slot]
      while item != CellTable.none {
        body(Int(item))
        item = nexts[Int(item)]
      }
    }
  }
}
