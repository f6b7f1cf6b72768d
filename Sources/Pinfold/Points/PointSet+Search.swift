extension PointSet {
  /// The points of a section that lie in a rectangle, by canonical index, ascending.
  ///
  /// - Complexity: O(*k* + *e* log *n*), where *k* is the number of points found and *e* that of the dyadic cells that
  ///   the rectangle's edges cut.
  public func indices(in rect: WorldRect, of section: PointSection) -> [UInt32] {
    let window = DyadicWindow(rect, phase: projection.phase)
    var found: [UInt32] = []
    withCells(of: section.range) { cells in
      cells.forEachRange(in: window) { range in
        found.append(contentsOf: UInt32(range.lowerBound)..<UInt32(range.upperBound))
      }
    }
    return found
  }
}
