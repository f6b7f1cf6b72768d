/// One thread's work: seeds absorb their neighborhoods, and the clusters that this forms are listed.
///
/// It is bound by cache misses, on positions of candidates and on sums of what they are, and by branches that
/// nobody can predict: candidates come in runs of two to six.
struct RadiusAbsorption: ~Copyable {
  /// A cluster that has no number yet.
  struct Formed: BitwiseCopyable {
    let sums: RadiusClusters.Sums

    /// The Z-order key of the mean.
    let key: UInt64

    /// Where its nodes end in ``nodes``.
    let end: Int
  }

  private(set) var formed = ChunkedBuffer<Formed>()
  private(set) var nodes = ChunkedBuffer<UInt32>()
  private(set) var weighted: [WeightedSum] = []
  private(set) var windings: [NodeWinding] = []

  /// The farthest that a mean has come from a point of its cluster.
  var drift: UInt32 = 0

  /// The items in reach of the seed at hand: their tier above their index.
  private var found = GrowingBuffer<UInt64>()

  /// A block of the first two tiers near the seed before.
  private var nearby = (0, 0)

  /// Forgets the clusters of the round before.
  mutating func reset() {
    formed.count = 0
    nodes.count = 0
    weighted.removeAll(keepingCapacity: true)
    windings.removeAll(keepingCapacity: true)
    nearby = (0, 0)
  }

  /// Lets seeds of a block absorb their neighborhoods.
  ///
  /// - Parameter parts: the cells whose seeds do.
  @inline(__always)
  mutating func absorb(aroundSeedsOf block: Int, in parts: UInt64, _ round: borrowing RadiusRound) {
    let (items, cells) = (round.seeds.pointee.items, round.seeds.pointee.cells)
    let firstSeed = round.firstSeed
    let node = cells.blocks[block]
    var left = parts
    while left != 0 {
      let number = node.number(of: UInt64(truncatingIfNeeded: left.trailingZeroBitCount))
      left &= left &- 1
      for seed in Int(cells.starts[number])..<Int(cells.starts[number &+ 1])
      where !items.isAbsorbed[seed] && items.nodes[seed] >= firstSeed {
        absorb(around: seed, in: block, round)
      }
    }
  }

  /// Forms the clusters of a block's seeds, where all items had their turn.
  @inline(__always)
  mutating func form(aroundSeedsOf block: Int, _ turns: RadiusTurns, _ round: RadiusRound) {
    let (items, cells) = (round.seeds.pointee.items, round.seeds.pointee.cells)
    let first = Int(cells.blocks[block].first)
    for number in first..<first &+ cells.blocks[block].parts.nonzeroBitCount {
      turns.forEachSeed(from: Int(cells.starts[number]), of: number) { (seed, follower) in
        found.count = 0
        found.append(UInt64(truncatingIfNeeded: seed))
        var link = follower
        while link != seed {
          found.append(UInt64(truncatingIfNeeded: link))
          link = turns.link(of: link)
        }
        form(around: items.nodes[seed], at: items.positions[seed], round)
      }
    }
  }

  @inline(__always)
  private mutating func absorb(around seed: Int, in block: Int, _ round: borrowing RadiusRound) {
    let items = round.seeds.pointee.items
    let (position, key) = (items.positions[seed], items.keys[seed])
    found.count = 0
    var (zeroth, first, home) = (nearby.0, nearby.1, block)
    if round.tierCount > 1 { find(in: 0, around: position, key, round, near: &zeroth) }
    if round.tierCount > 2 { find(in: 1, around: position, key, round, near: &first) }
    find(in: round.tierCount &- 1, around: position, key, round, near: &home)
    nearby = (zeroth, first)
    guard found.count > 1 else { return }
    dropAbsorbed(round)
    guard found.count > 1 else { return }
    form(around: items.nodes[seed], at: position, round)
  }

  /// Lists the items of a tier that are within the radius.
  @inline(__always)
  private mutating func find(
    in tier: Int, around position: WorldPoint, _ key: UInt64, _ round: borrowing RadiusRound,
    near block: inout Int
  ) {
    round.tiers[tier].find(
      around: position, key, round.reach, squared: round.squared,
      tag: UInt64(truncatingIfNeeded: tier) &<< 32, near: &block, into: &found)
  }

  /// Drops items that are absorbed already. Distance came first: flags of items out of reach may be written
  /// by other threads.
  @inline(__always)
  private mutating func dropAbsorbed(_ round: borrowing RadiusRound) {
    var kept = 0
    for place in 0..<found.count {
      let item = found[place]
      found[kept] = item
      kept &+= round.tiers[Int(item &>> 32)].items.leftCount(at: Int(item & 0xFFFF_FFFF))
    }
    found.count = kept
  }

  /// Forms a cluster of a seed and what was found, unless these have too few points.
  private mutating func form(around seed: UInt32, at position: WorldPoint, _ round: borrowing RadiusRound) {
    let (start, windingStart) = (nodes.count, windings.count)
    let (clusters, phase, wraps) = (round.clusters, round.phase, round.reach.wraps)
    let center = position.x &- phase
    var sum = clusters.positions(of: seed, at: position)
    var weight = WeightedSum()
    if let weighted = clusters.weighted { weight = weighted[Int(seed)] }
    nodes.append(seed)
    for place in 0..<found.count {
      let item = found[place]
      let items = round.tiers[Int(item &>> 32)].items
      let index = Int(item & 0xFFFF_FFFF)
      let node = items.nodes[index]
      if node == seed { continue }
      nodes.append(node)
      let x = items.positions[index].x &- phase
      // By the short way from the seed.
      let winding = wraps ? (Int64(center) &+ Int64(Int32(bitPattern: x &- center))) >> 32 : 0
      var part = clusters.positions(of: node, at: items.positions[index])
      if winding != 0 {
        part = part.wound(by: winding)
        windings.append(NodeWinding(node: node, windings: Int32(winding)))
      }
      sum = sum + part
      if let weighted = clusters.weighted { weight = weight + weighted[Int(node)].wound(by: winding) }
    }
    guard sum.count >= round.minPoints else {
      nodes.count = start
      windings.removeLast(windings.count - windingStart)
      return
    }
    for place in 0..<found.count {
      let items = round.tiers[Int(found[place] &>> 32)].items
      items.isAbsorbed[Int(found[place] & 0xFFFF_FFFF)] = true
    }
    let mean = (clusters.weighted == nil ? nil : weight.mean) ?? sum.mean
    let winding = mean.x >> 32
    if winding != 0 {
      sum = sum.wound(by: -winding)
      weight = weight.wound(by: -winding)
      unwind(by: winding, from: start, windingStart)
    }
    let formedAt = WorldPoint(
      x: UInt32(truncatingIfNeeded: mean.x) &+ phase, y: UInt32(truncatingIfNeeded: mean.y))
    var ownDrift: UInt32 = 0
    if round.keepsDrift {
      let (east, south) = formedAt.offsets(from: position, wraps: wraps)
      let moved = (Double(east) * Double(east) + Double(south) * Double(south)).squareRoot()
      ownDrift = clusters.drift(of: seed) + UInt32(moved) + 1
      drift = max(drift, ownDrift)
    }
    let sums = RadiusClusters.Sums(positions: sum, drift: ownDrift)
    if clusters.weighted != nil { weighted.append(weight) }
    formed.append(Formed(sums: sums, key: Morton.key(x: formedAt.x, y: formedAt.y), end: nodes.count))
  }

  /// Counts the windings of a cluster's nodes from where its mean lies within the world.
  @inline(never)
  private mutating func unwind(by winding: Int64, from start: Int, _ windingStart: Int) {
    var wound = ArraySlice(windings[windingStart...])
    windings.removeLast(wound.count)
    for place in start..<nodes.count {
      var own: Int32 = 0
      // They are listed in the order of the nodes.
      if wound.first?.node == nodes[place] { own = wound.removeFirst().windings }
      if Int64(own) != winding {
        windings.append(NodeWinding(node: nodes[place], windings: own - Int32(winding)))
      }
    }
  }
}
