extension DendrogramEditLevel {
  /// Groups open clusters with the clusters near them into parts that must each merge together, and settles
  /// open clusters that meet nothing new.
  ///
  /// Two clusters that one merge returned unchanged never meet: had an item of one met an item of the other,
  /// that merge would have joined them.
  ///
  /// - Parameter open: cluster numbers; neighbors are usually adjacent.
  /// - Returns: the numbers of clusters. A part holds several sets, so that a merge is worth its preparation.
  mutating func parts(meeting open: [Int]) throws(ClusteringError) -> [[Int]] {
    var stretches = try stretches(of: open)
    let all = open + (try near(&stretches))
    var sets = DisjointSets(count: clusters.count)
    var meets = [Bool](repeating: false, count: clusters.count)
    for number in open where clusters[number].merge == 0 { meets[number] = true }
    for (a, b) in try pairs(of: open, in: stretches).joined() {
      (meets[a], meets[b]) = (true, true)
      sets.join(a, b)
    }
    for number in open where !meets[number] { settle(number) }
    let meeting = all.filter { meets[$0] }
    var parts: [[Int]] = []
    var room = 0
    for set in Groups(of: meeting.map { sets.root(of: $0) }).all {
      if room <= 0 {
        parts.append([])
        room = 1 << 10
      }
      for place in set {
        parts[parts.count - 1].append(meeting[place])
        room -= clusters[meeting[place]].members.count
      }
    }
    return parts
  }

  /// Returns whether two clusters may meet: an item of one may be in reach of an item of the other, and no
  /// merge has decided it yet.
  private func mayMeet(_ a: Cluster, _ b: Cluster) -> Bool {
    if a.merge > 0, a.merge == b.merge, levels.meetsInPairs { return false }
    let reach = levels.reach(a.count, b.count, number)
    return a.box.mayHoldMean(in: WorldRect(around: b.box, by: reach))
  }

  /// The pairs of clusters that may meet, at least one of them open.
  private func pairs(of open: [Int], in stretches: [Stretch]) throws(ClusteringError) -> [[(Int, Int)]] {
    let (level, all) = (self, ClustersByNorth(open, of: clusters))
    return try Parallel.map(stretches, levels.context) { (stretch) throws(ClusteringError) in
      var pairs: [(Int, Int)] = []
      for number in stretch.open {
        level.forEach(of: all, meeting: number) { if $0 < number { pairs.append(($0, number)) } }
      }
      for number in stretch.near {
        level.forEach(of: stretch.byNorth, meeting: number) { pairs.append(($0, number)) }
      }
      return pairs
    }
  }

  /// Calls `body` with each of some clusters that may meet another.
  private func forEach(of others: ClustersByNorth, meeting number: Int, _ body: (Int) -> Void) {
    let cluster = clusters[number]
    let reach = levels.reach(cluster.count, others.most, self.number)
    others.forEach(meeting: WorldRect(around: cluster.box, by: reach)) { other in
      if mayMeet(clusters[other], cluster) { body(other) }
    }
  }
}

// MARK: - Near clusters

/// Threads share stretches of open clusters that lie near each other: a search is bound by walking down the
/// dendrogram, and by the cache misses on what is new in it.
extension DendrogramEditLevel {
  /// Some open clusters, and what is near them: nodes from before the edit, and clusters.
  private struct Stretch {
    let open: ArraySlice<Int>
    let byNorth: ClustersByNorth
    var places: [EditedDendrogram.Place] = []
    var near: [Int] = []
  }

  private func stretches(of open: [Int]) throws(ClusteringError) -> [Stretch] {
    let settled = ClustersByNorth(settled.filter { clusters[$0].state == .settled }, of: clusters)
    let level = self
    return try Parallel.map(open.parts(of: 1 << 7), levels.context) { (part) throws(ClusteringError) in
      try level.levels.context.check()
      return level.stretch(part, settled)
    }
  }

  /// The clusters that are not open, but may have items within reach of some open ones.
  private func stretch(_ open: ArraySlice<Int>, _ settled: ClustersByNorth) -> Stretch {
    var stretch = Stretch(open: open, byNorth: ClustersByNorth(open, of: clusters))
    let rects = open.map { rect(around: clusters[$0]) }
    dendrogram.forEachNode(at: time, in: rects) { place in
      guard !excluded.contains(place.start) else { return }
      let node = dendrogram[place.branch]
      var isInReach = false
      let farthest = levels.reach(node.count, stretch.byNorth.most, number)
      stretch.byNorth.forEach(meeting: WorldRect(around: node.box, by: farthest)) {
        let reach = levels.reach(node.count, clusters[$0].count, number)
        isInReach =
          isInReach || node.box.mayHoldMean(in: WorldRect(around: clusters[$0].box, by: reach))
      }
      if isInReach, dendrogram.group(of: place.branch) == group { stretch.places.append(place) }
    }
    var seen: Set<Int> = []
    for rect in rects {
      settled.forEach(meeting: rect) { if seen.insert($0).inserted { stretch.near.append($0) } }
    }
    return stretch
  }

  /// The clusters near some stretches, without duplicates. Nodes from before the edit become clusters.
  private mutating func near(_ stretches: inout [Stretch]) throws(ClusteringError) -> [Int] {
    try add(stretches.flatMap { $0.places })
    var isListed = [Bool](repeating: false, count: clusters.count)
    var all: [Int] = []
    for stretch in stretches.indices {
      let old = stretches[stretch].places.compactMap { numbers[$0.start] }
      stretches[stretch].near.insert(contentsOf: old, at: 0)
      for number in stretches[stretch].near where !isListed[number] {
        isListed[number] = true
        all.append(number)
      }
    }
    return all
  }

  /// Adds clusters from before the edit, but for those that were added before.
  private mutating func add(_ found: [EditedDendrogram.Place]) throws(ClusteringError) {
    var listed: [EditedDendrogram.Place] = []
    for place in found.filter({ numbers[$0.start] == nil }).sorted(by: { $0.start < $1.start })
    where place.start != listed.last?.start {
      listed.append(place)
    }
    let (dendrogram, time) = (dendrogram, time)
    let made = try Parallel.map(listed.parts(of: 1 << 8), levels.context) {
      (places) throws(ClusteringError) in
      var items: [DendrogramEdit.Item] = []
      for place in places { dendrogram.fetchChildren(of: place.branch) }
      for place in places { dendrogram.appendItems(of: place, at: time, to: &items) }
      return items
    }
    var first = items.count
    for made in made { items += made }
    for place in listed {
      let end = (first..<items.count).first { items[$0].cluster != place.start } ?? items.count
      add((first..<end).lazy.map { Member(item: $0) }, .old, place: place)
      first = end
    }
  }
}

extension Array {
  /// The elements in parts of some size; the last may be smaller.
  fileprivate func parts(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

// MARK: - Clusters by north

extension DendrogramEditLevel {
  /// Some clusters by their north edges, to find those that may have items in a rectangle.
  struct ClustersByNorth: Sendable {
    private let sorted: [(box: Box, number: Int)]
    private let tallest: UInt32

    /// The most points of a cluster.
    let most: Int

    /// - Parameter numbers: those of the clusters among all.
    init(_ numbers: some Collection<Int>, of clusters: [Cluster]) {
      sorted = numbers.map { (clusters[$0].box, $0) }.sorted { $0.box.north < $1.box.north }
      tallest = sorted.reduce(0) { max($0, $1.box.height) }
      most = numbers.reduce(0) { max($0, clusters[$1].count) }
    }

    /// Calls `body` with the number of each that may have an item in a rectangle.
    func forEach(meeting rect: WorldRect, _ body: (Int) -> Void) {
      let south = UInt64(rect.north) + rect.height
      var place = sorted.indices.partitioningIndex {
        UInt64(sorted[$0].box.north) + UInt64(tallest) >= UInt64(rect.north)
      }
      while place < sorted.count, UInt64(sorted[place].box.north) < south {
        if sorted[place].box.mayHoldMean(in: rect) { body(sorted[place].number) }
        place += 1
      }
    }
  }
}
