/// The assignment step of *k*-means: which centre each point is nearest to, ties going to the centre of the
/// lowest number.
///
/// It goes down the Morton cells and drops the centres that are nearest to no position of a cell; where one
/// is left, the cell's points need not be looked at. All comparisons are of whole numbers, so the result is
/// that of comparing every point with every centre.
///
/// Source: T. Kanungo et al., "An efficient k-means clustering algorithm: analysis and implementation", TPAMI
/// 2002.
struct KMeansAssignment {
  private let space: KMeansSpace
  private let cells: MortonCells
  private let centers: [WorldPoint]
  // The centres that are left for the cell at hand, after those of the cells around it.
  private var left: [Int32]

  init(space: KMeansSpace, cells: MortonCells, centers: [WorldPoint]) {
    self.space = space
    self.cells = cells
    self.centers = centers
    left = Array(0..<Int32(centers.count))
  }

  /// Calls `body` with ranges of points, in canonical order, and the number of the centre that each is
  /// nearest to.
  ///
  /// The points of a range all lie on one side of the meridian opposite the centre.
  mutating func forEachRange(of points: Range<Int>, _ body: (Range<Int>, Int) -> Void) {
    visit(points, among: left.indices, body)
  }

  private mutating func visit(
    _ points: Range<Int>, among candidates: Range<Int>, _ body: (Range<Int>, Int) -> Void
  ) {
    let cell = Extent(cells.smallestCell(around: points))
    let best = nearest(to: cell.middle, among: candidates)
    let reach = span(of: cell, from: centers[Int(best)])
    let start = left.count
    for i in candidates where left[i] == best || !isNever(left[i], nearerThan: best, reach, in: cell) {
      left.append(left[i])
    }
    defer { left.removeLast(left.count - start) }
    if left.count == start + 1, reach != nil {
      body(points, Int(best))
    } else if points.count <= 8 {
      for index in points {
        body(index..<index + 1, Int(nearest(to: space.position(index), among: start..<left.count)))
      }
    } else {
      let survivors = start..<left.count
      cells.forEachQuarter(of: cells.smallestCell(around: points)) {
        visit($0.points, among: survivors, body)
      }
    }
  }

  private func nearest(to position: WorldPoint, among candidates: Range<Int>) -> Int32 {
    var best = left[candidates.lowerBound]
    var bestDistance = UInt128.max
    for i in candidates {
      let distance = space.squaredDistance(position, centers[Int(left[i])])
      if distance < bestDistance { (best, bestDistance) = (left[i], distance) }
    }
    return best
  }

  /// The first and last positions of a cell.
  private struct Extent {
    let west: UInt32
    let north: UInt32
    let last: UInt32

    init(_ cell: MortonCells.Cell) {
      west = Morton.x(cell.corner)
      north = Morton.y(cell.corner)
      last = UInt32(cell.side - 1)
    }

    var middle: WorldPoint { WorldPoint(x: west + last / 2, y: north + last / 2) }
  }

  /// Returns the distance of a cell's western edge east of a centre; nil where the meridian opposite the
  /// centre divides it.
  @inline(__always)
  private func span(of cell: Extent, from center: WorldPoint) -> Int64? {
    let west = space.eastward(cell.west, from: center.x)
    return space.eastward(cell.west + cell.last, from: center.x) == west + Int64(cell.last) ? west : nil
  }

  /// Whether every position of a cell goes to `best` rather than to another centre.
  @inline(__always)
  private func isNever(_ other: Int32, nearerThan best: Int32, _ reach: Int64?, in cell: Extent) -> Bool {
    let (center, bestCenter) = (centers[Int(other)], centers[Int(best)])
    guard let reach, let otherReach = span(of: cell, from: center) else { return false }
    // (p − other)² − (p − best)² is linear in p, so along each axis it is least at an end.
    func least(_ toOther: Int64, _ toBest: Int64) -> Int128 {
      let between = toOther - toBest
      let sum = toOther + toBest + (between < 0 ? 2 * Int64(cell.last) : 0)
      return Int128(between) * Int128(sum)
    }
    let difference =
      least(otherReach, reach)
      + least(Int64(cell.north) - Int64(center.y), Int64(cell.north) - Int64(bestCenter.y))
    return difference > 0 || difference == 0 && best < other
  }
}
