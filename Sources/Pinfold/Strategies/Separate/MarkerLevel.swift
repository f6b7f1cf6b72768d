import Synchronization

/// The number of points that a marker stands for, less than 2³¹, and the lowest rank of their ids.
struct MarkerSize: BitwiseCopyable {
  var count: UInt32
  var lowestRank: UInt32
}

/// The markers of one group at one level while colliding ones merge.
///
/// Markers are numbered: first the initial ones, by their index in a list in Morton order, then the formed
/// ones. A marker never changes; a merged one is marked as gone, and another is formed.
struct MarkerLevel: BitwiseCopyable, Sendable {
  /// The two parts of a formed marker.
  struct Formed: BitwiseCopyable {
    var sum: PositionSum
    var parts: (UInt32, UInt32)

    /// The windings by which the second part lies east, as seen from the first.
    var windings: Int32

    var size: MarkerSize
  }

  private(set) var room: CollisionGeometry

  /// The markers that the level began with; columns go on for those that were formed.
  var items: RadiusList

  /// The nodes that they are, and the sizes by node.
  var clusters: MergedClusters
  let sizes: Column<MarkerSize>

  /// The distance within which initial markers may collide.
  private(set) var reach: CellReach

  /// By number, from the first that was formed.
  let formed: Column<Formed>
  let weighted: Column<WeightedSum>?
  private(set) var grid: MarkerGrid
  var owners: MarkerOwners
  let wraps: Bool
  let phase: UInt32

  /// The distance that markers extend from their locations: initial ones, and formed ones.
  private(set) var standingReach = 0.0
  var formedReach = 0.0

  private(set) var snapCellSide: UInt32 = 1

  /// The depths at which buckets of collisions end, descending.
  private let ends: Column<Double>
  private var bucketCount = 0

  /// The extents of markers that stand for few points, as most do.
  private let extentsOfFew: Column<CollisionGeometry.Extents>
  private let few: Int

  /// - Parameters:
  ///   - capacity: the most markers at the start of a level.
  ///   - nodes: the most nodes.
  ///   - numberLimit: the most markers at the start and formed.
  init(
    _ items: RadiusList, _ clusters: MergedClusters, capacity: Int, nodes: Int, numberLimit: Int,
    over points: PointSet, in scratch: Scratch
  ) {
    (self.items, self.clusters) = (items, clusters)
    room = CollisionGeometry(Separation(), atZoom: 0, unitsPerPoint: 1, projection: points.projection)
    wraps = points.projection.wraps
    phase = points.projection.gridPhase
    sizes = scratch.column(nodes)
    reach = CellReach(radius: 1, wraps: wraps)
    formed = scratch.column(numberLimit)
    weighted = clusters.weighted == nil ? nil : scratch.column(numberLimit)
    grid = MarkerGrid(capacity: numberLimit, slots: capacity, wraps: wraps, in: scratch)
    owners = MarkerOwners(capacity: numberLimit, in: scratch)
    ends = scratch.column(MarkerWorker.bucketLimit)
    few = min(1 << 10, capacity + 1)
    extentsOfFew = scratch.column(few)
  }

  /// - Parameter most: the number of points of the largest marker.
  mutating func begin(_ room: CollisionGeometry, most: Int, threads: Int) {
    self.room = room
    (bucketCount, formedReach) = (0, 0)
    standingReach = room.reach(upTo: most)
    snapCellSide = room.snapCellSide
    for count in 0..<few { extentsOfFew[count] = room.extents(count: count) }
    let distance = CollisionGeometry.whole(room.distance(standingReach, standingReach))
    // Half the world reaches all of it.
    reach = CellReach(radius: UInt32(min(distance, 1 << 31)), wraps: wraps)
    items.index(reach, threads: threads)
  }

  /// Makes ready to form markers.
  ///
  /// - Parameter count: about how many there will be.
  mutating func clear(count: Int) {
    grid.reset(side: UInt64(reach.radius), count: count)
    for marker in 0..<items.count { owners.clear(marker) }
  }

  /// Takes back that a marker was formed; the last one first.
  func undo(_ marker: Int) {
    let parts = formed[marker &- items.count].parts
    items.free[Int(parts.0)] = 1
    items.free[Int(parts.1)] = 1
    items.free[marker] = 0
    owners.remove(marker)
  }

  /// Returns whether one of two colliding markers is gone.
  func isGone(_ collision: Collision) -> Bool {
    owners.owner(of: Int(collision.pair.0)) == MarkerOwners.gone
      || owners.owner(of: Int(collision.pair.1)) == MarkerOwners.gone
  }

  @inline(__always)
  func size(of marker: Int) -> MarkerSize {
    marker < items.count ? sizes[Int(items.nodes[marker])] : formed[marker &- items.count].size
  }

  @inline(__always)
  func extents(of marker: Int) -> CollisionGeometry.Extents { extents(count: size(of: marker).count) }

  @inline(__always)
  func extents(count: UInt32) -> CollisionGeometry.Extents {
    count < few ? extentsOfFew[Int(count)] : room.extents(count: Int(count))
  }

  /// The bucket of a collision; the deepest are in the first.
  @inline(__always)
  func bucket(of depth: Double) -> Int { (0..<bucketCount).partitioningIndex { depth > ends[$0] } }

  mutating func setEnds(_ depths: [Double]) {
    for (bucket, depth) in depths.enumerated() { ends[bucket] = depth }
    bucketCount = depths.count
  }
}

// MARK: - Forming

extension MarkerLevel {
  /// Forms a marker from two, which are then gone.
  func form(_ number: Int, of one: Int, _ two: Int) {
    // If both ways around the globe have the same length, the marker farther east decides.
    let (a, b) = items.positions[one].x > items.positions[two].x ? (one, two) : (two, one)
    let (meanOfA, meanOfB) = (mean(of: a), mean(of: b))
    let windings = wraps ? PositionSum.windings(from: meanOfB.x, to: meanOfA.x) : 0
    let sum = sum(of: a) + sum(of: b).wound(by: windings)
    let (sizeOfA, sizeOfB) = (size(of: a), size(of: b))
    var mean = sum.mean
    if let weighted {
      let weight = weight(of: a, weighted) + weight(of: b, weighted).wound(by: windings)
      weighted[number &- items.count] = weight
      mean = weight.mean ?? mean
    }
    formed[number &- items.count] = Formed(
      sum: sum, parts: (UInt32(truncatingIfNeeded: a), UInt32(truncatingIfNeeded: b)),
      windings: Int32(truncatingIfNeeded: windings),
      size: MarkerSize(
        count: min(sizeOfA.count &+ sizeOfB.count, UInt32(Int32.max)),
        lowestRank: min(sizeOfA.lowestRank, sizeOfB.lowestRank)))
    items.positions[number] = WorldPoint(
      x: UInt32(truncatingIfNeeded: mean.x) &+ phase, y: UInt32(truncatingIfNeeded: mean.y))
    items.free[number] = 1
    items.free[one] = 0
    items.free[two] = 0
  }

  @inline(__always)
  private func sum(of marker: Int) -> PositionSum {
    marker < items.count
      ? clusters.positions(of: items.nodes[marker], at: items.positions[marker])
      : formed[marker &- items.count].sum
  }

  private func weight(of marker: Int, _ weighted: Column<WeightedSum>) -> WeightedSum {
    if marker >= items.count { return weighted[marker &- items.count] }
    return clusters.weighted?[Int(items.nodes[marker])] ?? WeightedSum()
  }

  /// x unwrapped.
  @inline(__always)
  private func mean(of marker: Int) -> (x: Int64, y: Int64) {
    if let weighted, let mean = weight(of: marker, weighted).mean { return mean }
    return sum(of: marker).mean
  }
}

// MARK: - Owners

/// The gone markers of a level, and for each other marker the component of a bucket that owns it. Threads
/// claim markers for components.
struct MarkerOwners: BitwiseCopyable, Sendable {
  /// By marker: the bucket in the upper half, the component in the lower.
  private let words: AtomicColumn<UInt64>

  /// Counted from 1 on; markers of the buckets before have no owner.
  private var bucket: UInt64 = 0

  init(capacity: Int, in scratch: Scratch) { words = scratch.atomics(capacity) }

  mutating func beginBucket() { bucket += 1 }

  /// The owner of a marker that was merged before this bucket, or never came to be.
  static var gone: Int { Int(truncatingIfNeeded: 0xFFFF_FFFF as UInt64) }

  /// The component that owns a marker, or ``gone``; nil without an owner.
  @inline(__always)
  func owner(of marker: Int) -> Int? {
    let word = words[marker].load(ordering: .relaxed)
    return word &>> 32 == bucket || word == .max ? Int(truncatingIfNeeded: word & 0xFFFF_FFFF) : nil
  }

  @inline(__always)
  func clear(_ marker: Int) { words[marker].store(0, ordering: .relaxed) }

  @inline(__always)
  func remove(_ marker: Int) { words[marker].store(.max, ordering: .relaxed) }

  @inline(__always)
  func set(_ marker: Int, to component: Int) {
    words[marker].store(bucket &<< 32 | UInt64(component), ordering: .relaxed)
  }

  /// Assigns a marker to a component. Returns false if the marker has an owner, possibly set by another
  /// thread in the meantime.
  @inline(__always)
  func claim(_ marker: Int, for component: Int) -> Bool {
    let word = words[marker].load(ordering: .relaxed)
    if word &>> 32 == bucket { return false }
    return words[marker].compareExchange(
      expected: word, desired: bucket &<< 32 | UInt64(component), ordering: .relaxed
    ).exchanged
  }
}
