/// What an edit changes in a strategy's dendrogram, level by level: the nodes of a fresh build, found from
/// those before the edit.
///
/// A level begins with items that are gone and others that are new; ``DendrogramEditLevel`` finds the
/// clusters that differ. The level above begins with these. An item that is far from all others sleeps until
/// a level at which it may meet something.
///
/// Bound by the items that it has to look at, spread over many steps. A thousand points among a million,
/// spread evenly, that move by a few screen points make ``RadiusStrategy`` search around 8,000 clusters at
/// 17 levels, merge 77,000 items again and form 7,700 nodes; a thousand that move anywhere, 36,000, 168,000
/// and 24,000. The first take 1/7 of a build: three tenths of it to list items with their sums, two to merge
/// them, one and a half to search, one each to find leaves and to form nodes. The others take 1/2.8. So an
/// edit in 1/20 of a build would have to look at fewer items. Where neighbors of a changed cluster stayed as
/// they are until the next build, there would be few; but clusters would no longer follow from the points
/// alone. Those of cells do, and none pushes another: ``GridStrategy`` and ``QuadtreeStrategy`` take two ms.
///
/// - Complexity: by what differs: some tens of items at a level for each place that an edit changes.
struct DendrogramEdit {
  private let dendrogram: EditedDendrogram
  private let points: PointSet

  /// What may merge.
  struct Item {
    let branch: EditedDendrogram.Branch

    /// The offset of its first point before the edit; nil for a new one.
    var start: Int?
    let sums: PointSums

    /// See ``EditedDendrogram/sums(of:)``.
    let windings: Int64

    let mean: WorldPoint

    /// The Z-order key of the mean.
    let key: UInt64

    /// The cluster that it was in before the edit, by its first point: that of the level, or for a new one
    /// that of the level below in whose place it came; negative if there is none.
    var cluster: Int

    /// The number of the first level at which it may meet a node from before the edit that is not gone.
    let wakes: Int

    init(
      _ branch: EditedDendrogram.Branch, _ sums: (sums: PointSums, windings: Int64), start: Int?,
      cluster: Int, wakes: Int = 0, _ points: PointSet
    ) {
      self.branch = branch
      self.start = start
      (self.sums, windings) = sums
      mean = sums.sums.mean
      key = Morton.key(x: mean.x &+ points.projection.gridPhase, y: mean.y)
      self.cluster = cluster
      self.wakes = wakes
    }
  }

  /// A node that an edit takes out of the clusters of a level.
  struct Gone {
    var place: EditedDendrogram.Place

    /// The clusters that it is in, the nearest last.
    var above: [EditedDendrogram.Place]
  }

  /// The nodes that an edit takes out of the clusters at a level, and those that come in.
  struct Change {
    var gone: [Gone] = []
    var new: [Item] = []
  }

  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - points: the edited ones.
  init(of dendrogram: EditedDendrogram, for points: PointSet) {
    self.dendrogram = dendrogram
    self.points = points
  }

  /// The dendrogram after the edit; nil if so much changes that a build is faster.
  ///
  /// - Parameters:
  ///   - spots: where points came, went or changed.
  ///   - levels: those of the strategy.
  func dendrogram(
    changing spots: [EditedDendrogram.Spot], _ levels: inout some ReplayedLevels
  ) throws(ClusteringError) -> EditedDendrogram? {
    // A build takes less time than this for so many.
    guard spots.count < 32 + points.count / 200 else { return nil }
    var change = Change()
    let groups = Dictionary(grouping: spots, by: \.group)
    let isAlone = groups.count == 1 && dendrogram.isOfOneGroup(points)
    for (group, spots) in groups {
      var own = leaves(spots.sorted { $0.key < $1.key }, levels)
      var level = DendrogramEditLevel(in: dendrogram, group: group, isAlone: isAlone, points)
      for (number, time) in levels.times.enumerated() {
        level.begin(number, at: time)
        guard let next = try level.changed(own, &levels) else { return nil }
        own = next
      }
      change.gone += own.gone
      change.new += own.new
    }
    return dendrogram.replacing(change.gone.map(\.place), by: change.new.map(\.branch))
  }

  private func leaves(_ spots: [EditedDendrogram.Spot], _ levels: some ReplayedLevels) -> Change {
    var change = Change()
    // Leaves at any of these places are gone.
    let keys = Set(spots.map(\.key))
    for spot in spots {
      let position = WorldPoint(
        x: Morton.x(spot.key) &- points.projection.gridPhase, y: Morton.y(spot.key))
      let rect = WorldRect(west: position.x, width: 1, north: position.y, height: 1)
      dendrogram.forEachNode(at: Dendrogram.beginning, where: { rect.relation(to: $0) != .outside }) { leaf in
        if dendrogram.group(of: leaf.branch) == spot.group {
          change.gone.append(dendrogram.gone(leaf))
        }
      }
      let stack = points.stack(at: spot)
      guard !stack.isEmpty else { continue }
      let sums = points.order.sums(of: stack)
      let leaf = EditedDendrogram.Graft(
        time: Dendrogram.beginning, box: Box(position), sums: sums.wound(by: -sums.windings), children: [],
        spot: spot, lowestID: points.id(stack.lowerBound), over: dendrogram.base)
      let wakes = dendrogram.firstLevel(
        of: levels, meeting: position, count: stack.count, without: keys, points)
      change.new.append(dendrogram.item(.graft(leaf), wakes: wakes, points))
    }
    return change
  }
}

extension EditedDendrogram {
  func item(
    _ branch: Branch, start: Int? = nil, cluster: Int = -1, wakes: Int = 0, _ points: PointSet
  ) -> DendrogramEdit.Item {
    DendrogramEdit.Item(branch, sums(of: branch), start: start, cluster: cluster, wakes: wakes, points)
  }

  /// A node as one that is taken out.
  func gone(_ place: Place) -> DendrogramEdit.Gone {
    let path = path(to: place)
    return DendrogramEdit.Gone(place: path.last ?? place, above: path.dropLast())
  }

  /// Whether neither the points nor any node is of another group than the others.
  fileprivate func isOfOneGroup(_ points: PointSet) -> Bool {
    points.sections.count == 1 && basePoints.sections.count == 1
      && points.name(of: points.sections[0]) == basePoints.name(of: basePoints.sections[0])
  }

  /// The number of the first level at which a node may be in reach of some points at a position.
  ///
  /// - Parameter gone: the Z-order keys of leaves that do not count: a point that moves a little is near
  ///   where it was.
  fileprivate func firstLevel(
    of levels: some ReplayedLevels, meeting position: WorldPoint, count: Int, without gone: Set<UInt64>,
    _ points: PointSet
  ) -> Int {
    // The reach may shrink on the way up.
    var reach = 0.0
    let times = levels.times
    let rects = times.indices.map { level in
      reach = max(reach, levels.reach(of: count, points.count, at: level))
      return WorldRect(around: Box(position), by: reach)
    }
    let phase = points.projection.gridPhase
    var first = times.count
    forEachNode { time, box in
      if time == Dendrogram.beginning, gone.contains(Morton.key(x: box.west &+ phase, y: box.north)) {
        return false
      }
      while first > 0, times[first - 1] >= time, box.mayHoldMean(in: rects[first - 1]) { first -= 1 }
      return first > 0 && box.mayHoldMean(in: rects[first - 1])
    }
    return first
  }
}
