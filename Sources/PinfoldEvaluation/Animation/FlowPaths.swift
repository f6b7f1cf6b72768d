import Pinfold

/// The paths of the markers between two frames: one for each old and new cluster that share points.
struct FlowPaths {
  /// The paths, on the world, in screen points of the nearer view from its middle; each by the short way
  /// around.
  let segments: [Segment]

  /// The number of points that move along each path.
  let counts: [Int]

  /// - Complexity: O(number of entries).
  init(_ pair: FramePair) {
    let projection = pair.first.points.projection
    let view =
      pair.first.view.unitsPerPoint < pair.second.view.unitsPerPoint ? pair.first.view : pair.second.view
    let (center, unit) = (view.center, view.unitsPerPoint)
    segments = pair.table.cells.map { cell in
      let (old, new) = (pair.first.positions[cell.first], pair.second.positions[cell.second])
      // From the middle to the end, and from the end back to the start: no path runs around the world.
      let end = SIMD2(
        Double(projection.eastward(from: center, to: new)), Double(new.y) - Double(center.y))
      let back = SIMD2(Double(projection.eastward(from: new, to: old)), Double(old.y) - Double(new.y))
      return Segment(from: (end + back) / unit, to: end / unit)
    }
    counts = pair.table.cells.map(\.count)
  }
}
