/// Merges the items of one group, zoom by zoom, until no two are within a radius of each other; see
/// ``RadiusStrategy``.
///
/// A zoom is merged in rounds. In a round every seed absorbs its neighbourhood: the items within the radius
/// that are not absorbed yet. The seeds of the first round are all items; those of later rounds are the
/// clusters formed in the round before.
///
/// Items are visited by square cells of at least two radii, coloured like a board with four colours. A
/// neighbourhood reaches no farther than a radius beyond its seed's cell, so seeds in cells of one colour
/// never compete for an item, and cores can share these cells: any order of them gives the same merges.
///
/// Items are kept in Z-order, so the items of a cell are consecutive at every zoom and need no sorting. A
/// filter tells which cells around an item are empty, as most are where few items merge.
struct RadiusMerging {
  private var items: RadiusItems
  private let projection: Projection
  private let minPoints: Int

  /// Starts with the leaves of a section.
  ///
  /// - Parameter minPoints: the least number of points of a cluster.
  init(leaves: Range<Int>, of builder: DendrogramBuilder, on projection: Projection, minPoints: Int) {
    // Leaves are in canonical order, which is that of keys.
    items = RadiusItems(
      leaves.map { RadiusItem(node: $0, of: builder, phase: projection.gridPhase, hint: 0) })
    self.projection = projection
    self.minPoints = minPoints
  }

  /// Merges until no two items are within a radius, or would have too few points together.
  ///
  /// Clusters formed at this zoom are a list of their own until there are many of them or the zoom is done.
  ///
  /// - Parameters:
  ///   - radius: in fixed-point units, at most half the world.
  ///   - time: the time of the merges in the dendrogram.
  /// - Complexity: O(*n* + *f* log *n*) a round, where *n* is the number of items and *f* that of items in
  ///   cells that hold more than one, or have others around them.
  mutating func merge(
    within radius: Double, at time: Int32, in builder: inout DendrogramBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    guard items.items.count > 1, radius >= 1 else { return }
    let query = RadiusQuery(radius: radius, wraps: projection.wraps, minPoints: minPoints)
    var filter = try items.access { (items) throws(ClusteringError) in try query.filter(items, context) }
    var formed = RadiusItems()
    var firstSeed: UInt32 = 0
    while true {
      let merges = try items.access { (items) throws(ClusteringError) in
        try formed.access { (formed) throws(ClusteringError) in
          try RadiusRound(items: items, formed: formed, filter: filter, query: query, firstSeed: firstSeed)
            .merges(context)
        }
      }
      firstSeed = UInt32(builder.nodeCount)
      var new: [RadiusItem] = []
      for share in merges {
        try context.check()
        share.forEach { nodes, hint in
          let node = builder.merge(nodes.lazy.map(Int.init), at: time)
          new.append(RadiusItem(node: node, of: builder, phase: projection.gridPhase, hint: hint))
        }
      }
      if new.isEmpty { break }
      formed.replaceAbsorbed(
        with: RadixSort.sorted(
          new.enumerated().map { RadixSort.Item(key: $0.element.key, index: UInt32($0.offset)) }
        ).map { new[Int($0.index)] })
      // Few are cheaper to keep apart, many to have in one list.
      if formed.items.count > items.items.count / 8 {
        items.replaceAbsorbed(with: formed.items)
        formed = RadiusItems()
        filter = try items.access { (items) throws(ClusteringError) in try query.filter(items, context) }
      } else {
        for item in new { query.insert(item, into: &filter) }
      }
    }
    if !formed.items.isEmpty { items.replaceAbsorbed(with: formed.items) }
  }
}
