/// The markers where they stood before any was merged, to find those near a position.
///
/// Places are numbered in Morton order. A marker without neighbors costs one test of a bit mask.
///
/// - Complexity: O(*n*) to fill with markers that are numbered in Morton order; others are sorted first.
struct StandingMarkers {
  private let scratch = Scratch()

  /// By place, with the number of the marker as the node.
  private var list: RadiusList
  private let distance: UInt64
  private let reach: CellReach
  private let phase: UInt32

  /// - Parameter distance: how near markers may matter to each other, in fixed-point units.
  init(
    _ standing: some MergingMarkers, within distance: Double, _ projection: Projection, _ context: RunContext
  ) throws(ClusteringError) {
    phase = projection.gridPhase
    self.distance = CollisionGeometry.whole(distance)
    // Half the world reaches all of it.
    reach = CellReach(radius: UInt32(min(self.distance, 1 << 31)), wraps: projection.wraps)
    var items: [RadixSort.Item] = []
    items.reserveCapacity(standing.count)
    var isSorted = true
    for marker in 0..<standing.count {
      if marker & 0xFFFF == 0 { try context.check() }
      let position = standing.position(of: marker)
      let key = Morton.key(x: position.x &+ phase, y: position.y)
      if let last = items.last, key < last.key { isSorted = false }
      items.append(RadixSort.Item(key: key, index: UInt32(marker)))
    }
    if !isSorted { items = try RadixSort.sorted(items, context.check) }
    list = RadiusList(capacity: items.count, in: scratch, cells: scratch)
    list.list(items, threads: context.threads)
    list.index(reach, threads: context.threads)
  }

  @inline(__always)
  func marker(at place: Int) -> Int { Int(list.nodes[place]) }

  /// The places that have others in reach of their cells; those left out have none.
  func crowdedPlaces() -> [Int] {
    var crowded: [Int] = []
    list.cells.forEachCell(of: 0..<list.cells.blockCount) { cell in
      if !list.isIsolated(cell, reach) { crowded += cell.items }
    }
    return crowded
  }

  /// Calls `body` with each place before another that may be near it.
  @inline(__always)
  func forEachPlace(before place: Int, near block: inout Int, _ body: (Int) -> Void) {
    let position = list.positions[place]
    list.cells.forEachRun(around: position, list.keys[place], reach, near: &block) { start, end in
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
    list.cells.forEachRun(
      around: moved, within: UInt32(min(distance, 1 << 31)), wraps: reach.wraps, near: &block
    ) { start, end in
      for other in start..<end where isNear(other, moved, distance) { body(other) }
    }
  }

  @inline(__always)
  private func isNear(_ place: Int, _ position: WorldPoint, _ distance: UInt64) -> Bool {
    let (east, south) = list.positions[place].offsets(from: position, wraps: reach.wraps)
    return UInt64(max(east, south)) <= distance
  }
}
