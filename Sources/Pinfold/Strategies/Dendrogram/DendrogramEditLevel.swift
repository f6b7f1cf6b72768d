/// A level of a ``DendrogramEdit``: the clusters that differ where items were removed or added.
///
/// An open cluster consists of the remains of a cluster that lost items and the new items in its place, or of
/// other new items. It is settled once it has met everything that it could meet. Skipped new items are
/// settled from the start, unless they are in reach of each other.
struct DendrogramEditLevel {
  /// Before the edit, and the points after it.
  let dendrogram: EditedDendrogram
  let points: PointSet

  /// The group of the items.
  private(set) var group: ExactText?

  let levels: ReplayedLevels
  private(set) var number = 0
  private(set) var time: Int32 = 0

  var items: [DendrogramEdit.Item] = []

  /// The members of clusters, one cluster's after another's.
  private(set) var members: [Member] = []

  /// All that were looked at, by number.
  private(set) var clusters: [Cluster] = []

  /// The numbers of those from before the edit, by their first points.
  private(set) var numbers: [Int: Int] = [:]

  /// The clusters that were ever settled, in the order of settling.
  private(set) var settled: [Int] = []

  /// The clusters before the edit that are no more, by their first points.
  private var taken: [Int: EditedDendrogram.Place] = [:]

  /// The first points of the settled clusters and of removed items.
  private(set) var excluded: Set<Int> = []

  /// The number of merges so far, each of items that merge by themselves.
  private var merge = 0

  struct Member {
    let item: Int

    /// The windings by which it lies east when seen from the cluster.
    var windings: Int64 = 0
  }

  /// Some items that are one cluster, or may become one.
  struct Cluster {
    let members: Range<Int>

    /// Around the items' means.
    let box: Box

    /// The number of points.
    let count: Int

    /// The node that it is; nil if it came with the edit.
    let place: EditedDendrogram.Place?

    var state: State

    /// The number of the last merge that returned it unchanged; 0 for none.
    var merge: Int
  }

  enum State {
    /// From before the edit.
    case old
    case open, settled

    /// Merged into others.
    case dropped
  }

  init(in dendrogram: EditedDendrogram, _ points: PointSet, _ levels: ReplayedLevels) {
    (self.dendrogram, self.points, self.levels) = (dendrogram, points, levels)
  }

  /// Begins with another level.
  mutating func begin(_ number: Int, _ group: ExactText?) {
    (self.number, self.group, time, merge) = (number, group, levels.times[number], 0)
    (items, members, clusters, numbers, settled) = ([], [], [], [:], [])
    (taken, excluded) = ([:], [])
  }

  /// The clusters that differ at the level, from the items that do; nil where these are too many.
  mutating func changed(
    _ change: DendrogramEdit.Change
  ) throws(ClusteringError) -> DendrogramEdit.Change? {
    guard levels.reach(1, 1, number) > 0, !change.gone.isEmpty || !change.new.isEmpty else {
      return change
    }
    var next = DendrogramEdit.Change()
    var open = opened(by: change, &next.gone)
    while !open.isEmpty {
      try levels.context.check()
      open.sort { firstItem(of: $0).key < firstItem(of: $1).key }
      let parts = try parts(meeting: open)
      guard let left = try settle(parts) else { return nil }
      open = left
    }
    for number in settled where clusters[number].state == .settled {
      var first = firstItem(of: number)
      if isOld(number) {
        taken[first.cluster] = nil
      } else if clusters[number].members.count == 1 {
        // Its old place is removed from this level.
        first.start = nil
        next.new.append(first)
      } else {
        let cluster = members[clusters[number].members].map { items[$0.item].cluster }.max()
        next.new.append(dendrogram.item(.graft(graft(of: number)), cluster: cluster ?? -1))
      }
    }
    next.gone += taken.values
    return next
  }

  /// Opens the clusters that a change affects.
  ///
  /// - Parameter roots: receives removed items that are in no cluster of the level.
  private mutating func opened(
    by change: DendrogramEdit.Change, _ roots: inout [EditedDendrogram.Place]
  ) -> [Int] {
    // Maps the first points of removed items to the clusters that contained them.
    var homes: [Int: Int] = [:]
    for node in change.gone {
      let cluster = dendrogram.cluster(of: node, at: time)
      homes[node.start] = cluster.start
      excluded.insert(node.start)
      let isRoot = dendrogram[cluster.branch].time == dendrogram[node.branch].time
      if isRoot { roots.append(node) } else { take(cluster) }
    }
    var active: [Member] = []
    for cluster in taken.values {
      let first = items.count
      dendrogram.appendItems(of: cluster, at: time, to: &items)
      for item in items.indices[first...] {
        if let start = items[item].start, homes[start] == nil { active.append(Member(item: item)) }
      }
    }
    for var new in change.new {
      let member = Member(item: items.count)
      new.cluster = homes[new.cluster] ?? -1 - items.count
      items.append(new)
      if new.firstLevel > number { add([member], .settled) } else { active.append(member) }
    }
    // The remains of a cluster and their replacements usually merge again, so they open together.
    active.sort { (items[$0.item].cluster, $0.item) < (items[$1.item].cluster, $1.item) }
    var open: [Int] = []
    var rest = active[...]
    while let first = rest.first {
      let own = rest.prefix { items[$0.item].cluster == items[first.item].cluster }
      open.append(add(own, .open))
      rest = rest[own.endIndex...]
    }
    let skipped = ClustersByNorth(settled, of: clusters)
    for number in settled {
      var count = 0
      skipped.forEach(meeting: rect(around: clusters[number])) { _ in count += 1 }
      guard count > 1 else { continue }
      clusters[number].state = .open
      open.append(number)
    }
    settled.removeAll { clusters[$0].state == .open }
    return open
  }

  private mutating func take(_ cluster: EditedDendrogram.Place) {
    taken[cluster.start] = cluster
    excluded.insert(cluster.start)
  }

  /// Merges the items of each part's clusters, and returns the clusters that are open then; nil where it is
  /// too much.
  private mutating func settle(_ parts: [[Int]]) throws(ClusteringError) -> [Int]? {
    let own = parts.map { part in part.flatMap { members[clusters[$0].members].lazy.map { $0.item } } }
    guard let ends = try levels.replay(own, items, number) else { return nil }
    var left: [Int] = []
    for (part, (own, ends)) in zip(parts, zip(own, ends)) {
      merge += 1
      let sources = part.flatMap { repeatElement($0, count: clusters[$0].members.count) }
      for places in Groups(of: ends.lazy.map { $0.node }).all {
        let source = sources[places[places.startIndex]]
        let isOfOne = places.allSatisfy { sources[$0] == source }
        let isOpen = clusters[source].state == .open
        let isWhole = places.count == clusters[source].members.count
        if isOfOne, !isOpen, isWhole {
          clusters[source].merge = merge
          continue
        }
        // A part of a cluster may meet items that the whole cluster met without a change.
        let isSettled = isOfOne && isOpen && (isWhole || clusters[source].merge == 0)
        let number = add(
          places.lazy.map { Member(item: own[$0], windings: ends[$0].windings) },
          isSettled ? .settled : .open)
        if isSettled { continue }
        left.append(number)
        for source in places.lazy.map({ sources[$0] }) where clusters[source].state != .open {
          clusters[source].state = .dropped
          if let place = clusters[source].place, !excluded.contains(place.start) { take(place) }
        }
      }
    }
    return left
  }
}

// MARK: - Clusters

extension DendrogramEditLevel {
  /// Adds a cluster, and returns its number.
  @discardableResult
  mutating func add(
    _ own: some Collection<Member>, _ state: State, place: EditedDendrogram.Place? = nil
  ) -> Int {
    let first = members.count
    members += own
    var box = Box(items[members[first].item].mean)
    var count = items[members[first].item].sums.positions.count
    for member in members[(first + 1)...] {
      box = box.union(Box(items[member.item].mean), wraps: dendrogram.wraps)
      count += items[member.item].sums.positions.count
    }
    if let place { numbers[place.start] = clusters.count }
    if state == .settled { settled.append(clusters.count) }
    clusters.append(
      Cluster(
        members: first..<members.count, box: box, count: count, place: place, state: state,
        merge: state == .old ? 0 : merge))
    return clusters.count - 1
  }

  /// Settles an open cluster unchanged.
  mutating func settle(_ number: Int) {
    clusters[number].state = .settled
    settled.append(number)
  }

  func firstItem(of cluster: Int) -> DendrogramEdit.Item {
    items[members[clusters[cluster].members.lowerBound].item]
  }

  /// The area within which another item may be in reach of one of a cluster.
  func rect(around cluster: Cluster) -> WorldRect {
    WorldRect(around: cluster.box, by: levels.reach(cluster.count, points.count, number))
  }

  /// Returns whether a cluster has the same items as a cluster before the edit, and so equals it.
  private func isOld(_ number: Int) -> Bool {
    let first = firstItem(of: number)
    guard first.start != nil, let old = taken[first.cluster] else { return false }
    return clusters[number].count == dendrogram[old.branch].count
      && members[clusters[number].members].allSatisfy {
        items[$0.item].start != nil && items[$0.item].cluster == first.cluster
      }
  }

  /// The node of a cluster of several items.
  private func graft(of number: Int) -> EditedDendrogram.Graft {
    let sorted = members[clusters[number].members].map { member in
      (key: dendrogram.key(of: items[member.item].branch), member: member)
    }.sorted { $0.key < $1.key }.map { $0.member }
    let first = items[sorted[0].item]
    var box = dendrogram[first.branch].box
    var sums = first.sums.wound(by: sorted[0].windings)
    for member in sorted.dropFirst() {
      box = box.union(dendrogram[items[member.item].branch].box, wraps: dendrogram.wraps)
      sums.add(items[member.item].sums, windings: member.windings)
    }
    return EditedDendrogram.Graft(
      time: time, box: box, sums: sums,
      children: sorted.map {
        EditedDendrogram.Child(branch: items[$0.item].branch, windings: $0.windings + items[$0.item].windings)
      }, spot: dendrogram.spot(of: first.branch),
      lowestID: levels.lowestID(sorted.map { items[$0.item].branch }), over: dendrogram.base)
  }
}
