/// A node whose points lie side by side, to be divided.
struct PCAPart {
  /// Its summary is not known yet.
  var node: PCATree.Node
  let moments: Moments

  init(_ range: Range<Int>, _ moments: Moments, origin: UInt32) {
    node = PCATree.Node(range: range, origin: origin, squaredError: moments.squaredError)
    self.moments = moments
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

/// The points of all trees, arranged node by node.
///
/// Bound by arithmetic: a level is a pass over all points, with a projection, an exchange and five sums each.
extension Column<TreePoint> {
  /// Puts a section's points in canonical order, x east of where the circle is cut: a root to divide.
  func root(
    _ cut: PointOrder.Cut, from points: PointSet, at section: Range<Int>, _ context: RunContext
  ) throws(ClusteringError) -> PCAPart {
    let (xs, ys) = (points.x, points.y)
    let (west, shift) = (cut.west, cut.range.lowerBound - section.lowerBound)
    let parts = stride(from: section.lowerBound, to: section.upperBound, by: Parallel.stretch).map {
      $0..<min($0 + Parallel.stretch, section.upperBound)
    }
    let sums = try Parallel.map(parts, context) { [self] (part) throws(ClusteringError) in
      try context.check()
      var moments = Moments()
      for index in part {
        let point = TreePoint(x: xs[index] &- west, y: ys[index], index: UInt32(index))
        self[index + shift] = point
        moments.add(x: point.x, y: point.y)
      }
      return moments
    }
    return PCAPart(cut.range, sums.reduce(Moments(), +), origin: west)
  }

  /// Fills in the summaries of nodes in some places, from the leaves up.
  func summarize(_ nodes: Column<PCATree.Node>, at places: Range<Int>, idRanks: [UInt32]) {
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

  /// Divides a node.
  @inline(never)
  func halves(
    of whole: PCAPart, _ rule: SplitRule, threads: Int
  ) -> (left: PCAPart, right: PCAPart) {
    let (range, origin) = (whole.node.range, whole.node.origin)
    let (middle, left) = divide(range, whole.moments, rule, threads: threads)
    return (
      PCAPart(range.lowerBound..<middle, left, origin: origin),
      PCAPart(middle..<range.upperBound, whole.moments - left, origin: origin)
    )
  }

  /// Arranges the points of a node too small to be stored as dividing it to the end would. It calls itself
  /// less often than the node has points.
  func arrangeLeaf(_ range: Range<Int>, _ moments: Moments, _ rule: SplitRule) {
    let first = self[range.lowerBound]
    guard range.dropFirst().contains(where: { self[$0].x != first.x || self[$0].y != first.y }) else {
      return arrangeStack(range)
    }
    let (middle, left) = divide(range, moments, rule, threads: 1)
    arrangeLeaf(range.lowerBound..<middle, left, rule)
    arrangeLeaf(middle..<range.upperBound, moments - left, rule)
  }

  /// Puts coincident points in canonical order.
  func arrangeStack(_ range: Range<Int>) {
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

  /// Does so on some threads.
  @inline(never)
  private func separate(
    _ range: Range<Int>, by line: SplitLine, threads: Int
  ) -> (middle: Int, left: Moments) {
    let parts = Parallel.shares(of: range, threads: threads)
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

  /// Exchanges two points, and returns the first of them.
  @inline(__always)
  private func exchange(_ offset: Int, with other: Int) -> TreePoint {
    let point = self[offset]
    self[offset] = self[other]
    self[other] = point
    return point
  }
}
