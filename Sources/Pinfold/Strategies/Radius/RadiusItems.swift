/// Clusters, stacks and points that may merge further: columns in Morton order, so that the items of a cell
/// follow each other at every zoom.
struct RadiusItems: BitwiseCopyable, @unchecked Sendable {
  var count = 0

  /// The Z-order key of the position.
  let keys: UnsafeMutablePointer<UInt64>

  /// The mean of the item's points, moved by the grid phase.
  let positions: UnsafeMutablePointer<WorldPoint>

  /// The node of the dendrogram.
  let nodes: UnsafeMutablePointer<UInt32>

  /// Whether the item was absorbed by a seed, or has absorbed others.
  let isAbsorbed: UnsafeMutablePointer<Bool>

  /// Room for some items.
  init(capacity: Int, in scratch: Scratch) {
    keys = scratch.allocate(capacity)
    positions = scratch.allocate(capacity)
    nodes = scratch.allocate(capacity)
    isAbsorbed = scratch.allocate(capacity)
  }

  @inline(__always)
  func set(_ index: Int, key: UInt64, node: UInt32) {
    set(index, key: key, WorldPoint(x: Morton.x(key), y: Morton.y(key)), node: node)
  }

  @inline(__always)
  func set(_ index: Int, key: UInt64, _ position: WorldPoint, node: UInt32) {
    keys[index] = key
    positions[index] = position
    nodes[index] = node
    isAbsorbed[index] = false
  }

  /// Lists new clusters instead.
  ///
  /// - Parameter formed: the keys of their means, and their nodes, in any order.
  mutating func list(
    _ formed: consuming [RadixSort.Item], _ context: RunContext
  ) throws(ClusteringError) {
    let sorted = try RadixSort.sorted(formed, threads: context.threads, context.check)
    for (index, item) in sorted.enumerated() { set(index, key: item.key, node: item.index) }
    count = sorted.count
  }

  /// Copies an item that is not absorbed to another list.
  @inline(__always)
  func copy(_ index: Int, to other: RadiusItems, at target: Int) {
    other.set(target, key: keys[index], positions[index], node: nodes[index])
  }

  private func copy(_ run: Range<Int>, to other: RadiusItems, at target: Int) {
    (other.keys + target).update(from: keys + run.lowerBound, count: run.count)
    (other.positions + target).update(from: positions + run.lowerBound, count: run.count)
    (other.nodes + target).update(from: nodes + run.lowerBound, count: run.count)
    (other.isAbsorbed + target).update(repeating: false, count: run.count)
  }

  private func firstIndex(notBelow key: UInt64) -> Int { (0..<count).partitioningIndex { keys[$0] >= key } }

  private func leftCount(in range: Range<Int>) -> Int {
    var left = 0
    for index in range { left &+= isAbsorbed[index] ? 0 : 1 }
    return left
  }
}

// MARK: - Joining

extension RadiusItems {
  /// Fills this list with what is not absorbed of two others; of equal keys those of the first come before.
  mutating func join(_ first: RadiusItems, _ second: RadiusItems, threads: Int) {
    let parts = first.count > 1 << 14 ? threads : 1
    var shares: [(first: Range<Int>, second: Range<Int>, start: Int)] = []
    var (start, firstStart, secondStart) = (0, 0, 0)
    for part in 1...parts {
      var (firstEnd, secondEnd) = (first.count, second.count)
      if part < parts {
        firstEnd = first.count * part / parts
        secondEnd = max(secondStart, second.firstIndex(notBelow: first.keys[firstEnd]))
      }
      shares.append((firstStart..<firstEnd, secondStart..<secondEnd, start))
      if part < parts {
        start +=
          first.leftCount(in: firstStart..<firstEnd) + second.leftCount(in: secondStart..<secondEnd)
      }
      (firstStart, secondStart) = (firstEnd, secondEnd)
    }
    var ends = [Int](repeating: 0, count: parts)
    let (list, ranges) = (self, shares)
    ends.withUnsafeMutableBufferPointer { ends in
      nonisolated(unsafe) let ends = ends
      Parallel.forEach(parts: parts, threads: threads) { part in
        let share = ranges[part]
        ends[part] = list.join(first, share.first, second, share.second, at: share.start)
      }
    }
    count = ends[parts - 1]
  }

  /// Joins shares of two lists, and returns where they end.
  private func join(
    _ first: RadiusItems, _ firstRange: Range<Int>, _ second: RadiusItems, _ secondRange: Range<Int>,
    at start: Int
  ) -> Int {
    var (end, index) = (start, firstRange.lowerBound)
    /// Copies what is left before a key, whole runs at once.
    func copy(through key: UInt64) {
      while index < firstRange.upperBound, first.keys[index] <= key {
        if first.isAbsorbed[index] {
          index &+= 1
          continue
        }
        var runEnd = index &+ 1
        while runEnd < firstRange.upperBound, !first.isAbsorbed[runEnd], first.keys[runEnd] <= key {
          runEnd &+= 1
        }
        if runEnd &- index < 8 {
          for item in index..<runEnd { first.copy(item, to: self, at: end &+ item &- index) }
        } else {
          first.copy(index..<runEnd, to: self, at: end)
        }
        end &+= runEnd &- index
        index = runEnd
      }
    }
    for other in secondRange where !second.isAbsorbed[other] {
      copy(through: second.keys[other])
      second.copy(other, to: self, at: end)
      end &+= 1
    }
    copy(through: .max)
    return end
  }
}
