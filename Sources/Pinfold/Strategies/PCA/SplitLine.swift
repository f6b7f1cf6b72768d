/// A position with the point it belongs to, as trees sort them.
struct TreePoint {
  /// Without the wrap: east of the section's cut, or of any other origin west of all points to be divided.
  var x: UInt32
  var y: UInt32

  /// The canonical index.
  var index: UInt32
}

/// The line that divides a tree's node: across an axis, through a mean of the node's points or, where that
/// would leave a side empty, beside the median.
struct SplitLine {
  private let moments: Moments
  private let axis: SplitAxis
  private var pivot: (projection: Double, index: UInt32) = (0, 0)

  /// The line for points that are not all coincident. A point exactly on it lies to the right.
  ///
  /// - Parameters:
  ///   - moments: the sums over the points.
  ///   - rule: chooses the axis and the mean.
  init(dividing points: some BidirectionalCollection<TreePoint>, _ moments: Moments, _ rule: SplitRule) {
    self.moments = moments
    axis = rule.axis(moments)
    if rule.gamma != 1 {
      let mean = moments.outlierDeviation(of: points, gamma: rule.gamma)
      pivot.projection = mean.x * axis.x + mean.y * axis.y
    }
    // Rounding may leave a side empty. Most often the ends show that it did not.
    guard let first = points.first, let last = points.last, isLeft(first) == isLeft(last) else { return }
    let side = isLeft(first)
    if points.allSatisfy({ isLeft($0) == side }) { moveToMedian(of: points) }
  }

  /// Whether a point lies on the left side.
  @inline(__always)
  func isLeft(_ point: TreePoint) -> Bool { (projection(of: point), point.index) < pivot }

  @inline(__always)
  private func projection(of point: TreePoint) -> Double {
    let (x, y) = moments.deviation(x: point.x, y: point.y)
    return Double(x) * axis.x + Double(y) * axis.y
  }

  /// Moves the line beside the median along the same axis, ties by canonical index, where it leaves no side
  /// empty and divides no stack.
  private mutating func moveToMedian(of points: some Collection<TreePoint>) {
    let sorted = points.map { (projection: projection(of: $0), point: $0) }
      .sorted { ($0.projection, $0.point.index) < ($1.projection, $1.point.index) }
    // Points of a stack project alike and have indices in a row, so they are neighbours here.
    func divides(_ index: Int) -> Bool {
      let (a, b) = (sorted[index - 1].point, sorted[index].point)
      return a.x != b.x || a.y != b.y
    }
    let middle = sorted.count / 2
    guard
      let index = (1...middle).last(where: divides) ?? (middle + 1..<sorted.count).first(where: divides)
    else { return }
    pivot = (sorted[index].projection, sorted[index].point.index)
  }
}
