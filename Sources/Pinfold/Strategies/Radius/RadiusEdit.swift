/// What an edit changes in a ``RadiusStrategy``'s dendrogram, level by level: the nodes of a fresh build,
/// found from those before the edit.
///
/// A level begins with items that are gone and others that are new. The clusters that they were in are
/// touched: their items merge again, by themselves. That is what a build does unless some of them meet an
/// item of a cluster that is not touched: one of the two takes its turn while the other is there, within a
/// radius. Where they do, that cluster is touched too. All others stay as they were, as what happens in a
/// cluster depends on its own items alone (``RadiusReplay``); and items that live as they did before the edit
/// meet nobody new. The level above begins with the clusters that differ.
///
/// - Complexity: by what differs: some tens of items at a level, mostly.
struct RadiusEdit: ~Copyable {
  private var dendrogram: EditedDendrogram
  private let points: PointSet
  private let minPoints: Int
  private let context: RunContext
  private var merging: RadiusMerging
  private var room = 256

  /// How many items may still be replayed for the spots at hand before a build is the better way.
  private var budget = 0

  /// What may merge.
  struct Item {
    let branch: EditedDendrogram.Branch

    /// The offset of its first point before the edit; nil for a new one.
    let start: Int?
    let sums: PointSums

    /// See ``EditedDendrogram/sums(of:)``.
    let windings: Int64

    /// The Z-order key of the mean.
    let key: UInt64

    /// The cluster of the level that it was in before the edit, by its first point.
    let cluster: Int
  }

  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - points: the edited ones.
  init(of dendrogram: EditedDendrogram, for points: PointSet, minPoints: Int, context: RunContext) {
    self.dendrogram = dendrogram
    self.points = points
    self.minPoints = minPoints
    self.context = context
    merging = RadiusMerging(replaying: room, of: points, minPoints: minPoints, context: context)
  }

  /// The nodes that an edit takes out of the clusters at a level, and those that come in.
  struct Change {
    var gone: [EditedDendrogram.Place] = []
    var new: [EditedDendrogram.Branch] = []
  }

  /// The dendrogram after the edit; nil if so much changes that a build is faster.
  ///
  /// - Parameter spots: where points came, went or changed.
  mutating func dendrogram(
    changing spots: [EditedDendrogram.Spot], levels: [RadiusMerging.Level]
  ) throws(ClusteringError) -> EditedDendrogram? {
    // A build takes less time than this for so many.
    guard spots.count < 32 + points.count / 400 else { return nil }
    // A level merges again until nothing meets anything new: a few spots near each other settle sooner.
    for (_, spots) in Dictionary(grouping: spots, by: \.group) {
      let sorted = spots.sorted { $0.key < $1.key }
      for start in stride(from: 0, to: sorted.count, by: Self.spotsAtOnce) {
        // Where no few points are enough for a cluster, everything may meet everything.
        budget = 20_000 + points.count / 8
        var change = leaves(sorted[start..<min(start + Self.spotsAtOnce, sorted.count)])
        for level in levels {
          try context.check()
          guard let next = try changed(change, at: level) else { return nil }
          change = next
        }
        dendrogram = dendrogram.replacing(change.gone, by: change.new)
      }
    }
    return dendrogram
  }

  private static let spotsAtOnce = 16

  // MARK: Leaves

  private func leaves(_ spots: ArraySlice<EditedDendrogram.Spot>) -> Change {
    var change = Change()
    for spot in spots {
      let position = WorldPoint(
        x: Morton.x(spot.key) &- points.projection.gridPhase, y: Morton.y(spot.key))
      let rect = WorldRect(west: position.x, width: 1, north: position.y, height: 1)
      dendrogram.forEachNode(at: Dendrogram.beginning, where: { rect.relation(to: $0) != .outside }) { leaf in
        if dendrogram.group(of: leaf.branch) == spot.group { change.gone.append(leaf) }
      }
      let stack = points.stack(at: spot)
      guard !stack.isEmpty else { continue }
      let sums = points.order.sums(of: stack)
      change.new.append(
        .graft(
          EditedDendrogram.Graft(
            time: Dendrogram.beginning, box: Box(position), sums: sums.wound(by: -sums.windings),
            children: [],
            spot: spot)))
    }
    return change
  }

  // MARK: A level

  /// The clusters of a level that an edit of its items changes.
  private mutating func changed(
    _ change: Change, at level: RadiusMerging.Level
  ) throws(ClusteringError) -> Change? {
    let radius = min(level.radius, 0x1p31)
    guard radius >= 1, !change.gone.isEmpty || !change.new.isEmpty else { return change }
    let gone = Set(change.gone.map(\.start))
    /// The clusters of the level before the edit that merge again, by their first points, and their items.
    var touched: [Int: EditedDendrogram.Place] = [:]
    var before: [Item] = []
    for place in change.gone {
      let cluster = dendrogram.cluster(at: level.time, holding: place.start)
      if touched.updateValue(cluster, forKey: cluster.start) == nil { before += items(of: cluster, level) }
    }
    let added = change.new.map { item($0, start: nil, cluster: -1) }
    var beside: [Int: EditedDendrogram.Place] = [:]
    var besideItems: [Item] = []
    var asked: Set<UInt64> = []
    while true {
      budget -= before.count + besideItems.count
      guard budget > 0 else { return nil }
      let after = before.filter { !gone.contains($0.start ?? -1) } + added
      let replay = try self.replay(after, within: radius)
      let known = Set(try self.replay(before, within: radius).lives)
      var fresh = replay.lives.filter { !known.contains($0) }
      if minPoints > 2 {
        // A seed that found too few may find enough with one of these and one of a cluster not touched.
        let near = RadiusNearness(fresh, within: radius, wraps: points.projection.wraps)
        fresh = replay.lives.filter { !known.contains($0) || near.holdsOne(meeting: $0) }
      }
      for life in fresh where asked.insert(life.key).inserted {
        for place in clusters(around: life.key, radius, level, group: dendrogram.group(of: after[0].branch))
        where touched[place.start] == nil && beside.updateValue(place, forKey: place.start) == nil {
          besideItems += items(of: place, level)
        }
      }
      let met = try clusters(besideItems, meeting: fresh, within: radius)
      if met.isEmpty { return self.change(from: touched, to: after, replay, gone, level) }
      for start in met { touched[start] = beside.removeValue(forKey: start) }
      before += besideItems.filter { met.contains($0.cluster) }
      besideItems.removeAll { met.contains($0.cluster) }
    }
  }

  private mutating func replay(
    _ items: [Item], within radius: Double
  ) throws(ClusteringError) -> RadiusReplay {
    if items.count > room {
      room = 2 * items.count
      merging = RadiusMerging(replaying: room, of: points, minPoints: minPoints, context: context)
    }
    return try merging.replay(items, within: radius)
  }

  /// The clusters before the edit that may hold an item, or have formed one, within a radius of a position.
  private func clusters(
    around key: UInt64, _ radius: Double, _ level: RadiusMerging.Level, group: String?
  ) -> [EditedDendrogram.Place] {
    var found: [EditedDendrogram.Place] = []
    let rect = WorldRect(
      around: Double(Morton.x(key) &- points.projection.gridPhase), Double(Morton.y(key)), radius + 2)
    dendrogram.forEachNode(at: level.time, where: { $0.mayHoldMean(in: rect) }) { place in
      if dendrogram.group(of: place.branch) == group { found.append(place) }
    }
    return found
  }

  /// Which clusters beside those touched have an item that meets a life, by their first points.
  private mutating func clusters(
    _ items: [Item], meeting lives: [RadiusReplay.Life], within radius: Double
  ) throws(ClusteringError) -> Set<Int> {
    var met: Set<Int> = []
    if items.isEmpty || lives.isEmpty { return met }
    let replay = try self.replay(items, within: radius)
    let near = RadiusNearness(lives, within: radius, wraps: points.projection.wraps)
    for (number, life) in replay.lives.enumerated() where near.holdsOne(meeting: life) {
      met.insert(items[replay.origins[number]].cluster)
    }
    return met
  }

  // MARK: Items

  private func items(of cluster: EditedDendrogram.Place, _ level: RadiusMerging.Level) -> [Item] {
    guard dendrogram.time(of: cluster.branch) == level.time else {
      return [item(cluster.branch, start: cluster.start, cluster: cluster.start)]
    }
    return dendrogram.children(of: cluster).map {
      item($0.branch, start: $0.start, cluster: cluster.start)
    }
  }

  private func item(_ branch: EditedDendrogram.Branch, start: Int?, cluster: Int) -> Item {
    let (sums, windings) = dendrogram.sums(of: branch)
    let mean = sums.mean
    return Item(
      branch: branch, start: start, sums: sums, windings: windings,
      key: Morton.key(x: mean.x &+ points.projection.gridPhase, y: mean.y), cluster: cluster)
  }

  // MARK: Results

  private func change(
    from touched: [Int: EditedDendrogram.Place], to items: [Item], _ replay: RadiusReplay, _ gone: Set<Int>,
    _ level: RadiusMerging.Level
  ) -> Change {
    var touched = touched
    var change = Change()
    for members in Dictionary(grouping: items.indices, by: { replay.ends[$0].node }).values {
      let first = items[members[0]]
      // A cluster with the items of one before the edit is that one.
      if first.start != nil, let old = touched[first.cluster],
        members.allSatisfy({ items[$0].start != nil && items[$0].cluster == first.cluster }),
        members.reduce(0, { $0 + items[$1].sums.positions.count }) == dendrogram.count(of: old.branch)
      {
        touched[first.cluster] = nil
      } else if members.count == 1 {
        change.new.append(first.branch)
      } else {
        change.new.append(.graft(graft(of: members.map { (items[$0], replay.ends[$0].windings) }, level)))
      }
    }
    change.gone = touched.values.sorted { $0.start < $1.start }
    return change
  }

  private func graft(
    of members: [(item: Item, windings: Int64)], _ level: RadiusMerging.Level
  ) -> EditedDendrogram.Graft {
    let sorted = members.map { (spot: dendrogram.spot(of: $0.item.branch), member: $0) }
      .sorted { $0.spot.key < $1.spot.key }
    var box = dendrogram.box(of: sorted[0].member.item.branch)
    var sums = sorted[0].member.item.sums.wound(by: sorted[0].member.windings)
    for (_, member) in sorted.dropFirst() {
      box = box.union(dendrogram.box(of: member.item.branch))
      sums.add(member.item.sums, windings: member.windings)
    }
    return EditedDendrogram.Graft(
      time: level.time, box: box, sums: sums,
      children: sorted.map { (_, member) in
        EditedDendrogram.Child(branch: member.item.branch, windings: member.windings + member.item.windings)
      }, spot: sorted[0].spot)
  }
}

/// Lives in the order of their rows, to be asked which are within a radius.
private struct RadiusNearness {
  private let lives: [RadiusReplay.Life]
  private let radius: Double
  private let wraps: Bool

  init(_ lives: [RadiusReplay.Life], within radius: Double, wraps: Bool) {
    self.lives = lives.sorted { Morton.y($0.key) < Morton.y($1.key) }
    self.radius = radius
    self.wraps = wraps
  }

  /// Whether one within the radius meets a life.
  func holdsOne(meeting life: RadiusReplay.Life) -> Bool {
    let position = WorldPoint(x: Morton.x(life.key), y: Morton.y(life.key))
    let low = Double(position.y) - radius
    var index = lives.indices.partitioningIndex { Double(Morton.y(lives[$0].key)) >= low }
    while index < lives.count, Double(Morton.y(lives[index].key)) <= Double(position.y) + radius {
      let other = WorldPoint(x: Morton.x(lives[index].key), y: Morton.y(lives[index].key))
      let (east, south) = other.offsets(from: position, wraps: wraps)
      // A little farther than merging goes does no harm.
      let squared = Double(east) * Double(east) + Double(south) * Double(south)
      if squared <= (radius + 1) * (radius + 1), life.meets(lives[index]) { return true }
      index += 1
    }
    return false
  }
}
