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
    let distance = Self.whole(distance)
    cells.forEachRun(around: position, within: UInt32(min(distance, 1 << 31)), wraps: wraps, near: &block) {
      find($0, $1, around: position, within: distance, into: &found)
    }
  }

  /// Lists the markers that were formed and that may collide with one at a position.
  ///
  /// - Parameters:
  ///   - reach: how far that one reaches.
  ///   - otherReach: how far the others do.
  @inline(__always)
  func findFormed(
    around position: WorldPoint, reaching reach: Double, _ otherReach: Double,
    into found: inout GrowingBuffer<UInt32>
  ) {
    grid.find(
      around: position, within: Self.whole(room.distance(reach, otherReach)),
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
    cells.forEachRun(around: position, items.keys[marker], reach, near: &near) { start, end in
      left &-= end &- start
      if left >= 0 { find(start, end, around: position, within: UInt64(reach.radius), into: &found) }
    }
    return left >= 0
  }

  /// Whether a marker is in a snap cell with one of others.
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

  /// A distance in whole units, no shorter.
  static func whole(_ distance: Double) -> UInt64 {
    UInt64(min(distance, WorldPoint.worldSize).rounded(.up)) + 1
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
