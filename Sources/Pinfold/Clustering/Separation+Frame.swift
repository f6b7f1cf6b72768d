extension Separation {
  /// The number of pairs of a frame's markers that collide, but for hidden ones: in a frame made with this
  /// separation, those of different groups, and those with a point that never merges.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  /// - Complexity: O(*m* + *p*), where *m* is the number of markers and *p* that of pairs closer than about
  ///   two of the largest.
  public func collisions(in frame: Frame, context: RunContext = RunContext()) throws(ClusteringError) -> Int {
    var shown = ShownMarkers(frame, self)
    var pairs = 0
    for marker in 0..<frame.count where !frame.isHidden(marker) {
      if marker & 0xFF == 0 { try context.check() }
      shown.forEachCollision(of: marker) { _ in pairs += 1 }
      shown.insert(marker)
    }
    return pairs
  }

  /// The markers of a frame to hide, ascending, so that those that are left do not collide: each that
  /// collides with one that prevails over it and is not hidden itself.
  ///
  /// Selected points prevail over all others and are never hidden; then goes the highest priority of a
  /// marker's points, then the number of points, then the lowest id.
  ///
  /// - Complexity: O(*m* log *m* + *n*), where *m* is the number of markers, as no marker has more than a few
  ///   around it that do not collide with each other, and *n* that of the points.
  func losers(in frame: Frame, context: RunContext) throws(ClusteringError) -> [Int] {
    let standings = (0..<frame.count).map { Standing(of: $0, in: frame) }
    let order = standings.indices.sorted { standings[$1] < standings[$0] }
    var shown = ShownMarkers(frame, self)
    var losers: [Int] = []
    for (number, marker) in order.enumerated() {
      if number & 0xFF == 0 { try context.check() }
      var collides = false
      if !standings[marker].isSelected { shown.forEachCollision(of: marker) { _ in collides = true } }
      if collides { losers.append(marker) } else { shown.insert(marker) }
    }
    return losers.sorted()
  }
}

/// The rank of a marker when two of them collide.
private struct Standing: Comparable {
  let isSelected: Bool
  let priority: Double
  let count: Int
  let lowestRank: UInt32

  init(of marker: Int, in frame: Frame) {
    let points = frame.points
    isSelected = frame.isSelected(marker)
    count = frame.pointCount(of: marker)
    var (highest, lowest) = (-Double.infinity, UInt32.max)
    frame.forEachMember(of: marker) { point in
      if points.hasPriorities { highest = max(highest, points.priority(point)) }
      lowest = min(lowest, points.idRank(point))
    }
    (priority, lowestRank) = (highest, lowest)
  }

  static func < (one: Standing, other: Standing) -> Bool {
    if one.isSelected != other.isSelected { return other.isSelected }
    return (one.priority, one.count, other.lowestRank) < (other.priority, other.count, one.lowestRank)
  }
}

/// Markers in a grid that finds collisions.
private struct ShownMarkers {
  private let positions: [WorldPoint]
  private let room: CollisionGeometry
  private let extents: [CollisionGeometry.Extents]
  private let cells: CollisionCells
  private var grid: CellGrid

  init(_ frame: Frame, _ separation: Separation) {
    let room = CollisionGeometry(separation, in: frame.view)
    let counts = (0..<frame.count).map(frame.pointCount)
    positions = frame.positions
    self.room = room
    extents = counts.map { room.extents(count: $0) }
    cells = room.cells(reaching: room.reach(upTo: counts.max() ?? 1))
    grid = CellGrid(capacity: frame.count, around: cells.around)
  }

  /// Calls `body` with each marker entered that a marker collides with.
  func forEachCollision(of marker: Int, _ body: (Int) -> Void) {
    let position = positions[marker]
    grid.forEach(near: cells.cell(of: position)) { other in
      if room.depth(position, extents[marker], positions[other], extents[other]) > 0 { body(other) }
    }
  }

  mutating func insert(_ marker: Int) { grid.insert(marker, in: cells.cell(of: positions[marker])) }
}
