/// What happens to some items at one level, turn by turn, as if there were no others.
///
/// Which items absorb which depends on those within a radius that are left when a seed takes its turn. So all
/// items of a cluster, replayed by themselves, merge as they did among all others, and the turns that nobody
/// kept are known again.
struct RadiusReplay {
  /// When a seed acts: rounds before colors before the Z-order curve.
  struct Turn: Hashable, Comparable {
    /// Four colors in a round.
    var step: Int
    var key: UInt64

    static let never = Turn(step: .max, key: .max)

    static func < (a: Turn, b: Turn) -> Bool { (a.step, a.key) < (b.step, b.key) }
  }

  /// An item or a cluster, from the round in which it is there to the turn at which it is absorbed.
  struct Life: Hashable {
    /// The position.
    let key: UInt64

    let count: Int

    /// When it acts as a seed, unless it was absorbed before.
    let turn: Turn

    var end = Turn.never

    /// Whether one of two within a radius takes its turn while the other is there.
    func meets(_ other: Life) -> Bool { acts(beside: other) || other.acts(beside: self) }

    private func acts(beside other: Life) -> Bool {
      turn <= end && turn <= other.end && other.turn.step >> 2 <= turn.step >> 2
    }
  }

  /// The items' lives, and then those of clusters formed.
  fileprivate(set) var lives: [Life] = []

  /// One of the items that each life is of.
  fileprivate(set) var origins: [Int] = []

  /// What each item ends in, and the windings by which it lies east when seen from there.
  fileprivate(set) var ends: [(node: Int, windings: Int64)] = []
}

extension RadiusMerging {
  /// Room to replay some items over and over.
  convenience init(replaying most: Int, of points: PointSet, minPoints: Int, context: RunContext) {
    self.init(points, minPoints: minPoints, most: most, context: context) {
      RadiusClusters(over: points, capacity: 2 * most, keepsOrigins: true, in: $0, $1)
    }
  }

  /// Merges some items of one group within a radius.
  ///
  /// - Parameter items: no more than there is room for.
  func replay(_ items: [RadiusEdit.Item], within radius: Double) throws(ClusteringError) -> RadiusReplay {
    clusters.leafCount = 0
    clusters.count = items.count
    windings.removeAll(keepingCapacity: true)
    for (place, item) in items.indices.sorted(by: { items[$0].key < items[$1].key }).enumerated() {
      tiers[0].items.set(place, key: items[item].key, node: UInt32(item))
    }
    tiers[0].items.count = items.count
    for (number, item) in items.enumerated() {
      clusters.parents[number] = .max
      clusters.sums[number] = RadiusClusters.Sums(positions: item.sums.positions)
      clusters.weighted?[number] = item.sums.weighted
    }
    if radius >= 1, items.count > 1 { try merge(within: radius, at: 0) }
    return lives(of: items, within: radius)
  }

  private func lives(of items: [RadiusEdit.Item], within radius: Double) -> RadiusReplay {
    let sideBits = UInt64(CellReach(radius: UInt32(max(1, radius)), wraps: true).sideBits)
    func turn(_ key: UInt64, round: Int) -> RadiusReplay.Turn {
      RadiusReplay.Turn(step: round * 4 + Int((key >> sideBits) >> sideBits & 3), key: key)
    }
    var replay = RadiusReplay()
    replay.origins = Array(items.indices)
    for item in items {
      replay.lives.append(
        RadiusReplay.Life(key: item.key, count: item.sums.positions.count, turn: turn(item.key, round: 0)))
    }
    let phase = points.projection.gridPhase
    for cluster in items.count..<max(items.count, clusters.count) {
      let positions = clusters.sums[cluster].positions
      let mean = clusters.weighted?[cluster].mean ?? positions.mean
      let key = Morton.key(
        x: UInt32(truncatingIfNeeded: mean.x) &+ phase, y: UInt32(truncatingIfNeeded: mean.y))
      let (round, seed) = clusters.origins.map { ($0[cluster].round, Int($0[cluster].seed)) } ?? (0, 0)
      replay.origins.append(replay.origins[seed])
      replay.lives.append(
        RadiusReplay.Life(key: key, count: positions.count, turn: turn(key, round: round + 1)))
    }
    var own = [Int64](repeating: 0, count: clusters.count)
    for node in windings { own[Int(node.node)] = Int64(node.windings) }
    var ends = [Int](0..<clusters.count)
    // Clusters have higher numbers than what they are made of.
    for node in ends.indices.reversed() where clusters.parents[node] != .max {
      let parent = Int(clusters.parents[node])
      ends[node] = ends[parent]
      own[node] += own[parent]
      if let origin = clusters.origins?[parent] {
        let seed = replay.lives[Int(origin.seed)]
        replay.lives[node].end = seed.turn
      }
    }
    replay.ends = items.indices.map { (ends[$0], own[$0]) }
    return replay
  }
}
