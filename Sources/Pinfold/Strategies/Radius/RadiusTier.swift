/// A list of items with the index of its cells.
struct RadiusTier: BitwiseCopyable, @unchecked Sendable {
  var items: RadiusItems
  var cells: CellIndex

  init(capacity: Int, in scratch: Scratch) {
    items = RadiusItems(capacity: capacity, in: scratch)
    cells = CellIndex(capacity: capacity, in: scratch)
  }

  /// Whether a cell has one item and the others in this one's reach have none: one look at a bit mask mostly.
  ///
  /// - Parameters:
  ///   - part: the cell as a bit of its block.
  ///   - number: the cell's.
  @inline(__always)
  func isAlone(in part: UInt64, of block: Int, _ number: Int, _ reach: CellReach) -> Bool {
    let start = Int(cells.starts[number])
    guard Int(cells.starts[number &+ 1]) &- start == 1 else { return false }
    let wanted = reach.mask(around: items.positions[start], in: part.trailingZeroBitCount)
    if wanted != 0 { return cells.blocks[block].parts & wanted == part }
    var (count, near) = (0, block)
    cells.forEachRun(around: items.positions[start], items.keys[start], reach, near: &near) { start, end in
      count &+= end &- start
    }
    return count == 1
  }
}
