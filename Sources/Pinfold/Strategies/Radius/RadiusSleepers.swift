/// Points so far from all others that no cluster comes near them for many levels. Until one might, they are
/// left out of what is searched, which changes no result.
///
/// At first each sleeper is farther than a safe radius from every other point. A mean that has drifted some
/// way from one of its points is nearer by no more than that; so while drift and radius together are less
/// than the safe radius, nothing absorbs a sleeper, and a sleeper absorbs nothing.
struct RadiusSleepers {
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
  mutating func fallAsleep(from tier: inout RadiusTier, _ reach: CellReach, radius: Double) {
    let (list, cells) = (tier.items, tier.cells)
    var (awake, asleep) = (0, 0)
    for block in 0..<cells.blockCount {
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
    tier.items.count = awake
    count = asleep
    safeRadius = radius
  }
}
