/// Markers of one group, numbered from 0, as ``CollisionMerging`` sees them.
protocol MergingMarkers {
  /// The number of markers at the start.
  var count: Int { get }

  func position(of marker: Int) -> WorldPoint

  /// The number of points that a marker stands for.
  func memberCount(of marker: Int) -> Int

  /// The lowest rank of the ids of those points.
  mutating func lowestRank(of marker: Int) -> UInt32

  /// Adds the points of one marker to another; the first is then gone.
  mutating func join(_ other: Int, to marker: Int)

  /// Computes the position of a marker that has absorbed others.
  mutating func place(_ marker: Int) throws(ClusteringError)
}

/// Merges markers until none collide, the deepest overlap first.
///
/// Ties in depth go to the pair with the lowest id, then to the lowest id of the other marker. Before that,
/// markers that share a snap cell, a small square of the world, merge at once: all points of a city on one
/// screen would be millions of pairs.
///
/// - Complexity: O(*m* + *c* (*q* + log *c*)), where *m* is the number of markers, *c* that of those near
///   others and *q* that of markers around one. Snap cells bound *q* by the square of the ratio of the
///   largest marker to the smallest, whatever the points. Bound by the cache misses of merges, whose order
///   has no spatial locality.
struct CollisionMerging<Markers: MergingMarkers> {
  /// The markers; of those merged, the one with the lowest number is left.
  private(set) var markers: Markers

  private let room: CollisionGeometry
  private let extentsOfFew: [CollisionGeometry.Extents]

  /// Where markers stood at the start; those that have changed since are passed over.
  private let standing: StandingMarkers

  /// The greatest distance that markers extended from their locations at the start.
  private let standingReach: Double

  // Markers that have absorbed others, numbered as they first did, in cells for those that reach so far.
  private var changed: [Int32] = []
  private var cells: CollisionCells
  private var grid: CellGrid
  private var changedReach: Double

  /// The distance that a marker of all points extends.
  private let farthestReach: Double

  private var states: [State]
  private var open = Heap<Collision>()

  /// The state of a marker.
  private struct State: BitwiseCopyable {
    /// The number of its changes; `.max` after it merged into another.
    var changes: UInt32 = 0

    /// Its number in the grid.
    var thing: Int32 = -1
  }

  /// Two markers in one another; the greatest is merged first.
  private struct Collision: Comparable {
    let depth: Double
    let ranks: (low: UInt32, high: UInt32)
    let pair: (Int32, Int32)
    let changes: (UInt32, UInt32)

    static func == (a: Collision, b: Collision) -> Bool { a.depth == b.depth && a.ranks == b.ranks }

    static func < (a: Collision, b: Collision) -> Bool {
      a.depth != b.depth ? a.depth < b.depth : a.ranks > b.ranks
    }
  }

  init(
    _ markers: Markers, room: CollisionGeometry, _ projection: Projection, _ context: RunContext
  ) throws(ClusteringError) {
    self.markers = markers
    self.room = room
    extentsOfFew = (0..<32).map(room.extents)
    let (most, total) = (0..<markers.count).reduce(into: (most: 1, total: 0)) {
      let count = markers.memberCount(of: $1)
      $0 = (max($0.most, count), $0.total + count)
    }
    standingReach = room.reach(upTo: most)
    farthestReach = room.reach(upTo: total)
    // Not much less than any two may have between them, as markers that have grown look that far.
    let distance = max(
      room.distance(standingReach, standingReach), room.distance(farthestReach, farthestReach) / 4)
    standing = try StandingMarkers(markers, within: distance, projection, context)
    changedReach = standingReach
    cells = room.cells(reaching: changedReach)
    grid = CellGrid(capacity: 0, around: cells.around)
    states = [State](repeating: State(), count: markers.count)
  }

  /// Whether the marker still exists (was not merged into another).
  func isLeft(_ marker: Int) -> Bool { states[marker].changes != .max }

  func isUnchanged(_ marker: Int) -> Bool { states[marker].changes == 0 }

  /// Whether nothing was merged.
  private(set) var isUnchanged = true

  mutating func run(_ context: RunContext) throws(ClusteringError) {
    let crowded = standing.crowdedPlaces()
    try mergeSnapCells(crowded, context)
    for (step, place) in crowded.enumerated() {
      if step & 0xFFF == 0 { try context.check() }
      enter(place)
    }
    var steps = 0
    while let collision = open.popMax() {
      if steps & 0xFFF == 0 { try context.check() }
      steps += 1
      let (a, b) = (Int(collision.pair.0), Int(collision.pair.1))
      // Pairs of markers that have changed since are passed over.
      guard collision.changes == (states[a].changes, states[b].changes) else { continue }
      let (marker, other) = (min(a, b), max(a, b))
      leaveGrid(marker)
      leaveGrid(other)
      join(other, to: marker)
      try markers.place(marker)
      enterGrid(marker)
    }
  }

  /// Finds what the marker at a place collides with, of those at places before.
  private mutating func enter(_ place: Int) {
    let marker = standing.marker(at: place)
    guard isUnchanged(marker) else { return }
    let (position, extents) = (markers.position(of: marker), extents(of: marker))
    var (block, found) = (0, [(other: Int, depth: Double)]())
    standing.forEachPlace(before: place, near: &block) { place in
      let other = standing.marker(at: place)
      if isUnchanged(other), let depth = depth(position, extents, other) { found.append((other, depth)) }
    }
    for (other, depth) in found { push(marker, other, depth) }
  }

  /// Finds what a marker that has absorbed others collides with, and puts it in its cell.
  private mutating func enterGrid(_ marker: Int) {
    let (position, extents) = (markers.position(of: marker), extents(of: marker))
    let reach = room.reach(extents)
    if reach > changedReach { enlargeCells(for: reach, entering: marker) }
    let cell = cells.cell(of: position)
    var (block, found) = (0, [(other: Int, depth: Double)]())
    grid.forEach(near: cell) { thing in
      let other = Int(changed[thing])
      if let depth = depth(position, extents, other) { found.append((other, depth)) }
    }
    let distance = room.distance(reach, standingReach)
    standing.forEachPlace(around: position, within: distance, near: &block) { place in
      let other = standing.marker(at: place)
      if isUnchanged(other), let depth = depth(position, extents, other) { found.append((other, depth)) }
    }
    for (other, depth) in found { push(marker, other, depth) }
    if states[marker].thing < 0 {
      states[marker].thing = Int32(changed.count)
      changed.append(Int32(marker))
    }
    grid.insert(Int(states[marker].thing), in: cell)
  }

  /// Assigns changed markers to cells for larger ones. Reserves more than requested, so that it is rarely
  /// repeated.
  private mutating func enlargeCells(for reach: Double, entering entered: Int) {
    changedReach = max(reach, min(1.25 * reach, farthestReach))
    cells = room.cells(reaching: changedReach)
    var larger = CellGrid(capacity: changed.count, around: cells.around)
    for (thing, other) in changed.enumerated() where isLeft(Int(other)) && other != entered {
      larger.insert(thing, in: cells.cell(of: markers.position(of: Int(other))))
    }
    grid = larger
  }

  private mutating func leaveGrid(_ marker: Int) {
    if states[marker].thing >= 0 { grid.remove(Int(states[marker].thing)) }
  }

  private func extents(of marker: Int) -> CollisionGeometry.Extents {
    let count = markers.memberCount(of: marker)
    return count < extentsOfFew.count ? extentsOfFew[count] : room.extents(count: count)
  }

  /// The depth of a marker in another; nil where they do not collide.
  private func depth(
    _ position: WorldPoint, _ extents: CollisionGeometry.Extents, _ other: Int
  ) -> Double? {
    let depth = room.depth(position, extents, markers.position(of: other), self.extents(of: other))
    return depth > 0 ? depth : nil
  }

  private mutating func push(_ marker: Int, _ other: Int, _ depth: Double) {
    let (a, b) = (markers.lowestRank(of: marker), markers.lowestRank(of: other))
    open.push(
      Collision(
        depth: depth, ranks: (min(a, b), max(a, b)), pair: (Int32(marker), Int32(other)),
        changes: (states[marker].changes, states[other].changes)))
  }

  private mutating func join(_ other: Int, to marker: Int) {
    markers.join(other, to: marker)
    states[marker].changes += 1
    states[other].changes = .max
    isUnchanged = false
  }

  /// Joins markers that share a snap cell.
  ///
  /// - Parameter crowded: the places that have others near them.
  private mutating func mergeSnapCells(
    _ crowded: [Int], _ context: RunContext
  ) throws(ClusteringError) {
    let side = room.snapCellSide
    let crowded = crowded.map(standing.marker).sorted()
    var snapCells = CellGrid(capacity: crowded.count, around: nil)
    var grown: [Int] = []
    for (number, marker) in crowded.enumerated() {
      if number & 0xFFF == 0 { try context.check() }
      let position = markers.position(of: marker)
      let snapCell = CellGrid.Cell(column: Int(position.x / side), row: Int(position.y / side))
      if let first = snapCells.first(in: snapCell) {
        if isUnchanged(crowded[first]) { grown.append(crowded[first]) }
        join(marker, to: crowded[first])
      } else {
        snapCells.insert(number, in: snapCell)
      }
    }
    for marker in grown { try markers.place(marker) }
    for marker in grown { enterGrid(marker) }
  }
}
