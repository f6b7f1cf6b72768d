extension DendrogramEditLevel {
  /// Which clusters may meet: those in parts that nothing joins merge each by itself.
  struct Meetings {
    /// The open ones, then others near them.
    let clusters: [Cluster]
    let openCount: Int

    /// The numbers of those that merge again, some whole parts together.
    let parts: [[Int]]

    /// The open ones that came of a merge with all that they may meet.
    let settled: [Cluster]
  }

  /// Which clusters open ones may meet.
  ///
  /// Of two that came out of one merge as they are, neither absorbs anything of the other: the first time
  /// that something of one met something of the other would have been in that merge too.
  ///
  /// - Parameter open: near ones mostly beside each other.
  mutating func meetings(
    of open: [Cluster], _ levels: some ReplayedLevels
  ) throws(ClusteringError) -> Meetings {
    var stretches = try stretches(of: open, levels)
    let clusters = open + (try neighbors(in: &stretches, from: open.count, levels.context))
    let pairs = try pairs(in: stretches, of: clusters, openCount: open.count, levels)
    var sets = DisjointSets(count: clusters.count)
    var meets = clusters.indices.map { $0 < open.count && clusters[$0].merge == 0 }
    for (a, b) in pairs.joined() {
      (meets[a], meets[b]) = (true, true)
      sets.join(a, b)
    }
    return Meetings(
      clusters: clusters, openCount: open.count, parts: parts(of: clusters, where: meets, &sets),
      settled: open.indices.lazy.filter { !meets[$0] }.map { open[$0] })
  }

  /// The Z-order key of one of a cluster's items.
  func key(of cluster: Cluster) -> UInt64 { items[members[cluster.members.lowerBound].item].key }

  /// Those clusters that merge again, whole sets together, so many that a merge is worth its preparation.
  private func parts(
    of clusters: [Cluster], where meets: [Bool], _ sets: inout DisjointSets
  ) -> [[Int]] {
    let meeting = clusters.indices.filter { meets[$0] }
    let groups = Groups(of: meeting.map { sets.root(of: $0) })
    var parts: [[Int]] = []
    var room = 0
    for own in groups.all.lazy.map({ $0.lazy.map { meeting[$0] } }) {
      if room <= 0 {
        parts.append([])
        room = 1 << 10
      }
      parts[parts.count - 1] += own
      room -= own.reduce(0) { $0 + clusters[$1].members.count }
    }
    return parts
  }

  /// Whether a merge may tell whether two clusters meet: an item of one may be in reach of one of the other,
  /// and no merge has told yet.
  private func mayMeet(_ a: Cluster, _ b: Cluster, _ levels: some ReplayedLevels) -> Bool {
    if a.merge > 0, a.merge == b.merge, levels.meetsInPairs { return false }
    let reach = levels.reach(of: a.count, b.count, at: number)
    let isNear = a.box.mayHoldMean(in: WorldRect(around: b.box, by: reach))
    return isNear && !isParted(a, b, beyond: reach, levels)
  }

  /// Whether there is a strip between the items of two clusters that is too wide for them to meet. What
  /// merges has its mean among them.
  private func isParted(
    _ a: Cluster, _ b: Cluster, beyond reach: Double, _ levels: some ReplayedLevels
  ) -> Bool {
    // Farther, a difference of coordinates may go the other way around.
    guard max(a.box.extent, b.box.extent) < 1 << 27, reach < 0x1p27 else { return false }
    let origin = items[members[a.members.lowerBound].item].mean
    func offset(_ x: UInt32, _ y: UInt32) -> (x: Double, y: Double) {
      (Double(Int32(bitPattern: x &- origin.x)), Double(Int64(y) - Int64(origin.y)))
    }
    func middle(_ box: Box) -> (x: Double, y: Double) {
      offset(box.west &+ box.width / 2, box.north + box.height / 2)
    }
    let (from, to) = (middle(a.box), middle(b.box))
    let (x, y) = (to.x - from.x, to.y - from.y)
    func along(_ member: Member) -> Double {
      let place = offset(items[member.item].mean.x, items[member.item].mean.y)
      return place.x * x + place.y * y
    }
    let end = members[a.members].reduce(-Double.infinity) { max($0, along($1)) }
    let start = members[b.members].reduce(Double.infinity) { min($0, along($1)) }
    let length = (x * x + y * y).squareRoot()
    // Means are rounded.
    let most = (reach + 4) * (levels.reachIsRound ? length : abs(x) + abs(y))
    return start - end > most
  }
}

// MARK: - Stretches

/// Threads share stretches of open clusters that lie near each other: a search is bound by walking down the
/// dendrogram, and by the cache misses on what is new in it.
extension DendrogramEditLevel {
  /// Some open clusters, and what is near them.
  private struct Stretch {
    let open: Range<Int>
    let byNorth: ClustersByNorth
    let most: Int

    /// Nodes from before the edit.
    var places: [EditedDendrogram.Place] = []
    var settled: [Cluster] = []

    /// The numbers of both, once they have any.
    var neighbors: [Int] = []
  }

  private func stretches(
    of open: [Cluster], _ levels: some ReplayedLevels
  ) throws(ClusteringError) -> [Stretch] {
    var sorted = settled
    sorted.sort()
    let (level, settled) = (self, sorted)
    let starts = Array(stride(from: 0, to: open.count, by: 1 << 7))
    return try Parallel.map(starts, levels.context) { (start) throws(ClusteringError) in
      try levels.context.check()
      return level.stretch(start..<min(start + 1 << 7, open.count), of: open, settled, levels)
    }
  }

  /// The clusters that are not open, but may have items within reach of some open ones.
  private func stretch(
    _ range: Range<Int>, of open: [Cluster], _ settled: ClustersByNorth, _ levels: some ReplayedLevels
  ) -> Stretch {
    let rects = open[range].map { rect(around: $0, levels) }
    var stretch = Stretch(
      open: range, byNorth: ClustersByNorth(Array(open[range])),
      most: open[range].reduce(0) { max($0, $1.count) })
    dendrogram.forEachNode(at: time, near: rects) { place in
      guard !excluded.contains(place.start) else { return }
      let (box, count) = (dendrogram.box(of: place.branch), dendrogram.count(of: place.branch))
      var isInReach = false
      let farthest = levels.reach(of: count, stretch.most, at: number)
      stretch.byNorth.forEach(meeting: WorldRect(around: box, by: farthest)) {
        let reach = levels.reach(of: count, $0.count, at: number)
        isInReach = isInReach || box.mayHoldMean(in: WorldRect(around: $0.box, by: reach))
      }
      if isInReach, isAlone || dendrogram.group(of: place.branch) == group { stretch.places.append(place) }
    }
    var seen: Set<Int> = []
    for rect in rects {
      settled.forEach(meeting: rect) { cluster in
        if let number = cluster.number, seen.insert(number).inserted { stretch.settled.append(cluster) }
      }
    }
    return stretch
  }

  /// What is near some stretches, each once; their neighbors get numbers from `first` on.
  private mutating func neighbors(
    in stretches: inout [Stretch], from first: Int, _ context: RunContext
  ) throws(ClusteringError) -> [Cluster] {
    var found: [Cluster] = []
    try know(stretches.flatMap(\.places).filter { numbersOfKnown[$0.start] == nil }, context)
    var (numbers, settledNumbers) = ([Int](repeating: -1, count: known.count), [Int: Int]())
    for stretch in stretches.indices {
      for place in stretches[stretch].places {
        guard let own = numbersOfKnown[place.start] else { continue }
        if numbers[own] < 0 {
          numbers[own] = first + found.count
          found.append(known[own])
        }
        stretches[stretch].neighbors.append(numbers[own])
      }
      for cluster in stretches[stretch].settled {
        guard let own = cluster.number else { continue }
        let number = settledNumbers[own] ?? first + found.count
        stretches[stretch].neighbors.append(number)
        if number == first + found.count {
          settledNumbers[own] = number
          found.append(cluster)
        }
      }
    }
    return found
  }

  /// Gets to know clusters from before the edit.
  private mutating func know(
    _ found: [EditedDendrogram.Place], _ context: RunContext
  ) throws(ClusteringError) {
    var listed: [EditedDendrogram.Place] = []
    for place in found.sorted(by: { $0.start < $1.start }) where place.start != listed.last?.start {
      listed.append(place)
    }
    let (dendrogram, points, time, places) = (dendrogram, points, time, listed)
    let starts = Array(stride(from: 0, to: places.count, by: 1 << 8))
    let made = try Parallel.map(starts, context) { (start) throws(ClusteringError) in
      var made: (items: [DendrogramEdit.Item], ends: [Int]) = ([], [])
      let places = places[start..<min(start + 1 << 8, places.count)]
      for place in places { dendrogram.fetchChildren(of: place.branch) }
      for place in places {
        dendrogram.appendItems(of: place, at: time, points, to: &made.items)
        made.ends.append(made.items.count)
      }
      return made
    }
    knownPlaces += listed
    for made in made {
      let start = items.count
      items += made.items
      var first = start
      for end in made.ends {
        var cluster = cluster(of: (first..<start + end).lazy.map { Member(item: $0) })
        (cluster.known, cluster.merge) = (known.count, 0)
        numbersOfKnown[knownPlaces[known.count].start] = known.count
        known.append(cluster)
        first = start + end
      }
    }
  }

  /// The pairs of clusters that may meet, of which the lower is open.
  private func pairs(
    in stretches: [Stretch], of clusters: [Cluster], openCount: Int, _ levels: some ReplayedLevels
  ) throws(ClusteringError) -> [[(Int, Int)]] {
    let level = self
    let all = ClustersByNorth(Array(clusters[..<openCount]))
    let most = clusters[..<openCount].reduce(0) { max($0, $1.count) }
    return try Parallel.map(Array(stretches.indices), levels.context) { (number) throws(ClusteringError) in
      let stretch = stretches[number]
      var pairs: [(Int, Int)] = []
      for open in stretch.open {
        level.forEach(of: all, most, meeting: clusters[open], levels) { other in
          if other > open { pairs.append((open, other)) }
        }
      }
      for neighbor in stretch.neighbors {
        level.forEach(of: stretch.byNorth, stretch.most, meeting: clusters[neighbor], levels) { other in
          pairs.append((stretch.open.lowerBound + other, neighbor))
        }
      }
      return pairs
    }
  }

  /// Calls `body` with the number of each of some clusters that may meet another.
  private func forEach(
    of others: ClustersByNorth, _ most: Int, meeting cluster: Cluster, _ levels: some ReplayedLevels,
    _ body: (Int) -> Void
  ) {
    let reach = levels.reach(of: cluster.count, most, at: number)
    others.forEach(meeting: WorldRect(around: cluster.box, by: reach)) { other in
      if let number = other.number, mayMeet(other, cluster, levels) { body(number) }
    }
  }
}
