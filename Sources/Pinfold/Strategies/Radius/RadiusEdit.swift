/// What an edit changes in a ``RadiusStrategy``'s dendrogram, level by level: the nodes of a fresh build,
/// found from those before the edit.
///
/// A level begins with items that are gone and others that are new; ``RadiusEditLevel`` finds the clusters
/// that differ. The level above begins with these. An item that is far from all others sleeps until a level
/// at which it may meet something.
///
/// - Complexity: by what differs: some tens of items at a level for each place that an edit changes.
struct RadiusEdit: ~Copyable {
  private let dendrogram: EditedDendrogram
  private let points: PointSet
  private let levels: [RadiusMerging.Level]
  private var replays: RadiusReplays

  /// What may merge.
  struct Item {
    let branch: EditedDendrogram.Branch

    /// The offset of its first point before the edit; nil for a new one.
    let start: Int?
    let sums: PointSums

    /// See ``EditedDendrogram/sums(of:)``.
    let windings: Int64

    let mean: WorldPoint

    /// The Z-order key of the mean.
    let key: UInt64

    /// The cluster of the level that it was in before the edit, by its first point.
    let cluster: Int
  }

  /// A node that an edit takes out of the clusters of a level.
  struct Gone {
    var place: EditedDendrogram.Place

    /// The clusters that it is in, the nearest last.
    var above: [EditedDendrogram.Place]
  }

  /// A node that comes in.
  struct New {
    let item: Item

    /// The number of the first level at which it may meet something.
    var wakes: Int
  }

  /// The nodes that an edit takes out of the clusters at a level, and those that come in.
  struct Change {
    var gone: [Gone] = []
    var new: [New] = []
  }

  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - points: the edited ones.
  init(
    of dendrogram: EditedDendrogram, for points: PointSet, minPoints: Int, levels: [RadiusMerging.Level],
    context: RunContext
  ) {
    self.dendrogram = dendrogram
    self.points = points
    self.levels = levels
    replays = RadiusReplays(of: points, minPoints: minPoints, context: context)
  }

  /// The dendrogram after the edit; nil if so much changes that a build is faster.
  ///
  /// - Parameter spots: where points came, went or changed.
  mutating func dendrogram(
    changing spots: [EditedDendrogram.Spot]
  ) throws(ClusteringError) -> EditedDendrogram? {
    // A build takes less time than this for so many.
    guard spots.count < 32 + points.count / 400 else { return nil }
    var change = Change()
    let groups = Dictionary(grouping: spots, by: \.group)
    let isAlone = groups.count == 1 && dendrogram.isOfOneGroup(points)
    for (group, spots) in groups {
      var own = leaves(spots.sorted { $0.key < $1.key })
      for number in levels.indices {
        var level = RadiusEditLevel(
          number, of: levels, in: dendrogram, group: group, isAlone: isAlone, points)
        guard let next = try level.changed(own, &replays) else { return nil }
        own = next
      }
      change.gone += own.gone
      change.new += own.new
    }
    return dendrogram.replacing(change.gone.map(\.place), by: change.new.map(\.item.branch))
  }

  private func leaves(_ spots: [EditedDendrogram.Spot]) -> Change {
    var change = Change()
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
        spot: spot, over: dendrogram.base)
      let wakes = dendrogram.firstLevel(of: levels, meeting: position)
      change.new.append(
        New(item: dendrogram.item(.graft(leaf), start: nil, cluster: -1, points), wakes: wakes))
    }
    return change
  }
}

extension EditedDendrogram {
  func item(_ branch: Branch, start: Int?, cluster: Int, _ points: PointSet) -> RadiusEdit.Item {
    let (sums, windings) = sums(of: branch)
    let mean = sums.mean
    return RadiusEdit.Item(
      branch: branch, start: start, sums: sums, windings: windings, mean: mean,
      key: Morton.key(x: mean.x &+ points.projection.gridPhase, y: mean.y), cluster: cluster)
  }

  /// A node as one that is taken out.
  func gone(_ place: Place) -> RadiusEdit.Gone {
    let path = path(to: place)
    return RadiusEdit.Gone(place: path.last ?? place, above: path.dropLast())
  }

  /// Whether neither the points nor any node is of another group than the others.
  fileprivate func isOfOneGroup(_ points: PointSet) -> Bool {
    points.sections.count == 1 && basePoints.sections.count == 1
      && points.name(of: points.sections[0]) == basePoints.name(of: basePoints.sections[0])
  }

  /// The number of the first level at which a node may lie within the radius of a position.
  fileprivate func firstLevel(of levels: [RadiusMerging.Level], meeting position: WorldPoint) -> Int {
    // The radius may shrink on the way up.
    var reach = 0.0
    let rects = levels.map { level in
      reach = max(reach, level.radius)
      return WorldRect(around: Box(position), by: reach)
    }
    var first = levels.count
    forEachNode { time, box in
      while first > 0, levels[first - 1].time >= time, box.mayHoldMean(in: rects[first - 1]) { first -= 1 }
      return first > 0 && box.mayHoldMean(in: rects[first - 1])
    }
    return first
  }
}
