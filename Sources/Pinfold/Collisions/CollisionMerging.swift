/// Markers of one group, numbered from 0, as ``CollisionMerging`` sees them.
protocol MergingMarkers {
  /// The number of markers at the start.
  var count: Int { get }

  /// Where a marker stands.
  func position(of marker: Int) -> WorldPoint

  /// The number of points that a marker stands for.
  func memberCount(of marker: Int) -> Int

  /// The lowest rank of the ids of those points.
  mutating func lowestRank(of marker: Int) -> UInt32

  /// Gives a marker the points of another, which is gone then.
  mutating func join(_ other: Int, to marker: Int)

  /// Computes the position of a marker that has absorbed others.
  mutating func place(_ marker: Int) throws(ClusteringError)
}

/// Merges markers until none of them collide, the two that lie deepest in one another first.
///
/// Of equal depths the pair with the lowest id goes first, then the one whose other marker has the lowest id.
/// Before that, markers that share a snap cell, a small square of the world, become one at once: all points
/// of a city on one screen would be millions of pairs.
///
/// - Complexity: O(*m* (*q* + log *m*)), where *m* is the number of markers and *q* that of markers around
///   one. Snap cells bound *q* by the square of the ratio of the largest marker to the smallest, whatever the
///   points.
struct CollisionMerging<Markers: MergingMarkers> {
  /// The markers; of those merged, the one with the lowest number is left.
  private(set) var markers: Markers

  private let room: CollisionGeometry
  private let cells: CollisionCells
  private var grid: CellGrid
  private var extents: [CollisionGeometry.Extents] = []
  // How often each marker has changed; `gone` for one that was given to another.
  private var changes: [UInt32]
  private var open = BinaryHeap<Collision>()

  private static var gone: UInt32 { .max }

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

  init(_ markers: Markers, room: CollisionGeometry) {
    self.markers = markers
    self.room = room
    let total = (0..<markers.count).reduce(0) { $0 + markers.memberCount(of: $1) }
    cells = room.cells(upTo: total)
    grid = CellGrid(capacity: markers.count, around: cells.around)
    changes = [UInt32](repeating: 0, count: markers.count)
  }

  /// Whether the marker still exists (was not merged into another).
  func isLeft(_ marker: Int) -> Bool { changes[marker] != Self.gone }

  /// Whether nothing was merged.
  private(set) var isUnchanged = true

  /// Merges.
  mutating func run(_ context: RunContext) throws(ClusteringError) {
    try mergeSnapCells(context)
    for marker in 0..<markers.count {
      extents.append(room.extents(count: markers.memberCount(of: marker)))
      if isLeft(marker) { enter(marker) }
      if marker & 0xFFF == 0 { try context.check() }
    }
    var steps = 0
    while let collision = open.popMax() {
      if steps & 0xFFF == 0 { try context.check() }
      steps += 1
      let (a, b) = (Int(collision.pair.0), Int(collision.pair.1))
      // Pairs of markers that have changed since are passed over.
      guard collision.changes == (changes[a], changes[b]) else { continue }
      let (marker, other) = (min(a, b), max(a, b))
      grid.remove(marker)
      grid.remove(other)
      join(other, to: marker)
      try markers.place(marker)
      extents[marker] = room.extents(count: markers.memberCount(of: marker))
      enter(marker)
    }
  }

  /// Finds what a marker collides with, and puts it in its cell.
  private mutating func enter(_ marker: Int) {
    let position = markers.position(of: marker)
    let cell = cells.cell(of: position)
    var found: [(other: Int, depth: Double)] = []
    grid.forEach(near: cell) { other in
      let depth = room.depth(position, extents[marker], markers.position(of: other), extents[other])
      if depth > 0 { found.append((other, depth)) }
    }
    for (other, depth) in found {
      let (a, b) = (markers.lowestRank(of: marker), markers.lowestRank(of: other))
      open.push(
        Collision(
          depth: depth, ranks: (min(a, b), max(a, b)), pair: (Int32(marker), Int32(other)),
          changes: (changes[marker], changes[other])))
    }
    grid.insert(marker, in: cell)
  }

  private mutating func join(_ other: Int, to marker: Int) {
    markers.join(other, to: marker)
    changes[marker] += 1
    changes[other] = Self.gone
    isUnchanged = false
  }

  private mutating func mergeSnapCells(_ context: RunContext) throws(ClusteringError) {
    let side = room.snapCellSide
    var snapCells = CellGrid(capacity: markers.count, around: nil)
    for marker in 0..<markers.count {
      if marker & 0xFFF == 0 { try context.check() }
      let position = markers.position(of: marker)
      let snapCellSide = CellGrid.Cell(column: Int(position.x / side), row: Int(position.y / side))
      if let first = snapCells.first(in: snapCellSide) {
        join(marker, to: first)
      } else {
        snapCells.insert(marker, in: snapCellSide)
      }
    }
    for marker in 0..<markers.count where isLeft(marker) && changes[marker] > 0 { try markers.place(marker) }
  }
}
