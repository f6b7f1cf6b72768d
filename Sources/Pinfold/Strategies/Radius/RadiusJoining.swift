/// Other items join a list in the memory that it has.
///
/// What is left of the list moves forward into the places of what was absorbed. Every cluster has absorbed
/// two items or more, so there is mostly room; items that are in the way before there is any are held back
/// for a moment. A list of its own to write to would be as long as the first, and each of its pages new.
struct RadiusJoining: ~Copyable {
  private let items: RadiusItems

  /// Where the next item goes.
  private(set) var end: Int

  /// The next of the list's own items to look at, and where they end.
  private var next: Int
  private let limit: Int

  /// Own items that have made way, as keys and nodes; those from ``firstHeld`` on have no place yet.
  private var held = GrowingBuffer<RadixSort.Item>()
  private var firstHeld = 0

  /// - Parameter start: where to write, not past the first of the range.
  init(_ items: RadiusItems, _ range: Range<Int>, at start: Int) {
    self.items = items
    (next, limit, end) = (range.lowerBound, range.upperBound, start)
  }

  /// Writes another item.
  @inline(__always)
  mutating func append(_ key: UInt64, _ position: WorldPoint, node: UInt32) {
    if end == next, next < limit { hold() }
    items.set(end, key: key, position, node: node)
    end &+= 1
  }

  /// Takes the next item out of the way.
  private mutating func hold() {
    if !items.isAbsorbed[next] {
      held.append(RadixSort.Item(key: items.keys[next], index: items.nodes[next]))
    }
    next &+= 1
  }

  /// Writes the list's own items through a key.
  mutating func take(through key: UInt64) {
    if held.count > 0, !takeHeld(through: key) { return }
    while next < limit, items.keys[next] <= key {
      if items.isAbsorbed[next] {
        next &+= 1
        continue
      }
      var runEnd = next &+ 1
      while runEnd < limit, !items.isAbsorbed[runEnd], items.keys[runEnd] <= key { runEnd &+= 1 }
      let count = runEnd &- next
      if end != next {
        if count < 8 {
          for place in 0..<count { items.copy(next &+ place, to: items, at: end &+ place) }
        } else {
          items.move(next..<runEnd, to: end)
        }
      }
      end &+= count
      next = runEnd
    }
  }

  /// Writes what was held back; returns whether that is all.
  private mutating func takeHeld(through key: UInt64) -> Bool {
    while firstHeld < held.count {
      let item = held[firstHeld]
      if item.key > key { break }
      firstHeld &+= 1
      append(item.key, WorldPoint(x: Morton.x(item.key), y: Morton.y(item.key)), node: item.index)
      // No more than twice what is held back stays in memory.
      if firstHeld > 1 << 8, 2 * firstHeld > held.count { dropTaken() }
    }
    if firstHeld < held.count { return false }
    dropTaken()
    return true
  }

  private mutating func dropTaken() {
    held.drop(0..<firstHeld)
    firstHeld = 0
  }
}

extension RadiusItems {
  /// Lets what is not absorbed of another list join what is not of this one; of equal keys those of this one
  /// come before. There must be room for all.
  mutating func join(_ other: RadiusItems, threads: Int) {
    let shares = shares(with: other, threads)
    var ends = [Int](repeating: 0, count: shares.count)
    let list = self
    ends.withUnsafeMutableBufferPointer { ends in
      nonisolated(unsafe) let ends = ends
      Parallel.forEach(parts: shares.count, threads: threads) { part in
        let share = shares[part]
        var joining = RadiusJoining(list, share.own, at: share.own.lowerBound)
        for item in share.other where !other.isAbsorbed[item] {
          joining.take(through: other.keys[item])
          joining.append(other.keys[item], other.positions[item], node: other.nodes[item])
        }
        joining.take(through: .max)
        ends[part] = joining.end
      }
    }
    count = ends[0]
    var gaps: [(range: Range<Int>, target: Int)] = []
    for part in shares.indices.dropFirst() {
      gaps.append((shares[part].own.lowerBound..<ends[part], count))
      count += ends[part] - shares[part].own.lowerBound
    }
    if !gaps.isEmpty { close(gaps, threads) }
  }

  /// Shares of both lists that go together, of which each has room in its own part of this one.
  private func shares(
    with other: RadiusItems, _ threads: Int
  ) -> [(own: Range<Int>, other: Range<Int>)] {
    let parts = Parallel.parts(of: count, threads: threads)
    var shares: [(own: Range<Int>, other: Range<Int>)] = []
    var (start, otherStart) = (0, 0)
    for part in 1...parts {
      let end = count * part / parts
      let otherEnd =
        part < parts ? max(otherStart, other.firstIndex(notBelow: keys[end])) : other.count
      shares.append((start..<end, otherStart..<otherEnd))
      (start, otherStart) = (end, otherEnd)
    }
    let haveRoom = shares.allSatisfy {
      leftCount(in: $0.own) + other.leftCount(in: $0.other) <= $0.own.count
    }
    return haveRoom ? shares : [(0..<count, 0..<other.count)]
  }

  /// Moves ranges to the ends of those before, a half of the columns on each thread.
  private func close(_ gaps: [(range: Range<Int>, target: Int)], _ threads: Int) {
    let list = self
    Parallel.forEach(parts: 2, threads: threads) { half in
      for gap in gaps {
        if half == 0 {
          list.moveKeys(gap.range, to: gap.target)
        } else {
          list.moveOthers(gap.range, to: gap.target)
        }
      }
    }
  }

  /// Lets leaves join, in Morton order; of equal keys those of this list come before. There must be room for
  /// all.
  mutating func join(
    _ leaves: UnsafeBufferPointer<UInt32>, of clusters: RadiusClusters, _ points: PointSet
  ) {
    // As far from the front as there are leaves, nothing is in their way.
    move(0..<count, to: leaves.count)
    var joining = RadiusJoining(self, leaves.count..<leaves.count + count, at: 0)
    points.keys.withUnsafeBufferPointer { keys in
      for leaf in leaves {
        let key = keys[Int(clusters.leafStarts[Int(leaf)])]
        joining.take(through: key)
        joining.append(key, WorldPoint(x: Morton.x(key), y: Morton.y(key)), node: leaf)
      }
    }
    joining.take(through: .max)
    count = joining.end
  }
}
