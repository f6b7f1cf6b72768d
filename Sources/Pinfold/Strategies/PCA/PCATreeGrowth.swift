/// The growing of trees: divides nodes and arranges their points until nothing is left to divide.
///
/// It works through a list of tasks rather than by calling itself, so no tree is too deep for it.
///
/// What bounds it: computing. A level is a pass over all points, 12 bytes each, with a projection, an
/// exchange and five sums. Of a million uniform points on one thread, these passes are a third of a build,
/// and the lowest three levels, which have most of the nodes, with all main directions a quarter.
struct PCATreeGrowth {
  /// A node that is yet to be divided.
  struct Task {
    /// Where the node is among all nodes.
    var node: Int

    var range: Range<Int>
    var moments: Moments

    /// Where the circle of x is cut.
    var origin: UInt32
  }

  /// The places of the nodes made here, halves in pairs and after the node that they make up.
  private(set) var places: Range<Int>

  private let points: Points
  private let nodes: UnsafeMutablePointer<PCATree.Node>
  private let rule: SplitRule
  private var pending: [Task]

  /// The points of all trees, each node's in a stretch. Growths may share them if their tasks do not overlap.
  struct Points: @unchecked Sendable {
    let buffer: UnsafeMutableBufferPointer<TreePoint>
  }

  /// Prepares to divide a node that is in its place.
  ///
  /// - Parameters:
  ///   - nodes: all nodes; growths may share them if their places do not overlap.
  ///   - place: where the halves go.
  init(
    dividing task: Task, of points: Points, into nodes: UnsafeMutablePointer<PCATree.Node>, at place: Int,
    rule: SplitRule
  ) {
    self.points = points
    self.nodes = nodes
    self.rule = rule
    pending = [task]
    places = place..<place
  }

  /// Divides every node, and arranges the points of those too small to be stored.
  mutating func growAll(_ context: RunContext) throws(ClusteringError) {
    while let task = pending.popLast() {
      guard task.range.count > PCATree.leafSize else {
        points.arrangeLeaf(task.range, task.moments, rule)
        continue
      }
      guard nodes[task.node].squaredError > 0 else {
        points.arrangeStack(task.range)
        continue
      }
      if task.range.count > 4096 { try context.check() }
      add(points.halves(of: task, rule, threads: 1), to: task.node)
    }
  }

  private mutating func add(_ halves: (left: Task, right: Task), to node: Int) {
    var (left, right) = halves
    (left.node, right.node) = (places.upperBound, places.upperBound + 1)
    places = places.lowerBound..<places.upperBound + 2
    nodes[node].left = UInt32(left.node)
    (nodes + left.node).initialize(to: PCATree.Node(of: left))
    (nodes + right.node).initialize(to: PCATree.Node(of: right))
    pending.append(right)
    pending.append(left)
  }
}

extension PCATreeGrowth.Points {
  /// Fills in the summaries of nodes in some places, from the leaves up.
  func summarise(_ nodes: UnsafeMutablePointer<PCATree.Node>, at places: Range<Int>, idRanks: [UInt32]) {
    for place in places.reversed() {
      let node = nodes[place]
      if node.left > 0 {
        let (left, right) = (nodes[Int(node.left)], nodes[Int(node.left) + 1])
        nodes[place].summary = left.summary.joined(with: right.summary, origin: node.origin)
      } else {
        nodes[place].summary = PCATree.Summary(
          of: buffer[node.range], origin: node.origin, idRanks: idRanks)
      }
    }
  }

  /// Divides a node; the places of its halves are not known yet.
  @inline(never)
  func halves(
    of task: PCATreeGrowth.Task, _ rule: SplitRule, threads: Int
  ) -> (left: PCATreeGrowth.Task, right: PCATreeGrowth.Task) {
    let (middle, moments) = divide(task.range, task.moments, rule, threads: threads)
    let left = PCATreeGrowth.Task(
      node: 0, range: task.range.lowerBound..<middle, moments: moments, origin: task.origin)
    let right = PCATreeGrowth.Task(
      node: 0, range: middle..<task.range.upperBound, moments: task.moments - moments, origin: task.origin)
    return (left, right)
  }

  /// Arranges the points of a node too small to be stored as dividing it to the end would. It calls itself
  /// less often than the node has points.
  fileprivate func arrangeLeaf(_ range: Range<Int>, _ moments: Moments, _ rule: SplitRule) {
    let first = buffer[range.lowerBound]
    guard range.dropFirst().contains(where: { buffer[$0].x != first.x || buffer[$0].y != first.y }) else {
      return arrangeStack(range)
    }
    let (middle, left) = divide(range, moments, rule, threads: 1)
    arrangeLeaf(range.lowerBound..<middle, left, rule)
    arrangeLeaf(middle..<range.upperBound, moments - left, rule)
  }

  /// Puts coincident points in canonical order.
  fileprivate func arrangeStack(_ range: Range<Int>) {
    if range.count > 1 { buffer[range].sort { $0.index < $1.index } }
  }

  /// Puts points left of their dividing line before the others.
  ///
  /// - Returns: where the right side begins, and the sums over the left.
  @inline(__always)
  private func divide(
    _ range: Range<Int>, _ moments: Moments, _ rule: SplitRule, threads: Int
  ) -> (middle: Int, left: Moments) {
    var line = SplitLine(through: buffer[range], moments, rule)
    let sides = threads > 1 ? separate(range, by: line, threads: threads) : separate(range, by: line)
    if range.dropFirst().contains(sides.middle) { return sides }
    line.moveToMedian(of: buffer[range])
    return separate(range, by: line, threads: 1)
  }

  /// Puts points left of a line before the others, on some threads.
  @inline(never)
  private func separate(
    _ range: Range<Int>, by line: SplitLine, threads: Int
  ) -> (middle: Int, left: Moments) {
    let ends = (0...threads).map { range.lowerBound + range.count * $0 / threads }
    let parts = zip(ends, ends.dropFirst()).map { $0..<$1 }
    let sides = Parallel.map(parts, threads: threads) { separate($0, by: line) }
    // The left points of a part and those of the parts before it meet.
    var middle = range.lowerBound
    for (part, side) in zip(parts, sides) {
      let (rights, lefts) = (part.lowerBound - middle, side.middle - part.lowerBound)
      let count = min(rights, lefts)
      for i in 0..<count { buffer.swapAt(middle + i, side.middle - count + i) }
      middle += lefts
    }
    return (middle, sides.reduce(Moments()) { $0 + $1.left })
  }

  /// Puts points left of a line before the others.
  ///
  /// - Returns: where the right side begins, and the sums over the left.
  @inline(__always)
  private func separate(_ range: Range<Int>, by line: SplitLine) -> (middle: Int, left: Moments) {
    var left = Moments()
    var low = range.lowerBound
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      let count = min(64, range.upperBound &- start)
      var sides = line.sides(of: buffer.baseAddress.unsafelyUnwrapped + start, count: count)
      for offset in start..<start &+ count {
        // The side is as good as random: all points change places, so that nothing is foreseen wrongly.
        let isLeft = Int(truncatingIfNeeded: sides & 1)
        let point = exchange(offset, with: low)
        low &+= isLeft
        sides &>>= 1
        left.add(x: point.x, y: point.y, times: isLeft)
      }
    }
    return (low, left)
  }

  /// Exchanges two points in the pieces in which they are written: what was written a moment ago is read only
  /// like that without waiting for the cache.
  ///
  /// - Returns: the first of them.
  @inline(__always)
  private func exchange(_ offset: Int, with other: Int) -> TreePoint {
    let stride = MemoryLayout<TreePoint>.stride
    let points = UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped)
    let (a, b) = (points + offset &* stride, points + other &* stride)
    let (position, index) = (a.loadUnaligned(as: UInt64.self), a.load(fromByteOffset: 8, as: UInt32.self))
    a.storeBytes(of: b.loadUnaligned(as: UInt64.self), as: UInt64.self)
    a.storeBytes(of: b.load(fromByteOffset: 8, as: UInt32.self), toByteOffset: 8, as: UInt32.self)
    b.storeBytes(of: position, as: UInt64.self)
    b.storeBytes(of: index, toByteOffset: 8, as: UInt32.self)
    return TreePoint(
      x: UInt32(truncatingIfNeeded: position), y: UInt32(truncatingIfNeeded: position &>> 32), index: index)
  }
}

extension PCATree.Node {
  init(of task: PCATreeGrowth.Task) {
    self.init(range: task.range, origin: task.origin, squaredError: task.moments.squaredError)
  }
}
