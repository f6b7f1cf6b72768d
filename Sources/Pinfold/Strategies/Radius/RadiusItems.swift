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
    list(try RadixSort.sorted(formed, threads: context.threads, context.check))
  }

  /// Lists other items instead.
  ///
  /// - Parameter sorted: their keys, ascending, and their nodes.
  mutating func list(_ sorted: some Collection<RadixSort.Item>) {
    for (index, item) in sorted.enumerated() { set(index, key: item.key, node: item.index) }
    count = sorted.count
  }

  /// Copies an item that is not absorbed to another list.
  @inline(__always)
  func copy(_ index: Int, to other: RadiusItems, at target: Int) {
    other.set(target, key: keys[index], positions[index], node: nodes[index])
  }

  /// Copies a range to elsewhere in the list; the two may overlap.
  func move(_ range: Range<Int>, to target: Int) {
    moveKeys(range, to: target)
    moveOthers(range, to: target)
  }

  func moveKeys(_ range: Range<Int>, to target: Int) {
    (keys + target).update(from: keys + range.lowerBound, count: range.count)
  }

  /// Copies all columns but the keys, likewise.
  func moveOthers(_ range: Range<Int>, to target: Int) {
    (positions + target).update(from: positions + range.lowerBound, count: range.count)
    (nodes + target).update(from: nodes + range.lowerBound, count: range.count)
    (isAbsorbed + target).update(from: isAbsorbed + range.lowerBound, count: range.count)
  }

  func firstIndex(notBelow key: UInt64) -> Int { (0..<count).partitioningIndex { keys[$0] >= key } }

  /// 0 for an item that is absorbed, else 1. Of the flag a compiler makes a branch, which nobody can predict.
  @inline(__always)
  func leftCount(at index: Int) -> Int {
    1 &- Int(UnsafeRawPointer(isAbsorbed).load(fromByteOffset: index, as: UInt8.self))
  }

  func leftCount(in range: Range<Int>) -> Int {
    var left = 0
    for index in range { left &+= leftCount(at: index) }
    return left
  }
}
