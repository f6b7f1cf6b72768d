/// A position with the point it belongs to, as trees sort them.
struct TreePoint: BitwiseCopyable {
  /// Without the wrap: east of the section's cut, or of any other origin west of all points to be divided.
  var x: UInt32
  var y: UInt32

  /// The canonical index.
  var index: UInt32
}

/// The line that divides a tree's node: across an axis, through a mean of the node's points or, if that would
/// leave a side empty, next to the median.
struct SplitLine {
  private let moments: Moments
  private let axis: SplitAxis
  private var pivot: (projection: Double, index: UInt32) = (0, 0)

  /// Projections by plain arithmetic: a position's product with `step`, less `start`. Farther than `slack`
  /// from 0, their sign is that of the projections that decide: a 4096th of a fixed-point unit, 2⁵ times what
  /// the roundings of both come to.
  private var (step, start, slack) = (SplitAxis(x: 0, y: 0), 0.0, 0.0)

  /// The line for points that are not all coincident. A point exactly on it lies to the right.
  init(dividing points: some Collection<TreePoint>, _ moments: Moments, _ rule: SplitRule) {
    self.init(through: points, moments, rule)
    let count = points.count(where: isLeft)
    if count == 0 || count == points.count { moveToMedian(of: points) }
  }

  /// The line through a mean, of which rounding may leave a side empty; see ``moveToMedian(of:)``.
  @inline(__always)
  init(through points: some Collection<TreePoint>, _ moments: Moments, _ rule: SplitRule) {
    self.moments = moments
    axis = rule.axis(moments)
    if rule.gamma != 1 {
      let mean = moments.outlierDeviation(of: points, gamma: rule.gamma)
      pivot.projection = mean.x * axis.x + mean.y * axis.y
    }
    place()
  }

  /// Which of up to 64 points lie on the left side, the first one in the lowest bit: by plain arithmetic, and
  /// by the projection that decides where one of them is near the line.
  @inline(__always)
  func sides(of points: Column<TreePoint>) -> UInt64 {
    var (sides, near) = (0 as UInt64, 0 as UInt64)
    for i in 0..<points.count {
      let distance = distance(of: points[i])
      sides |= (distance.bitPattern &>> 63) &<< UInt64(truncatingIfNeeded: i)
      near |= distance.magnitude > slack ? 0 : 1
    }
    return near == 0 ? sides : exactSides(of: points)
  }

  @inline(never)
  private func exactSides(of points: Column<TreePoint>) -> UInt64 {
    (0..<points.count).reduce(0) { isLeft(points[$1]) ? $0 | 1 << UInt64($1) : $0 }
  }

  /// About the distance of a point from the line, in units of `step`; positive on the right.
  @inline(__always)
  private func distance(of point: TreePoint) -> Double {
    Double(point.x) * step.x + Double(point.y) * step.y - start
  }

  /// Whether a point lies on the left side.
  func isLeft(_ point: TreePoint) -> Bool { (projection(of: point), point.index) < pivot }

  @inline(__always)
  private func projection(of point: TreePoint) -> Double {
    let (x, y) = moments.deviation(x: point.x, y: point.y)
    return Double(x) * axis.x + Double(y) * axis.y
  }

  /// Places the line at the pivot.
  @inline(__always)
  private mutating func place() {
    let count = Double(moments.count)
    step = SplitAxis(x: axis.x * count, y: axis.y * count)
    start = Double(moments.x) * axis.x + Double(moments.y) * axis.y + pivot.projection
    slack = (abs(step.x) + abs(step.y)) * 0x1p-12
  }

  /// Moves the line next to the median along the same axis, ties by canonical index, where it leaves no side
  /// empty and divides no stack.
  mutating func moveToMedian(of points: some Collection<TreePoint>) {
    let sorted = points.map { (projection: projection(of: $0), point: $0) }
      .sorted { ($0.projection, $0.point.index) < ($1.projection, $1.point.index) }
    // Points of a stack project alike and have indices in a row, so they are neighbors here.
    func divides(_ index: Int) -> Bool {
      let (a, b) = (sorted[index - 1].point, sorted[index].point)
      return a.x != b.x || a.y != b.y
    }
    let middle = sorted.count / 2
    guard
      let index = (1...middle).last(where: divides) ?? (middle + 1..<sorted.count).first(where: divides)
    else { return }
    pivot = (sorted[index].projection, sorted[index].point.index)
    place()
  }
}

extension Moments {
  init(of points: some Sequence<TreePoint>) {
    for point in points { add(x: point.x, y: point.y) }
  }

  /// The distance of the mean that outliers weigh on from the plain mean, times ``count``; see
  /// ``SplitRule/gamma``.
  ///
  /// Points nearer to the mean than one fixed-point unit weigh as if they were one away, so no weight is
  /// infinite. Weights are rounded to whole 2⁻¹⁶, and their sums are exact, so no order of the points makes a
  /// difference; nor does the last digit in which one system's power function may differ from another's.
  ///
  /// - Parameters:
  ///   - points: the points of these sums, not all coincident.
  ///   - gamma: at least 0: no point then pulls harder than the farthest, and sums stay below 2¹¹².
  @inline(never)  // Rarely called: kept out of the division of nodes.
  func outlierDeviation(of points: some Sequence<TreePoint>, gamma: Double) -> (x: Double, y: Double) {
    let unit = Double(count)
    func distance(_ x: Int64, _ y: Int64) -> Double {
      max(unit, (Double(x) * Double(x) + Double(y) * Double(y)).squareRoot())
    }
    var farthest = unit
    for point in points {
      let (x, y) = deviation(x: point.x, y: point.y)
      farthest = max(farthest, distance(x, y))
    }
    var (total, east, south) = (Int128(0), Int128(0), Int128(0))
    for point in points {
      let (x, y) = deviation(x: point.x, y: point.y)
      let weight = Int128((Double.pow(distance(x, y) / farthest, gamma - 1) * 0x1p16).rounded())
      total += weight
      east += weight * Int128(x)
      south += weight * Int128(y)
    }
    // The farthest point alone weighs 2¹⁶.
    return (Double(nearest: east) / Double(nearest: total), Double(nearest: south) / Double(nearest: total))
  }
}
