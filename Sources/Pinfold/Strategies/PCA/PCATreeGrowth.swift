/// Grows trees: divides nodes and arranges their points until nothing is left to divide.
///
/// Iterative, with a list of tasks, so the depth of a tree is not limited. Bound by arithmetic: a level is a
/// pass over all points, with a projection, an exchange and five sums each.
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

  /// The points of all trees, each node's in a stretch. Growths may share them if their tasks do not overlap.
  private let points: Column<TreePoint>
  private let nodes: Column<PCATree.Node>
  private let rule: SplitRule
  private var pending: [Task]

  /// Prepares to divide a node that is in its place.
  ///
  /// - Parameters:
  ///   - nodes: all nodes; growths may share them if their places do not overlap.
  ///   - place: where the halves go.
  init(
    dividing task: Task, of points: Column<TreePoint>, into nodes: Column<PCATree.Node>, at place: Int,
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
    nodes[left.node] = PCATree.Node(of: left)
    nodes[right.node] = PCATree.Node(of: right)
    pending.append(right)
    pending.append(left)
  }
}

extension Column<TreePoint> {
  /// Fills in the summaries of nodes in some places, from the leaves up.
  func summarise(_ nodes: Column<PCATree.Node>, at places: Range<Int>, idRanks: [UInt32]) {
    for place in places.reversed() {
      let node = nodes[place]
      if node.left > 0 {
        let (left, right) = (nodes[Int(node.left)], nodes[Int(node.left) + 1])
        nodes[place].summary = left.summary.joined(with: right.summary, origin: node.origin)
      } else {
        nodes[place].summary = PCATree.Summary(
          of: TreePoints(column: self, range: node.range), origin: node.origin, idRanks: idRanks)
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
    let first = self[range.lowerBound]
    guard range.dropFirst().contains(where: { self[$0].x != first.x || self[$0].y != first.y }) else {
      return arrangeStack(range)
    }
    let (middle, left) = divide(range, moments, rule, threads: 1)
    arrangeLeaf(range.lowerBound..<middle, left, rule)
    arrangeLeaf(middle..<range.upperBound, moments - left, rule)
  }

  /// Puts coincident points in canonical order.
  fileprivate func arrangeStack(_ range: Range<Int>) {
    if range.count > 1 { self[range].sort { $0.index < $1.index } }
  }

  /// Puts points left of their dividing line before the others.
  ///
  /// - Returns: where the right side begins, and the sums over the left.
  @inline(__always)
  private func divide(
    _ range: Range<Int>, _ moments: Moments, _ rule: SplitRule, threads: Int
  ) -> (middle: Int, left: Moments) {
    var line = SplitLine(through: TreePoints(column: self, range: range), moments, rule)
    let sides = threads > 1 ? separate(range, by: line, threads: threads) : separate(range, by: line)
    if range.dropFirst().contains(sides.middle) { return sides }
    line.moveToMedian(of: TreePoints(column: self, range: range))
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
      for i in 0..<count { _ = exchange(middle + i, with: side.middle - count + i) }
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
      var sides = line.sides(of: self[start..<start &+ count])
      for offset in start..<start &+ count {
        // The side is unpredictable: exchanging every point, also with itself, avoids a branch on it.
        let isLeft = Int(truncatingIfNeeded: sides & 1)
        let point = exchange(offset, with: low)
        low &+= isLeft
        sides &>>= 1
        left.add(x: point.x, y: point.y, times: isLeft)
      }
    }
    return (low, left)
  }

  /// Exchanges two points.
  ///
  /// - Returns: the first of them.
  @inline(__always)
  private func exchange(_ offset: Int, with other: Int) -> TreePoint {
    let point = self[offset]
    self[offset] = self[other]
    self[other] = point
    return point
  }
}

/// Some points of a column.
struct TreePoints: RandomAccessCollection, Sendable {
  let column: Column<TreePoint>
  let range: Range<Int>

  var startIndex: Int { range.lowerBound }
  var endIndex: Int { range.upperBound }
  subscript(index: Int) -> TreePoint { column[index] }
}

extension PCATree.Node {
  init(of task: PCATreeGrowth.Task) {
    self.init(range: task.range, origin: task.origin, squaredError: task.moments.squaredError)
  }
}
