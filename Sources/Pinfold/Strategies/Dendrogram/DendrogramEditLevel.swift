/// A level of a ``DendrogramEdit``: the clusters that differ where items went and came.
///
/// What is left of a cluster that gone items were in is open, together with the new items that came in its
/// place, and so are other new items: their items merge again, together with those of clusters in reach of
/// them that they have not merged with yet. What comes of an open one alone is settled, as it has met all
/// that it could. What comes of it with others is open in its turn; clusters that come out as they were stay
/// as they were. New items asleep are settled from the start, but where they have each other in reach.
struct DendrogramEditLevel {
  private(set) var number = 0
  private(set) var time: Int32 = 0
  let dendrogram: EditedDendrogram
  let group: String?
  let isAlone: Bool
  let points: PointSet

  var items: [DendrogramEdit.Item] = []

  /// The members of clusters, one cluster's after another's.
  var members: [Member] = []

  /// The clusters before the edit that are no more, by their first points.
  private var taken: [Int: DendrogramEdit.Gone] = [:]

  /// Those and what is gone.
  var excluded: Set<Int> = []

  /// Clusters before the edit near others, and where they are.
  var known: [Cluster] = []
  var knownPlaces: [EditedDendrogram.Place] = []

  /// Their numbers, by their first points.
  var numbersOfKnown: [Int: Int] = [:]
  var settled = ClustersByNorth()

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

    /// The number of the known one that it is, if it is from before the edit.
    var known: Int?

    /// Its number in a list.
    var number: Int?

    /// The number of the last merge of which it came as it is; 0 for none.
    var merge = 0
  }

  /// - Parameters:
  ///   - dendrogram: the one before the edit.
  ///   - group: that of the items.
  ///   - isAlone: whether there are no others.
  ///   - points: the edited ones.
  init(in dendrogram: EditedDendrogram, group: String?, isAlone: Bool, _ points: PointSet) {
    self.dendrogram = dendrogram
    self.group = group
    self.isAlone = isAlone
    self.points = points
  }

  /// Begins with another level, in the memory of the one before.
  ///
  /// - Parameters:
  ///   - number: that of the level among all.
  ///   - time: that of its merges.
  mutating func begin(_ number: Int, at time: Int32) {
    (self.number, self.time, merge) = (number, time, 0)
    items.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    excluded.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    knownPlaces.removeAll(keepingCapacity: true)
    numbersOfKnown.removeAll(keepingCapacity: true)
    settled = ClustersByNorth()
  }

  /// The clusters that differ at the level, from the items that do; nil where these are too many.
  mutating func changed(
    _ change: DendrogramEdit.Change, _ levels: inout some ReplayedLevels
  ) throws(ClusteringError) -> DendrogramEdit.Change? {
    guard levels.reach(of: 1, 1, at: number) > 0, !change.gone.isEmpty || !change.new.isEmpty else {
      return change
    }
    var next = DendrogramEdit.Change()
    // By the first points of what is gone, those of the clusters that it was in.
    var clusters: [Int: Int] = [:]
    for node in change.gone {
      let cluster = cluster(of: node)
      clusters[node.place.start] = cluster.place.start
      excluded.insert(node.place.start)
      if cluster.above.count == node.above.count {
        next.gone.append(node)
      } else {
        taken[cluster.place.start] = cluster
        excluded.insert(cluster.place.start)
      }
    }
    var awake: [Member] = []
    for cluster in taken.values {
      let first = items.count
      dendrogram.appendItems(of: cluster.place, at: time, points, to: &items)
      for item in items.indices[first...] {
        if let start = items[item].start, clusters[start] == nil { awake.append(Member(item: item)) }
      }
    }
    for new in change.new {
      items.append(new)
      let number = items.count - 1
      items[number].cluster = clusters[new.cluster] ?? -items.count
      let member = Member(item: number)
      if new.wakes > self.number {
        settled.append(cluster(of: CollectionOfOne(member)))
      } else {
        awake.append(member)
      }
    }
    var open = self.open(awake) + takeSettledInReach(levels)
    while !open.isEmpty {
      try levels.context.check()
      open.sort { key(of: $0) < key(of: $1) }
      let meetings = try meetings(of: open, levels)
      guard let left = try settle(meetings, &levels) else { return nil }
      open = left
    }
    for cluster in settled.all {
      var first = items[members[cluster.members.lowerBound].item]
      if isBefore(cluster) {
        taken[first.cluster] = nil
      } else if cluster.members.count == 1 {
        // Where it was is gone from this level.
        first.start = nil
        next.new.append(first)
      } else {
        next.new.append(
          dendrogram.item(.graft(graft(of: cluster, levels)), cluster: self.cluster(before: cluster), points))
      }
    }
    next.gone += taken.values
    return next
  }

  /// Merges the items of clusters that may meet, and returns the clusters that are open then; nil where it is
  /// too much.
  private mutating func settle(
    _ meetings: Meetings, _ levels: inout some ReplayedLevels
  ) throws(ClusteringError) -> [Cluster]? {
    for cluster in meetings.settled { settled.append(cluster) }
    let parts = meetings.parts.map { part in ReplayedPart(part.map { meetings.clusters[$0] }, members) }
    guard let ends = try levels.replay(parts.map(\.items), of: items, at: number) else { return nil }
    var left: [Cluster] = []
    for (part, (own, ends)) in zip(meetings.parts, zip(parts, ends)) {
      merge += 1
      let groups = Groups(of: ends.lazy.map(\.node))
      for places in groups.all {
        let source = part[own.sources[places[places.startIndex]]]
        let isOfOne = places.allSatisfy { part[own.sources[$0]] == source }
        let isOpen = source < meetings.openCount
        if isOfOne, !isOpen, places.count == meetings.clusters[source].members.count {
          note(meetings.clusters[source])
          continue
        }
        let cluster = cluster(
          of: places.lazy.map { Member(item: own.items[$0], windings: ends[$0].windings) })
        let isWhole = places.count == meetings.clusters[source].members.count
        // What is left of one may meet what the whole had met without a change.
        if isOfOne, isOpen, isWhole || meetings.clusters[source].merge == 0 {
          settled.append(cluster)
          continue
        }
        left.append(cluster)
        for place in places where part[own.sources[place]] >= meetings.openCount {
          let source = meetings.clusters[part[own.sources[place]]]
          settled.remove(source)
          if let known = source.known, excluded.insert(knownPlaces[known].start).inserted {
            taken[knownPlaces[known].start] = dendrogram.gone(knownPlaces[known])
          }
        }
      }
    }
    return left
  }

  /// Notes that a cluster came out of a merge as it was.
  private mutating func note(_ cluster: Cluster) {
    if let number = cluster.known {
      known[number].merge = merge
    } else {
      settled.note(cluster, merge: merge)
    }
  }

  /// Items that merge by themselves, and which of some clusters each is of.
  private struct ReplayedPart {
    var items: [Int] = []
    var sources: [Int] = []

    init(_ clusters: [Cluster], _ members: [Member]) {
      for (source, cluster) in clusters.enumerated() {
        for member in cluster.members {
          items.append(members[member].item)
          sources.append(source)
        }
      }
    }
  }
}

// MARK: - Items and clusters

extension DendrogramEditLevel {
  /// The cluster of the level that a node was in.
  private func cluster(of node: DendrogramEdit.Gone) -> DendrogramEdit.Gone {
    var node = node
    while let above = node.above.last, dendrogram.time(of: above.branch) <= time {
      node.place = above
      node.above.removeLast()
    }
    return node
  }

  /// What is left of each cluster that is no more, together with what came in its place: mostly they are one
  /// again, and to look around them once tells.
  private mutating func open(_ awake: [Member]) -> [Cluster] {
    let sorted = awake.sorted { (items[$0.item].cluster, $0.item) < (items[$1.item].cluster, $1.item) }
    var open: [Cluster] = []
    var rest = sorted[...]
    while let first = rest.first {
      let own = rest.prefix { items[$0.item].cluster == items[first.item].cluster }
      open.append(cluster(of: own))
      rest = rest[own.endIndex...]
    }
    return open
  }

  mutating func cluster(of own: some Collection<Member>) -> Cluster {
    let first = members.count
    members += own
    var box = Box(items[members[first].item].mean)
    var count = items[members[first].item].sums.positions.count
    for member in members[(first + 1)...] {
      box = box.union(Box(items[member.item].mean), wraps: dendrogram.wraps)
      count += items[member.item].sums.positions.count
    }
    return Cluster(members: first..<members.count, box: box, count: count, merge: merge)
  }

  /// Takes out those settled clusters that may have items in reach of each other.
  private mutating func takeSettledInReach(_ levels: some ReplayedLevels) -> [Cluster] {
    settled.sort()
    let found = settled.all.filter { cluster in
      var count = 0
      settled.forEach(meeting: rect(around: cluster, levels)) { _ in count += 1 }
      return count > 1
    }
    for cluster in found { settled.remove(cluster) }
    return found
  }

  /// What the items of a cluster may have in reach.
  func rect(around cluster: Cluster, _ levels: some ReplayedLevels) -> WorldRect {
    WorldRect(around: cluster.box, by: levels.reach(of: cluster.count, points.count, at: number))
  }
}

// MARK: - Results

extension DendrogramEditLevel {
  /// Whether a cluster has the items of one before the edit, and so is that.
  private func isBefore(_ cluster: Cluster) -> Bool {
    let first = items[members[cluster.members.lowerBound].item]
    guard first.start != nil, let old = taken[first.cluster] else { return false }
    var count = 0
    for member in members[cluster.members] {
      let item = items[member.item]
      if item.start == nil || item.cluster != first.cluster { return false }
      count += item.sums.positions.count
    }
    return count == dendrogram.count(of: old.place.branch)
  }

  /// The cluster before the edit, by its first point, that one is in the place of; negative for none.
  private func cluster(before cluster: Cluster) -> Int {
    members[cluster.members].lazy.map { items[$0.item].cluster }.max() ?? -1
  }

  private func graft(of cluster: Cluster, _ levels: some ReplayedLevels) -> EditedDendrogram.Graft {
    let sorted = members[cluster.members].map { member in
      (key: dendrogram.key(of: items[member.item].branch), member: member)
    }.sorted { $0.key < $1.key }
    let first = sorted[0].member
    var box = dendrogram.box(of: items[first.item].branch)
    var sums = items[first.item].sums.wound(by: first.windings)
    for (_, member) in sorted.dropFirst() {
      box = box.union(dendrogram.box(of: items[member.item].branch), wraps: dendrogram.wraps)
      sums.add(items[member.item].sums, windings: member.windings)
    }
    return EditedDendrogram.Graft(
      time: time, box: box, sums: sums,
      children: sorted.map { (_, member) in
        EditedDendrogram.Child(
          branch: items[member.item].branch, windings: member.windings + items[member.item].windings)
      }, spot: dendrogram.spot(of: items[first.item].branch),
      lowestID: levels.lowestID(of: sorted.map { items[$0.member.item].branch }),
      over: dendrogram.base)
  }
}
