public import Pinfold

/// What an app without an index does: on every view it looks at every point and puts those near the view into
/// square cells by division. The naive baseline of benches, and an oracle.
///
/// Cells lie from the world's north-west corner, so one column of the globe ends at ±180°.
///
/// - Complexity: no build; O(*n*) for a query.
public struct LinearScanStrategy: ClusteringStrategy {
  /// The side of a cell, in screen points.
  public var cellSize: Double

  /// Creates the strategy.
  public init(cellSize: Double = 60) { self.cellSize = cellSize }

  public var capabilities: Capabilities { [.panInvariant, .permutationInvariant] }

  public func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    LinearScanIndex(points: points, cellSize: cellSize)
  }
}

private struct LinearScanIndex: ClusterIndex {
  let points: PointSet
  let cellSize: Double

  var byteCount: Int { 0 }

  func grouping(in view: View, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    let side = UInt64(max(1, min(view.units(fromPoints: cellSize), WorldPoint.worldSize)))
    // All members of a cell with one in view are within a cell's side of the view.
    let near = view.rect.grown(by: side)
    let (x, y) = (points.x, points.y)
    var members: [[UInt32]] = []
    var areInView: [Bool] = []
    for section in points.sections where section.mergeable {
      var places: [UInt64: Int] = [:]
      for point in section.range where near.contains(x: x[point], y: y[point]) {
        let cell = (UInt64(x[point]) / side) << 32 | (UInt64(y[point]) / side)
        let place = places[cell] ?? members.count
        if place == members.count {
          places[cell] = place
          members.append([])
          areInView.append(false)
        }
        members[place].append(UInt32(point))
        if view.rect.contains(x: x[point], y: y[point]) { areInView[place] = true }
      }
    }
    var permutation: [UInt32] = []
    var ranges: [Range<Int>] = []
    for place in members.indices where areInView[place] {
      ranges.append(permutation.count..<permutation.count + members[place].count)
      permutation += members[place]
    }
    return Grouping(order: points.order(permutation, origin: 0), ranges: ranges)
  }
}

extension WorldRect {
  /// The rectangle with room added on every side, as far as the world goes.
  fileprivate func grown(by room: UInt64) -> WorldRect {
    let limit: UInt64 = 1 << 32
    let top = UInt64(north) - min(room, UInt64(north))
    let bottom = min(limit, UInt64(north) + height + room)
    let all = width + 2 * room >= limit
    return WorldRect(
      west: all ? 0 : west &- UInt32(room), width: all ? limit : width + 2 * room, north: UInt32(top),
      height: bottom - top)
  }
}
