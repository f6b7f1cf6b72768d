import Synchronization

extension RadiusStrategy {
  /// The index over edited points: that before the edit with what changes, or a new one where too much does.
  ///
  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - old: its points.
  ///   - built: the index that was built last.
  func edited(
    _ dendrogram: EditedDendrogram, of old: PointSet, to points: PointSet, _ built: RadiusIndex,
    _ context: RunContext
  ) throws(ClusteringError) -> any ClusterIndex {
    if order == .canonical, let spots = points.spots(changedSince: old) {
      var levels = ReplayedRadiusLevels(
        mergingLevels, of: points, minPoints: minPoints, context: context)
      let edit = DendrogramEdit(of: dendrogram, for: points)
      if let edited = try edit.dendrogram(changing: spots, &levels) {
        return EditedRadiusIndex(points: points, dendrogram: edited, built: built)
      }
    }
    return try makeIndex(over: points.merged, context: context)
  }
}

/// The index of a ``RadiusStrategy`` after edits.
final class EditedRadiusIndex: ClusterHierarchy, EditedIndex {
  private let points: PointSet
  private let dendrogram: EditedDendrogram
  private let order: PointOrder
  let built: RadiusIndex

  /// The nodes that edits have formed, by id; listed when first needed.
  private let grafts = Mutex<[ClusterID: Range<Int>]?>(nil)

  init(points: PointSet, dendrogram: EditedDendrogram, built: RadiusIndex) {
    self.points = points
    self.dendrogram = dendrogram
    self.built = built
    order = PointOrder(of: EditedOrder(dendrogram, of: points))
  }

  var byteCount: Int { built.byteCount }

  func updated(for points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    try built.strategy.edited(dendrogram, of: self.points, to: points, built, context)
  }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    let level = built.strategy.level(of: view.viewport)
    var grouping = try dendrogram.grouping(
      at: level.map(RadiusStrategy.time) ?? Dendrogram.beginning, in: view.rect, of: points, order,
      context: context)
    grouping.effectiveSize = level.map { built.strategy.share(at: $0) * view.viewport.worldWidth }
    return grouping
  }
}

// MARK: - Hierarchy

extension EditedRadiusIndex {
  func node(of id: ClusterID) -> HierarchyNode? {
    let range = grafts.withLock { grafts in
      if grafts == nil {
        var listed: [ClusterID: Range<Int>] = [:]
        dendrogram.forEachGraft { place in
          let range = place.start..<place.start + dendrogram.count(of: place.branch)
          listed[dendrogram.sums(of: place.branch).sums.clusterID] = range
        }
        grafts = listed
      }
      return grafts?[id]
    }
    if let range { return node(range) }
    guard let old = built.node(of: id), let start = dendrogram.start(ofBase: old.index) else { return nil }
    return node(start..<start + old.count)
  }

  private func node(_ range: Range<Int>) -> HierarchyNode {
    HierarchyNode(index: range.lowerBound, order: order, range: range)
  }

  private func node(_ place: EditedDendrogram.Place) -> HierarchyNode {
    node(place.start..<place.start + dendrogram.count(of: place.branch))
  }

  func children(of node: HierarchyNode) -> [HierarchyNode] {
    dendrogram.children(of: dendrogram.node(of: node.range)).map { self.node($0) }
  }

  func expansionZoom(of node: HierarchyNode) -> Double? {
    let time = dendrogram.time(of: dendrogram.node(of: node.range).branch)
    return time == Dendrogram.beginning ? nil : built.expansionZoom(of: time)
  }

  func tile(zoom: Int, x: Int, y: Int, context: RunContext) throws(ClusteringError) -> [TileMarker] {
    guard let tile = SlippyTile(zoom: zoom, x: x, y: y) else { return [] }
    var found: [HierarchyNode] = []
    let rect = tile.rect(buffer: built.tileBuffer)
    try dendrogram.forEachNode(at: built.time(at: Double(zoom))) {
      $0.mayHoldMean(in: rect)
    } _: { (place) throws(ClusteringError) in
      if found.count & 0xFFF == 0 { try context.check() }
      found.append(node(place))
    }
    return tile.markers(
      of: found, extent: built.tileExtent, buffer: built.tileBuffer, wraps: points.projection.wraps)
  }
}

// MARK: - Replay

/// The levels of a ``RadiusStrategy``, merged again.
struct ReplayedRadiusLevels: ReplayedLevels {
  let times: [Int32]
  let context: RunContext
  private let levels: [RadiusMerging.Level]
  private let minPoints: Int
  private var room: ReplayRoom<RadiusMerging>

  init(_ levels: [RadiusMerging.Level], of points: PointSet, minPoints: Int, context: RunContext) {
    self.levels = levels
    self.minPoints = minPoints
    self.context = context
    times = levels.map(\.time)
    room = ReplayRoom(over: points.count, context) { most, context in
      RadiusMerging(points, minPoints: minPoints, most: most, capacity: 2 * most, context: context)
    }
  }

  func reach(of count: Int, _ other: Int, at level: Int) -> Double {
    let radius = radius(at: level)
    // A seed that found too few may find enough with an item of an open cluster and one beyond.
    return radius < 1 ? 0 : minPoints > 2 ? 2 * radius : radius
  }

  var reachIsRound: Bool { true }

  // A seed that found too few in either of two clusters may find enough in both.
  var meetsInPairs: Bool { minPoints <= 2 }

  mutating func replay(
    _ parts: [[Int]], of items: [DendrogramEdit.Item], at level: Int
  ) throws(ClusteringError) -> [ReplayedEnds]? {
    let radius = radius(at: level)
    return try room.replay(parts) { (merging, numbers) throws(ClusteringError) in
      try merging.replay(numbers, of: items, within: radius)
    }
  }

  private func radius(at level: Int) -> Double { min(levels[level].radius, 0x1p31) }
}

extension RadiusMerging {
  /// Merges some items of one group at one level, as if there were no others.
  ///
  /// Which items absorb which depends on those within a radius that are left when a seed takes its turn. So
  /// all items of a cluster merge by themselves as they did among all others.
  fileprivate func replay(
    _ numbers: [Int], of replayed: [DendrogramEdit.Item], within radius: Double
  ) throws(ClusteringError) -> ReplayedEnds {
    begin(with: numbers, of: replayed)
    if numbers.count > 1 { try merge(within: radius, at: 0) }
    return clusters.ends(of: numbers.count, takeWindings())
  }
}

extension RadiusClusters {
  /// Begins anew, with items for the first clusters.
  mutating func begin(with numbers: [Int], of items: [DendrogramEdit.Item]) {
    leafCount = 0
    count = numbers.count
    for (node, number) in numbers.enumerated() {
      parents[node] = .max
      sums[node] = Sums(positions: items[number].sums.positions)
      weighted?[node] = items[number].sums.weighted
    }
  }

  /// What each of the first clusters ends in, and the windings by which it lies east when seen from there.
  ///
  /// - Parameter windings: those of clusters as seen from their parents.
  func ends(of first: Int, _ windings: [NodeWinding]) -> ReplayedEnds {
    var ends = (0..<count).map { (node: $0, windings: 0 as Int64) }
    for node in windings { ends[Int(node.node)].windings = Int64(node.windings) }
    // Clusters have higher numbers than what they are made of.
    for node in ends.indices.reversed() where parents[node] != .max {
      let parent = ends[Int(parents[node])]
      ends[node] = (parent.node, ends[node].windings + parent.windings)
    }
    ends.removeLast(ends.count - first)
    return ends
  }
}

extension RadiusList {
  /// Lists items that are the first clusters.
  mutating func list(_ numbers: [Int], of items: [DendrogramEdit.Item]) {
    list(
      RadixSort.sorted(
        numbers.enumerated().map { RadixSort.Item(key: items[$1].key, index: UInt32($0)) }))
  }
}
