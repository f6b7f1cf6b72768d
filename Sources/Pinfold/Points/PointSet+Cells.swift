extension PointSet {
  /// Calls `body` for each section, mergeable or not, with its Morton cells.
  func forEachSection<Failure: Error>(
    mergeable: Bool, _ body: (PointSection, MortonCells) throws(Failure) -> Void
  ) throws(Failure) {
    for section in sections where section.mergeable == mergeable {
      try withCells(of: section.range) { (cells) throws(Failure) in try body(section, cells) }
    }
  }

  @inline(__always)
  func withCells<Result, Failure: Error>(
    of range: Range<Int>, _ body: (MortonCells) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try base.keys.withColumn { (keys) throws(Failure) in
      try body(MortonCells(keys: keys, edits: delta?.keys, section: range))
    }
  }

  /// Ranges that together are the points in a rectangle, ascending, for each section, mergeable or not.
  func ranges(in rect: WorldRect, mergeable: Bool = true) -> [[Range<Int>]] {
    let window = MortonWindow(rect, phase: projection.gridPhase)
    return sections.filter { $0.mergeable == mergeable }.map { section in
      var ranges: [Range<Int>] = []
      withCells(of: section.range) { cells in cells.forEachRange(in: window) { ranges.append($0) } }
      return ranges
    }
  }

  /// The points of a section inside a rectangle, by canonical index, ascending.
  ///
  /// - Complexity: O(*k* + *e* log *n*), where *k* is the number of points found, and *e* that of Morton
  ///   cells cut by the rectangle's edges.
  public func indices(in rect: WorldRect, of section: PointSection) -> [UInt32] {
    let window = MortonWindow(rect, phase: projection.gridPhase)
    var found: [UInt32] = []
    withCells(of: section.range) { cells in
      cells.forEachRange(in: window) { range in
        found.append(contentsOf: UInt32(range.lowerBound)..<UInt32(range.upperBound))
      }
    }
    return found
  }

  /// The points in view that never merge, in canonical order.
  func nonMergeablePoints(in view: ProjectedView) -> [Int] {
    ranges(in: view.rect, mergeable: false).joined().joined()
      .filter { !view.isTurned || view.contains(position($0)) }
  }
}
