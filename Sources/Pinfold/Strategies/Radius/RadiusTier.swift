/// A list of items with the index of its cells.
struct RadiusTier: BitwiseCopyable, @unchecked Sendable {
  var items: RadiusItems
  var cells: CellIndex

  init(items: RadiusItems, cells: CellIndex) { (self.items, self.cells) = (items, cells) }

  init(capacity: Int, in scratch: Scratch) {
    items = RadiusItems(capacity: capacity, in: scratch)
    cells = CellIndex(capacity: capacity, in: scratch)
  }

  /// Whether a cell has one item and the others in this one's reach have none; see ``CellIndex``.
  @inline(__always)
  func isAlone(in part: UInt64, of block: Int, _ number: Int, _ reach: CellReach) -> Bool {
    cells.isAlone(in: part, of: block, number, items.positions, reach)
  }
}

// MARK: - Searching

extension RadiusTier {
  /// Lists the items within a radius of a position, and the position's own.
  ///
  /// - Parameters:
  ///   - key: the position's.
  ///   - squared: the square of the radius; that of `reach` is the same, but at most half the world.
  ///   - tag: what to list indices with, in the upper half.
  ///   - block: a block that may be near, and then one that is.
  @inline(__always)
  func find(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, squared: UInt64, tag: UInt64,
    near block: inout Int, into found: inout GrowingBuffer<UInt64>
  ) {
    if reach.sideBits > 29 {
      // Squares of what lies so far away may not fit.
      findFar(around: position, key, reach, squared: squared, tag: tag, near: &block, into: &found)
      return
    }
    let positions = items.positions
    let limit = Int64(bitPattern: squared) &+ 1
    cells.forEachRun(around: position, key, reach, near: &block) { start, end in
      found.reserve(end &- start)
      let target = found.start
      var count = found.count
      for index in start..<end {
        let east = Int64(Int32(bitPattern: positions[index].x &- position.x))
        let south = Int64(Int32(bitPattern: positions[index].y &- position.y))
        target[count] = tag | UInt64(truncatingIfNeeded: index)
        // The sign of the difference: a branch would be mispredicted every other time.
        let excess = east &* east &+ south &* south &- limit
        count &+= Int(truncatingIfNeeded: UInt64(bitPattern: excess) &>> 63)
      }
      found.count = count
    }
  }

  @inline(never)
  private func findFar(
    around position: WorldPoint, _ key: UInt64, _ reach: CellReach, squared: UInt64, tag: UInt64,
    near block: inout Int, into found: inout GrowingBuffer<UInt64>
  ) {
    cells.forEachRun(around: position, key, reach, near: &block) { start, end in
      for index in start..<end {
        let (east, south) = items.positions[index].offsets(from: position, wraps: reach.wraps)
        let (sum, overflow) = (UInt64(east) * UInt64(east)).addingReportingOverflow(
          UInt64(south) * UInt64(south))
        if overflow ? squared == .max : sum <= squared {
          found.append(tag | UInt64(truncatingIfNeeded: index))
        }
      }
    }
  }
}
