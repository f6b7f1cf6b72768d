/// The markers where they stood before any was merged, to find those near a position.
///
/// Places are numbered in Morton order. A marker without neighbors costs one test of a bit mask.
///
/// - Complexity: O(*n*) to fill with markers that are numbered in Morton order; others are sorted first.
struct StandingMarkers {
  private let scratch = Scratch()
  private let keys: Column<UInt64>

  /// Moved by the grid phase.
  private let positions: Column<WorldPoint>

  private let markers: Column<UInt32>
  private var cells: CellIndex
  private let distance: UInt64
  private let reach: CellReach
  private let phase: UInt32

  /// - Parameter distance: how near markers may matter to each other, in fixed-point units.
  init(
    _ standing: some MergingMarkers, within distance: Double, _ projection: Projection, _ context: RunContext
  ) throws(ClusteringError) {
    let count = standing.count
    keys = scratch.column(count)
    positions = scratch.column(count)
    markers = scratch.column(count)
    cells = CellIndex(capacity: count, in: scratch)
    phase = projection.gridPhase
    self.distance = CollisionGeometry.whole(distance)
    // Half the world reaches all of it.
    reach = CellReach(radius: UInt32(min(self.distance, 1 << 31)), wraps: projection.wraps)
    var isSorted = true
    for marker in 0..<count {
      if marker & 0xFFFF == 0 { try context.check() }
      place(marker, at: marker, standing.position(of: marker))
      if marker > 0, keys[marker] < keys[marker - 1] { isSorted = false }
    }
    if !isSorted {
      let items = (0..<count).map { RadixSort.Item(key: keys[$0], index: markers[$0]) }
      let sorted = try RadixSort.sorted(items, context.check)
      for (number, item) in sorted.enumerated() {
        place(Int(item.index), at: number, standing.position(of: Int(item.index)))
      }
    }
    cells.fill(keys, sideBits: reach.sideBits, threads: context.threads)
  }

  private func place(_ marker: Int, at place: Int, _ position: WorldPoint) {
    let moved = WorldPoint(x: position.x &+ phase, y: position.y)
    keys[place] = Morton.key(x: moved.x, y: moved.y)
    positions[place] = moved
    markers[place] = UInt32(truncatingIfNeeded: marker)
  }

  @inline(__always)
  func marker(at place: Int) -> Int { Int(markers[place]) }

  /// The places that have others in reach of their cells; those left out have none.
  func crowdedPlaces() -> [Int] {
    var crowded: [Int] = []
    cells.forEachCell(of: 0..<cells.blockCount) { cell in
      if !cells.isAlone(in: cell, positions, reach) { crowded += cell.items }
    }
    return crowded
  }

  /// Calls `body` with each place before another that may be near it.
  @inline(__always)
  func forEachPlace(before place: Int, near block: inout Int, _ body: (Int) -> Void) {
    let position = positions[place]
    cells.forEachRun(around: position, keys[place], reach, near: &block) { start, end in
      for other in start..<max(start, min(end, place)) where isNear(other, position, distance) {
        body(other)
      }
    }
  }

  /// Calls `body` with each place that may be near a position.
  ///
  /// - Parameter distance: in fixed-point units, at most twice that of all.
  @inline(__always)
  func forEachPlace(
    around position: WorldPoint, within distance: Double, near block: inout Int, _ body: (Int) -> Void
  ) {
    let moved = WorldPoint(x: position.x &+ phase, y: position.y)
    let distance = CollisionGeometry.whole(distance)
    cells.forEachRun(
      around: moved, within: UInt32(min(distance, 1 << 31)), wraps: reach.wraps, near: &block
    ) { start, end in
      for other in start..<end where isNear(other, moved, distance) { body(other) }
    }
  }

  @inline(__always)
  private func isNear(_ place: Int, _ position: WorldPoint, _ distance: UInt64) -> Bool {
    let (east, south) = positions[place].offsets(from: position, wraps: reach.wraps)
    return UInt64(max(east, south)) <= distance
  }
}
