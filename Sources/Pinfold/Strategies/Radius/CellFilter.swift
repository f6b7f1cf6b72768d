/// A Bloom filter of the square cells that hold anything, in a few bits a cell: it never misses one that
/// does, and seldom names one that does not.
///
/// Eight by eight cells are the bits of a word, so neighbours are seldom farther than that; words are
/// scattered, and shared by the few blocks that fall on the same one.
///
/// Source: B. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970.
struct CellFilter: Sendable {
  private var words: [UInt64]

  /// Allocates at least eight bits for each cell.
  init(cells: Int) {
    words = [UInt64](repeating: 0, count: 1 << (Int.bitWidth - (cells / 8 | 15).leadingZeroBitCount))
  }

  /// Adds a cell.
  @inline(__always)
  mutating func insert(column: UInt32, row: UInt32) {
    words[word(column, row)] |= Self.bit(column, row)
  }

  /// Adds the cells of another filter of the same size.
  mutating func formUnion(_ other: CellFilter) {
    for word in words.indices { words[word] |= other.words[word] }
  }

  /// Whether a cell may be among those inserted.
  @inline(__always)
  func mayHold(column: UInt32, row: UInt32) -> Bool {
    words[word(column, row)] & Self.bit(column, row) != 0
  }

  @inline(__always)
  private func word(_ column: UInt32, _ row: UInt32) -> Int {
    let block = (UInt64(row >> 3) << 32 | UInt64(column >> 3)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: (block ^ block >> 32)) & (words.count - 1)
  }

  @inline(__always)
  private static func bit(_ column: UInt32, _ row: UInt32) -> UInt64 {
    1 << UInt64((row & 7) << 3 | column & 7)
  }
}
