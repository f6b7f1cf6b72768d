/// Points so far from all others that no cluster comes near them for many levels. Until one might, they are
/// left out of what is searched, which changes no result.
///
/// At first each sleeper is farther than a safe radius from every other point. A mean that has drifted some
/// way from one of its points is nearer by no more than that; so while drift and radius together are less
/// than the safe radius, nothing absorbs a sleeper, and a sleeper absorbs nothing.
struct RadiusSleepers: @unchecked Sendable {
  /// Only what falls asleep takes memory, and until it wakes.
  private let scratch = Scratch(isSparse: true)

  /// The leaves, of which nothing else need be kept, in Morton order.
  private let leaves: UnsafeMutablePointer<UInt32>
  private var count = 0
  private var safeRadius = 0.0

  init(capacity: Int) { leaves = scratch.allocate(capacity) }

  var isEmpty: Bool { count == 0 }

  /// Puts all into a list, which they were taken out of.
  mutating func wake(into list: inout RadiusItems, of clusters: RadiusClusters, _ points: PointSet) {
    list.join(UnsafeBufferPointer(start: leaves, count: count), of: clusters, points)
    forget()
  }

  /// Leaves all where they are, as nobody looks for them any more.
  mutating func forget() {
    if count > 0 { scratch.emptyBlocks() }
    count = 0
  }

  /// Whether a seed may reach a sleeper, or the other way around.
  func areReachable(within radius: Double, drift: UInt32) -> Bool {
    // Radius and drift are rounded to whole units.
    !isEmpty && radius + Double(drift) + 2 > safeRadius
  }

  private static let sampleSize = 1 << 12

  /// The radius at which items that are alone should fall asleep; nil where it would not pay.
  ///
  /// - Parameter radii: those of the levels, as they follow each other.
  static func radius(for items: RadiusItems, before radii: [Double]) -> Double? {
    guard items.count > 1000 else { return nil }
    let step = 1 + items.count / sampleSize
    var best: (radius: Double, gain: Double)?
    for radius in radii where radius >= 1 && radius < 0x1p28 {
      let sideBits = UInt64(CellReach(radius: UInt32(radius), wraps: true).sideBits)
      // A sample tells how many share a cell with the next one in Morton order.
      let sample = stride(from: 1, to: items.count, by: step)
      let shared = sample.count { (items.keys[$0] ^ items.keys[$0 - 1]) &>> (2 * sideBits) == 0 }
      // Items reach 2.6 cells on average.
      let alone = max(0, 1 - 2.6 * Double(shared * step) / Double(items.count))
      // What is saved is a look at each level; it costs one look, and joining the lists again.
      let levels = radii.prefix { 2 * $0 < radius }.count
      let gain = alone * Double(levels) - 1
      if gain > best?.gain ?? 0.5 { best = (radius, gain) }
    }
    return best?.radius
  }

  /// Takes the items that are alone in reach out of a list of leaves.
  ///
  /// - Parameter radius: that of `reach`, to whose cells the list's index belongs.
  mutating func fallAsleep(from tier: inout RadiusTier, _ reach: CellReach, radius: Double, threads: Int) {
    let (list, cells) = (tier.items, tier.cells)
    let shares = cells.blockRanges(Parallel.parts(of: list.count, threads: threads))
    var ends = [(awake: Int, asleep: Int)](repeating: (0, 0), count: shares.count)
    let (frozen, sleepers) = (tier, self)
    ends.withUnsafeMutableBufferPointer { ends in
      nonisolated(unsafe) let ends = ends
      Parallel.forEach(parts: shares.count, threads: threads) { part in
        ends[part] = sleepers.divide(shares[part], of: frozen, reach)
      }
    }
    (tier.items.count, count) = (0, 0)
    for (blocks, end) in zip(shares, ends) {
      let start = cells.firstItem(ofBlock: blocks.lowerBound)
      list.move(start..<end.awake, to: tier.items.count)
      (leaves + count).update(from: leaves + start, count: end.asleep - start)
      tier.items.count += end.awake - start
      count += end.asleep - start
    }
    safeRadius = radius
  }

  /// Divides the items of some blocks into those awake and the leaves asleep, each in the place of these
  /// items, and returns where both end.
  private func divide(
    _ blocks: Range<Int>, of tier: RadiusTier, _ reach: CellReach
  ) -> (awake: Int, asleep: Int) {
    let (list, cells) = (tier.items, tier.cells)
    var awake = cells.firstItem(ofBlock: blocks.lowerBound)
    var asleep = awake
    for block in blocks {
      var number = Int(cells.blocks[block].first)
      var left = cells.blocks[block].parts
      while left != 0 {
        let (start, end) = (Int(cells.starts[number]), Int(cells.starts[number &+ 1]))
        if tier.isAlone(in: left & (0 &- left), of: block, number, reach) {
          leaves[asleep] = list.nodes[start]
          asleep &+= 1
        } else {
          // Never past what is still to be looked at.
          for index in start..<end {
            list.copy(index, to: list, at: awake)
            awake &+= 1
          }
        }
        left &= left &- 1
        number &+= 1
      }
    }
    return (awake, asleep)
  }
}
