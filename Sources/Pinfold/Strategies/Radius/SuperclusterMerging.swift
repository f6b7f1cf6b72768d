/// Merges the items of one group, zoom by zoom, as mapbox/supercluster does: in the order of the input, in
/// floating point, with longitudes as they are; see ``RadiusStrategy/Order/input``.
///
/// At each zoom every item that was not visited yet absorbs the unvisited ones within the radius. If they
/// have too few points together, they all stay as they are and count as visited at this zoom. A new cluster
/// absorbs nothing more at its zoom, even if other items are near its mean.
///
/// Items are found in space, where they are in Morton order: threads share the search for those that have
/// others near; only these are visited in turn. It is bound by cache misses, for the order of the input goes
/// back and forth in space.
///
/// Source: V. Agafonkin, "Clustering millions of points on a map with Supercluster", Mapbox, 2016. The
/// original keeps the positions that it searches as 32-bit floats; here they have all their bits. It lists
/// neighbours in the order of its tree; here they are in the order of the items.
struct SuperclusterMerging: ~Copyable {
  /// What an item is merged by: shares of the world, not reduced.
  private struct Item: BitwiseCopyable {
    var x: Double
    var y: Double

    /// The order of items, in the upper half; the lower half is 0 but for items that have followed another.
    var rank: UInt64
    var count: Int
  }

  private let projection: Projection
  private let minPoints: Int
  private let context: RunContext

  /// The first of the section's leaves, and of the clusters made of them, as nodes of the dendrogram.
  private let (firstLeaf, leafCount, firstCluster): (Int, Int, Int)

  // The section's leaves, then the clusters made of them. Lists refer to them by number.
  private let items: UnsafeMutablePointer<Item>

  /// What is left to merge, its clusters of the zoom at hand, and room for the next zoom's list.
  private var tier: RadiusTier
  private var formed: RadiusItems
  private var spare: RadiusItems

  /// Where an item is in the list and its index of cells, and its number.
  private struct Place: BitwiseCopyable {
    var index: UInt32
    var block: UInt32
    var item: UInt32

    static var none: Self { Self(index: .max, block: .max, item: .max) }
  }

  /// The place of each rank's item, where that has others near and was not visited yet.
  private let places: UnsafeMutablePointer<Place>
  private let isVisited: UnsafeMutablePointer<Bool>

  // Of the seed at hand: what is about as near as the radius, and what is to be absorbed.
  private var found = GrowingBuffer<UInt64>()
  private var neighbors: [(rank: UInt64, index: Int)] = []
  private let scratch = Scratch()

  /// How much farther than the radius to search: positions of lists are rounded, and longitudes that go
  /// around many times lose digits.
  private let slack: Double

  /// Starts with the points of a section, each of which is a leaf of its own.
  ///
  /// - Parameters:
  ///   - section: the points.
  ///   - leaves: the same points as leaves, in the same order.
  ///   - firstCluster: the node that the next merge will make.
  init(
    section: Range<Int>, of points: PointSet, leaves: Range<Int>, firstCluster: Int, minPoints: Int,
    context: RunContext
  ) {
    let count = section.count
    projection = points.projection
    (self.minPoints, self.context) = (minPoints, context)
    (firstLeaf, leafCount, self.firstCluster) = (leaves.lowerBound, count, firstCluster)
    items = scratch.allocate(2 * count)
    tier = RadiusTier(capacity: count, in: scratch)
    formed = RadiusItems(capacity: count / 2, in: scratch)
    spare = RadiusItems(capacity: count, in: scratch)
    places = scratch.allocate(count)
    isVisited = scratch.allocate(count)
    let (rows, keys, longitude, latitude) = (points.rows, points.keys, points.longitude, points.latitude)
    var farthest = 1.0
    for leaf in 0..<count {
      let point = section.lowerBound + leaf
      let (x, y) = projection.unreducedUnit(
        Coordinate(longitude: longitude[point], latitude: latitude[point]))
      items[leaf] = Item(x: x, y: y, rank: UInt64(rows[point]) << 32, count: 1)
      tier.items.set(leaf, key: keys[point], node: UInt32(truncatingIfNeeded: leaf))
      farthest = max(farthest, abs(x))
    }
    tier.items.count = count
    // From 2⁵² on a unit in the last place is all of the world.
    slack = 4 + 2 * min(farthest, 0x1p52).ulp * WorldPoint.worldSize
    rankAnew()
  }

  /// Visits every item once.
  ///
  /// - Parameters:
  ///   - radius: a share of the world's width.
  ///   - time: the time of the merges in the dendrogram.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout DendrogramBuilder
  ) throws(ClusteringError) {
    try context.check()
    let searched = radius * WorldPoint.worldSize + slack
    let reach = CellReach(radius: UInt32(min(searched, 0x1p31)), wraps: projection.wraps)
    let squared = searched < 0x1p32 ? UInt64(searched * searched) : .max
    tier.cells.fill(
      tier.items.keys, count: tier.items.count, sideBits: reach.sideBits, threads: context.threads)
    try findPlaces(reach, squared: squared)
    isVisited.update(repeating: false, count: tier.items.count)
    var means: [RadixSort.Item] = []
    var hasFollowers = false
    for rank in 0..<leafCount {
      if rank & 0x7FFF == 0 { try context.check() }
      let seed = places[rank]
      if seed.index == .max { continue }
      let count = visitNeighbors(of: seed, within: radius, reach, squared: squared)
      if neighbors.isEmpty { continue }
      if count >= minPoints {
        means.append(absorbNeighbors(into: seed, count: count, at: time, in: &builder))
      } else {
        hasFollowers = true
        for (number, neighbor) in neighbors.enumerated() {
          items[Int(tier.items.nodes[neighbor.index])].rank = UInt64(rank) &<< 32 + UInt64(number) + 1
        }
      }
    }
    try replaceAbsorbed(by: means, reach)
    if hasFollowers { rankAnew() }
  }

  /// Finds out where items are that have others near.
  private func findPlaces(_ reach: CellReach, squared: UInt64) throws(ClusteringError) {
    places.update(repeating: .none, count: leafCount)
    let lanes = context.lanes(for: tier.items.count)
    let tier = tier
    nonisolated(unsafe) let (items, places) = (items, places)
    try Parallel.deal(tier.cells.blockCount, to: lanes, context) { (_, blocks) in
      for block in blocks {
        var cell = Int(tier.cells.blocks[block].first)
        var left = tier.cells.blocks[block].parts
        while left != 0 {
          if !tier.isAlone(in: left & (0 &- left), of: block, cell, reach) {
            for index in Int(tier.cells.starts[cell])..<Int(tier.cells.starts[cell &+ 1])
            where tier.mayHaveNeighbors(index, reach, squared: squared, near: block) {
              let number = tier.items.nodes[index]
              let rank = items[Int(number)].rank &>> 32
              places[Int(rank)] = Place(
                index: UInt32(truncatingIfNeeded: index), block: UInt32(truncatingIfNeeded: block),
                item: number)
            }
          }
          left &= left &- 1
          cell &+= 1
        }
      }
    }
  }

  /// Lists the neighbors of a seed that were not visited yet, by rank, and returns the number of points that
  /// all have together.
  private mutating func visitNeighbors(
    of seed: Place, within radius: Double, _ reach: CellReach, squared: UInt64
  ) -> Int {
    let (list, index, center) = (tier.items, Int(seed.index), items[Int(seed.item)])
    isVisited[index] = true
    var (near, count) = (Int(seed.block), center.count)
    found.count = 0
    neighbors.removeAll(keepingCapacity: true)
    tier.find(
      around: list.positions[index], list.keys[index], reach, squared: squared, near: &near, into: &found)
    for number in 0..<found.count {
      let other = Int(truncatingIfNeeded: found[number])
      if isVisited[other] { continue }
      let item = items[Int(list.nodes[other])]
      let (east, south) = (item.x - center.x, item.y - center.y)
      guard east * east + south * south <= radius * radius else { continue }
      neighbors.append((item.rank, other))
      isVisited[other] = true
      places[Int(item.rank &>> 32)] = .none
      count += item.count
    }
    neighbors.sort { $0.rank < $1.rank }
    return count
  }

  /// Makes a cluster of a seed and its neighbors, and returns the key of its mean.
  private func absorbNeighbors(
    into seed: Place, count: Int, at time: Int32, in builder: inout DendrogramBuilder
  ) -> RadixSort.Item {
    let (list, center) = (tier.items, items[Int(seed.item)])
    var (x, y) = (center.x * Double(center.count), center.y * Double(center.count))
    var nodes = [builderNode(of: seed.item)]
    nodes.reserveCapacity(1 + neighbors.count)
    list.isAbsorbed[Int(seed.index)] = true
    for neighbor in neighbors {
      let item = items[Int(list.nodes[neighbor.index])]
      x += item.x * Double(item.count)
      y += item.y * Double(item.count)
      nodes.append(builderNode(of: list.nodes[neighbor.index]))
      list.isAbsorbed[neighbor.index] = true
    }
    let number = leafCount + builder.merge(nodes, at: time) - firstCluster
    (x, y) = (x / Double(count), y / Double(count))
    items[number] = Item(x: x, y: y, rank: center.rank, count: count)
    // On the plane nothing is reduced.
    let mean = WorldPoint(unitX: projection.wraps ? x : max(0, min(x, 1 - 0x1p-32)), unitY: y)
    return RadixSort.Item(
      key: Morton.key(x: mean.x &+ projection.gridPhase, y: mean.y), index: UInt32(truncatingIfNeeded: number)
    )
  }

  private func builderNode(of number: UInt32) -> Int {
    Int(number) < leafCount ? firstLeaf + Int(number) : firstCluster + Int(number) - leafCount
  }

  /// Puts new clusters in the list for what they have absorbed.
  private mutating func replaceAbsorbed(
    by keys: [RadixSort.Item], _ reach: CellReach
  ) throws(ClusteringError) {
    if keys.isEmpty { return }
    let sorted = try RadixSort.sorted(keys, context.check)
    for (index, item) in sorted.enumerated() { formed.set(index, key: item.key, node: item.index) }
    formed.count = sorted.count
    spare.join(tier.items, formed, threads: context.threads)
    swap(&tier.items, &spare)
  }

  /// Counts ranks anew, in the same order.
  private func rankAnew() {
    let list = tier.items
    let sorted = RadixSort.sorted(
      (0..<list.count).map { RadixSort.Item(key: items[Int(list.nodes[$0])].rank, index: list.nodes[$0]) })
    for (rank, item) in sorted.enumerated() { items[Int(item.index)].rank = UInt64(rank) << 32 }
  }
}

extension Projection {
  /// A coordinate as shares of the world's width and height, longitudes not reduced: past 0 or 1 beyond
  /// ±180°.
  fileprivate func unreducedUnit(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    switch self {
    case .mercator:
      let sine = Double.sin(coordinate.latitude * .pi / 180)
      let y = 0.5 - 0.25 * Double.log((1 + sine) / (1 - sine)) / .pi
      return (coordinate.longitude / 360 + 0.5, max(0, min(y, 1)))
    case .planar(let extent): return extent.unit(coordinate)
    }
  }
}
