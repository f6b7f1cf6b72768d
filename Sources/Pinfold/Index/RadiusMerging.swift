/// Merges the items of one group, zoom by zoom, until no two are within a radius of each other; see ``RadiusStrategy``.
///
/// Items are looked at by square cells of at least two radii. Cells are coloured like a board with four colours. What
/// the items of a cell can take lies within a radius of it, so cells of one colour never reach for the same item, and
/// cores can share them: any order of cells gives the same merges.
///
/// Items are kept along the Z-order curve, so nothing has to be sorted into cells: those of one are neighbours at every
/// zoom. A filter tells which cells around an item are empty, as most are where few items merge.
struct RadiusMerging {
  private var items: RadiusItems
  private let projection: Projection
  private let minPoints: Int

  /// Starts with the leaves of a section.
  ///
  /// - Parameter minPoints: the least number of points of a cluster.
  init(leaves: Range<Int>, of builder: MergeForestBuilder, on projection: Projection, minPoints: Int) {
    // Leaves are in canonical order, which is that of keys.
    items = RadiusItems(
      leaves.map { RadiusItem(node: $0, of: builder, phase: projection.phase, place: 0) })
    self.projection = projection
    self.minPoints = minPoints
  }

  /// Merges until no two items are within a radius, or would have too few points together.
  ///
  /// In the first round every item that is still there takes all that are within the radius. A cluster moves to its
  /// mean, where others may be within the radius: so in the next round each new cluster takes what is near it, until a
  /// round has nothing to take. Clusters that were formed at this zoom are a list of their own until it is done.
  ///
  /// - Parameters:
  ///   - radius: in fixed-point units, at most half the world.
  ///   - time: when the merges happen.
  /// - Complexity: O(*n* + *f* log *n*) a round, where *n* is the number of items and *f* that of items in cells that
  ///   hold more than one, or have others around them.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout MergeForestBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    guard items.items.count > 1, radius >= 1 else { return }
    let reach = Reach(radius: radius, wraps: projection.wraps, minPoints: minPoints)
    var filter = try items.access { (items) throws(ClusteringError) in try reach.filter(items, context) }
    var formed = RadiusItems()
    var oldest: UInt32 = 0
    while true {
      let families = try items.access { (items) throws(ClusteringError) in
        try formed.access { (formed) throws(ClusteringError) in
          try Neighborhood(items: items, formed: formed, filter: filter, reach: reach, oldest: oldest)
            .families(context)
        }
      }
      oldest = UInt32(builder.nodeCount)
      var new: [RadiusItem] = []
      for share in families {
        try context.check()
        share.forEach { nodes, place in
          let node = builder.merge(nodes.lazy.map(Int.init), at: time)
          new.append(RadiusItem(node: node, of: builder, phase: projection.phase, place: place))
        }
      }
      if new.isEmpty { break }
      formed.replaceTaken(
        by: RadixSort.sorted(
          new.enumerated().map { RadixSort.Item(key: $0.element.key, index: UInt32($0.offset)) }
        ).map { new[Int($0.index)] })
      // Few are cheaper to keep apart, many to have in one list.
      if formed.items.count > items.items.count / 8 {
        items.replaceTaken(by: formed.items)
        formed = RadiusItems()
        filter = try items.access { (items) throws(ClusteringError) in try reach.filter(items, context) }
      } else {
        for item in new { reach.insert(item, into: &filter) }
      }
    }
    if !formed.items.isEmpty { items.replaceTaken(by: formed.items) }
  }
}

/// Which items are near enough to be taken.
private struct Reach {
  let radius: UInt32
  let squared: Int64
  let wraps: Bool
  let minPoints: Int

  /// The logarithm of a side of at least two radii: whoever is within a radius is in one of two columns and rows.
  let cellShift: UInt32

  /// The number of bits of a key that differ in a cell.
  var bits: UInt64 { UInt64(2 * cellShift) }

  init(radius: Double, wraps: Bool, minPoints: Int) {
    let radius = min(radius, 0x1p31)
    self.radius = UInt32(radius)
    squared = Int64(radius * radius)
    self.wraps = wraps
    self.minPoints = minPoints
    cellShift = UInt32(64 - (2 * UInt64(radius) - 1).leadingZeroBitCount)
  }

  /// Whether two items are within the radius.
  @inline(__always)
  func holds(_ item: RadiusItem, from origin: RadiusItem) -> Bool {
    let east = wraps ? Int64(Int32(bitPattern: item.x &- origin.x)) : Int64(item.x) - Int64(origin.x)
    let south = Int64(item.y) - Int64(origin.y)
    // Longer ones could overflow when squared.
    guard abs(east) <= Int64(radius), abs(south) <= Int64(radius) else { return false }
    return east * east + south * south <= squared
  }

  /// Calls `body` with the cells that may hold positions within the radius of an item's.
  @inline(__always)
  func forEachCell(around item: RadiusItem, _ body: (_ column: UInt32, _ row: UInt32) -> Void) {
    let (x, y) = (item.x, item.y)
    let west = (wraps ? x &- radius : x - min(x, radius)) >> cellShift
    let east = (wraps ? x &+ radius : x + min(.max - x, radius)) >> cellShift
    let north = (y - min(y, radius)) >> cellShift
    let south = (y + min(.max - y, radius)) >> cellShift
    body(west, north)
    if east != west { body(east, north) }
    if south != north {
      body(west, south)
      if east != west { body(east, south) }
    }
  }

  @inline(__always)
  func insert(_ item: RadiusItem, into filter: inout CellFilter) {
    filter.insert(column: item.x >> cellShift, row: item.y >> cellShift)
  }

  /// The cells that hold items.
  func filter(_ items: RadiusItems.Access, _ context: RunContext) throws(ClusteringError) -> CellFilter {
    let half = items.count / 2
    let parts = try Parallel.map([0..<half, half..<items.count], context) {
      (part) throws(ClusteringError) in
      var filter = CellFilter(cells: items.count)
      for place in part { insert(items[place], into: &filter) }
      return filter
    }
    var filter = parts[0]
    filter.formUnion(parts[1])
    return filter
  }
}

/// What a round looks at: the items that a zoom began with, and the clusters that were formed since.
private struct Neighborhood: Sendable {
  let items: RadiusItems.Access
  let formed: RadiusItems.Access
  let filter: CellFilter
  let reach: Reach

  /// Nodes from this one on look for others.
  let oldest: UInt32

  /// Where those that look for others are: in the first round everywhere, later among the new clusters.
  var seeds: RadiusItems.Access { formed.count == 0 ? items : formed }

  /// What is taken, color by color.
  func families(_ context: RunContext) throws(ClusteringError) -> [Families] {
    // Shares do not depend on the number of threads, so neither does the order of families.
    let shares = seeds.shares(of: 8192, bits: reach.bits)
    let starts = try Parallel.map(shares, context) { (share) throws(ClusteringError) in
      try context.check()
      return startsOfCells(in: share)
    }
    var families: [Families] = []
    for color in 0..<4 {
      families += try Parallel.map(starts, context) { (starts) throws(ClusteringError) in
        try context.check()
        var taking = Taking(around: self)
        for start in starts[color] { taking.look(at: Int(start)) }
        return taking.families
      }
    }
    return families
  }

  /// Where cells begin that have a seed with something in reach, by color.
  private func startsOfCells(in share: Range<Int>) -> [[UInt32]] {
    let seeds = seeds
    var starts = [[UInt32]](repeating: [], count: 4)
    var start = share.lowerBound
    while start < share.upperBound {
      let end = seeds.end(ofRunAt: start, bits: reach.bits)
      if end - start > 1 || formed.count > 0 || mayHoldOthers(around: seeds[start]) {
        if (start..<end).contains(where: { seeds[$0].node >= oldest }) {
          starts[Int(seeds[start].key >> reach.bits & 3)].append(UInt32(start))
        }
      }
      start = end
    }
    return starts
  }

  /// Whether there may be items in the other cells in an item's reach.
  @inline(__always)
  private func mayHoldOthers(around item: RadiusItem) -> Bool {
    var found = false
    let (homeColumn, homeRow) = (item.x >> reach.cellShift, item.y >> reach.cellShift)
    reach.forEachCell(around: item) { column, row in
      if column != homeColumn || row != homeRow, filter.mayHold(column: column, row: row) { found = true }
    }
    return found
  }
}

/// Who took whom.
private struct Families: Sendable {
  private var nodes: [UInt32] = []
  private var places: [UInt32] = []
  private var ends: [Int] = []

  /// Adds a node to the family at the end.
  mutating func add(_ node: UInt32) { nodes.append(node) }

  /// The number of nodes of the family at the end.
  var lastCount: Int { nodes.count - (ends.last ?? 0) }

  /// Ends the family at the end.
  ///
  /// - Parameter place: where the one that took others has its place among a zoom's first items.
  mutating func end(at place: UInt32) {
    places.append(place)
    ends.append(nodes.count)
  }

  /// Forgets the nodes since the last family ended.
  mutating func forget() { nodes.removeLast(lastCount) }

  /// Calls `body` with each family, the one that took first.
  func forEach(_ body: (_ nodes: ArraySlice<UInt32>, _ place: UInt32) -> Void) {
    var start = 0
    for (end, place) in zip(ends, places) {
      body(nodes[start..<end], place)
      start = end
    }
  }
}

/// One thread's work on some cells.
private struct Taking {
  private let around: Neighborhood
  private(set) var families = Families()

  // What the seed at hand may take, by place.
  private var items: [Int] = []
  private var formed: [Int] = []

  init(around: Neighborhood) { self.around = around }

  /// Lets each seed of a cell take what is near it.
  mutating func look(at start: Int) {
    let seeds = around.seeds
    for place in start..<seeds.end(ofRunAt: start, bits: around.reach.bits) {
      let seed = seeds[place]
      guard seed.node >= around.oldest, !seeds.isTaken(place) else { continue }
      let isFirst = around.formed.count == 0
      take(around: seed, at: isFirst ? place : Int(seed.place), isFirst ? 0 : place)
    }
  }

  /// Takes what is near.
  ///
  /// - Parameters:
  ///   - place: where to search a zoom's first items.
  ///   - formedPlace: where to search the clusters formed since.
  private mutating func take(around seed: RadiusItem, at place: Int, _ formedPlace: Int) {
    let (reach, bits) = (around.reach, around.reach.bits)
    items.removeAll(keepingCapacity: true)
    formed.removeAll(keepingCapacity: true)
    families.add(seed.node)
    var count = Int(seed.count)
    reach.forEachCell(around: seed) { column, row in
      guard around.filter.mayHold(column: column, row: row) else { return }
      let cell = Morton.key(x: column, y: row)
      around.items.forEachPlace(in: cell, bits: bits, near: place) { other in
        if look(at: other, of: around.items, from: seed, &count) { items.append(other) }
      }
      around.formed.forEachPlace(in: cell, bits: bits, near: formedPlace) { other in
        if look(at: other, of: around.formed, from: seed, &count) { formed.append(other) }
      }
    }
    guard families.lastCount > 1, count >= reach.minPoints else {
      families.forget()
      return
    }
    for place in items { around.items.take(place) }
    for place in formed { around.formed.take(place) }
    families.end(at: UInt32(place))
  }

  /// Adds an item to the family if the seed can take it; the seed itself is there already.
  @inline(__always)
  private mutating func look(
    at place: Int, of list: RadiusItems.Access, from seed: RadiusItem, _ count: inout Int
  ) -> Bool {
    let other = list[place]
    // Distance first: whether items out of reach are taken may be the business of other threads.
    guard around.reach.holds(other, from: seed), !list.isTaken(place) else { return false }
    if other.node != seed.node {
      families.add(other.node)
      count += Int(other.count)
    }
    return true
  }
}
