// How an edit changes a dendrogram. Each word in quotes is explained by the type or function beside it:
//
//   find the "spots" where points were added, removed or changed     PointSet.spots(changedSince:)
//   their old leaves are "gone", those of the edited points "new"    DendrogramEdit.leaves
//   for each "level" of the strategy, the deepest first              DendrogramEditLevel.changed
//     the remains of a cluster that lost items are "open",
//     together with the new items in its place                       opened(by:_:)
//     until no cluster is open
//       find clusters "near" open ones, and which may "meet"         parts(meeting:), stretch
//       "replay": merge the items of those that may meet again       ReplayedLevels.replay
//       keep a cluster whose replay gives the same cluster           settle
//       the result of one open cluster alone is "settled"
//       the result of several clusters is open again
//     changed clusters are gone at the next level, settled ones new
//   replace removed roots by new ones                                EditedDendrogram.replacing

/// Computes the dendrogram of a fresh build over edited points from the dendrogram before the edit.
///
/// An item that is far from all others is skipped until a level at which it may meet something.
///
/// Clusters that keep a distance displace each other, so a changed cluster may change its neighbors.
///
/// - Complexity: proportional to the change: some tens of items per level for each edited place.
struct DendrogramEdit {
  /// An item that may merge.
  struct Item {
    let branch: EditedDendrogram.Branch

    /// The offset of its first point before the edit; nil for a new one.
    var start: Int?

    /// See ``EditedDendrogram/sums(of:)``.
    let sums: PointSums
    let windings: Int64

    let mean: WorldPoint

    /// The Z-order key of the mean.
    let key: UInt64

    /// The cluster that it was in before the edit, by its first point: that of the level, or for a new one
    /// that of the level below in whose place it came; negative if there is none.
    var cluster: Int

    /// The first level at which it may meet a remaining node from before the edit.
    let firstLevel: Int
  }

  /// The nodes that an edit takes out of the clusters at a level, and those that come in.
  struct Change {
    var gone: [EditedDendrogram.Place] = []
    var new: [Item] = []
  }

  /// Before the edit, and the points after it.
  let dendrogram: EditedDendrogram
  let points: PointSet

  /// The dendrogram after the edit; nil if so much changes that a build is faster.
  func dendrogram(_ levels: ReplayedLevels) throws(ClusteringError) -> EditedDendrogram? {
    // A build takes less time than an edit of more spots.
    guard let spots = points.spots(changedSince: dendrogram.points), spots.count < 32 + points.count / 200
    else { return nil }
    var change = Change()
    let groups = Dictionary(grouping: spots, by: { $0.group })
    var level = DendrogramEditLevel(in: dendrogram, points, levels)
    for (group, spots) in groups {
      var own = leaves(spots.sorted { $0.key < $1.key }, levels)
      for number in levels.times.indices {
        level.begin(number, group)
        guard let next = try level.changed(own) else { return nil }
        own = next
      }
      change.gone += own.gone
      change.new += own.new
    }
    return dendrogram.replacing(change.gone, by: change.new.map { $0.branch }, for: points)
  }

  private func leaves(_ spots: [EditedDendrogram.Spot], _ levels: ReplayedLevels) -> Change {
    var change = Change()
    let keys = Set(spots.map { $0.key })
    for spot in spots {
      let position = WorldPoint(
        x: Morton.x(spot.key) &- points.projection.gridPhase, y: Morton.y(spot.key))
      let rect = WorldRect(west: position.x, width: 1, north: position.y, height: 1)
      dendrogram.forEachNode(at: Dendrogram.beginning, in: [rect]) { leaf in
        if dendrogram.group(of: leaf.branch) == spot.group { change.gone.append(leaf) }
      }
      let stack = points.stack(at: spot)
      guard !stack.isEmpty else { continue }
      let sums = points.order.sums(of: stack)
      let leaf = EditedDendrogram.Graft(
        time: Dendrogram.beginning, box: Box(position), sums: sums.wound(by: -sums.windings), children: [],
        spot: spot, lowestID: points.id(stack.lowerBound), over: dendrogram.base)
      let firstLevel = dendrogram.firstLevel(
        of: levels, meeting: position, count: stack.count, among: points.count, without: keys)
      change.new.append(dendrogram.item(.graft(leaf), firstLevel: firstLevel))
    }
    return change
  }
}

extension EditedDendrogram {
  func item(_ branch: Branch, start: Int? = nil, cluster: Int = -1, firstLevel: Int = 0)
    -> DendrogramEdit.Item
  {
    let (sums, windings) = sums(of: branch)
    let mean = sums.mean
    return DendrogramEdit.Item(
      branch: branch, start: start, sums: sums, windings: windings, mean: mean,
      key: Morton.key(x: mean.x &+ basePoints.projection.gridPhase, y: mean.y), cluster: cluster,
      firstLevel: firstLevel)
  }

  /// Lists the items of a level that are in a cluster of it.
  func appendItems(of cluster: Place, at time: Int32, to items: inout [DendrogramEdit.Item]) {
    func append(_ place: Place) {
      items.append(item(place.branch, start: place.start, cluster: cluster.start))
    }
    if self[cluster.branch].time < time { return append(cluster) }
    // The sums lie apart: their cache misses overlap if all are requested first.
    forEachChild(of: cluster) { fetchSums(of: $0.branch) }
    forEachChild(of: cluster, append)
  }

  /// The first level at which a node may be in reach of some points at a position.
  ///
  /// - Parameter gone: the Z-order keys of leaves to ignore: a point that moves a little is near its old
  ///   position.
  fileprivate func firstLevel(
    of levels: ReplayedLevels, meeting position: WorldPoint, count: Int, among total: Int,
    without gone: Set<UInt64>
  ) -> Int {
    // The reach may shrink on the way up.
    var reach = 0.0
    let times = levels.times
    let rects = times.indices.map { level in
      reach = max(reach, levels.reach(count, total, level))
      return WorldRect(around: Box(position), by: reach)
    }
    let phase = points.projection.gridPhase
    var first = times.count
    walk { _, node in
      let box = node.box
      if node.time == Dendrogram.beginning, gone.contains(Morton.key(x: box.west &+ phase, y: box.north)) {
        return false
      }
      while first > 0, times[first - 1] >= node.time, box.mayHoldMean(in: rects[first - 1]) { first -= 1 }
      return first > 0 && box.mayHoldMean(in: rects[first - 1])
    }
    return first
  }
}

// MARK: - Spots

extension PointSet {
  /// The points of a leaf, by canonical index; an empty range where there are none.
  func stack(at spot: EditedDendrogram.Spot) -> Range<Int> {
    guard let section = sections.first(where: { $0.mergeable && name(of: $0) == spot.group }) else {
      return 0..<0
    }
    return withCells(of: section.range) { $0.points(at: spot.key) }
  }

  /// The name of a section's group.
  func name(of section: PointSection) -> ExactText? {
    section.group < 0 ? nil : ExactText(groupNames[Int(section.group)])
  }

  /// Where mergeable points came, went or changed since an earlier state of the set; nil where the two were
  /// edited from different columns.
  ///
  /// - Complexity: O(*d*), where *d* is the number of edits since then and before.
  func spots(changedSince old: PointSet) -> [EditedDendrogram.Spot]? {
    guard sharesBase(with: old) else { return nil }
    var spots: Set<EditedDendrogram.Spot> = []
    let columns = PointSet(projection: projection, base: base)
    let (before, after) = (old.delta?.indices.removed ?? [], delta?.indices.removed ?? [])
    for index in Set(before).symmetricDifference(after) {
      let section = columns.section(of: index)
      if section.mergeable {
        spots.insert(EditedDendrogram.Spot(group: columns.name(of: section), key: base.keys[index]))
      }
    }
    for added in old.addedPoints.symmetricDifference(addedPoints) { spots.insert(added.spot) }
    return Array(spots)
  }

  private var addedPoints: Set<AddedPoint> {
    guard let added = delta?.added else { return [] }
    let columns = PointSet(projection: projection, base: added)
    var points: Set<AddedPoint> = []
    for section in added.sections where section.mergeable {
      let group = columns.name(of: section)
      for index in section.range {
        points.insert(
          AddedPoint(
            id: added.ids[index], spot: EditedDendrogram.Spot(group: group, key: added.keys[index]),
            weight: added.weight?[index] ?? 1))
      }
    }
    return points
  }
}

/// A point, as far as clusters depend on it.
private struct AddedPoint: Hashable {
  let id: PointID
  let spot: EditedDendrogram.Spot
  let weight: Double
}
