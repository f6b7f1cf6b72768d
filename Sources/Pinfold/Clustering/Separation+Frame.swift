extension Separation {
  /// The number of pairs of a frame's markers that collide: in a frame made with this separation, those of
  /// different groups, and those with a point that never merges.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` as the context asks.
  /// - Complexity: O(*m* + *p*), where *m* is the number of markers and *p* that of pairs closer than about
  ///   two of the largest.
  public func collisions(in frame: Frame, context: RunContext = RunContext()) throws(ClusteringError) -> Int {
    let room = CollisionGeometry(
      self, unitsPerPoint: frame.view.unitsPerPoint, wraps: frame.points.projection.wraps)
    let extents = (0..<frame.count).map { room.extents(count: frame.memberCount(of: $0)) }
    let cells = room.cells(upTo: (0..<frame.count).reduce(1) { max($0, frame.memberCount(of: $1)) })
    var grid = CellGrid(capacity: frame.count, around: cells.around)
    var pairs = 0
    for (marker, position) in frame.positions.enumerated() {
      if marker & 0xFF == 0 { try context.check() }
      let cell = cells.cell(of: position)
      grid.forEach(near: cell) { other in
        if room.depth(position, extents[marker], frame.positions[other], extents[other]) > 0 { pairs += 1 }
      }
      grid.insert(marker, in: cell)
    }
    return pairs
  }
}
