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
  init(leaves: Range<Int>, of builder: DendrogramBuilder, on projection: Projection, minPoints: Int) {
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
    within radius: Double, at time: Int32, in builder: inout DendrogramBuilder, context: RunContext
  ) throws(ClusteringError) {
    try context.check()
    guard items.items.count > 1, radius >= 1 else { return }
    let reach = RadiusReach(radius: radius, wraps: projection.wraps, minPoints: minPoints)
    var filter = try items.access { (items) throws(ClusteringError) in try reach.filter(items, context) }
    var formed = RadiusItems()
    var oldest: UInt32 = 0
    while true {
      let families = try items.access { (items) throws(ClusteringError) in
        try formed.access { (formed) throws(ClusteringError) in
          try RadiusNeighborhood(items: items, formed: formed, filter: filter, reach: reach, oldest: oldest)
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
