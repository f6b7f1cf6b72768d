/// The merges of one round, as one thread found them.
struct RadiusMerges: Sendable {
  private var nodes: [UInt32] = []
  private var hints: [UInt32] = []
  private var ends: [Int] = []

  /// Adds a node to the open merge.
  mutating func add(_ node: UInt32) { nodes.append(node) }

  /// The number of nodes of the open merge.
  var openCount: Int { nodes.count - (ends.last ?? 0) }

  /// Closes the open merge.
  ///
  /// - Parameter hint: the seed's index among the items that the zoom began with.
  mutating func close(hint: UInt32) {
    hints.append(hint)
    ends.append(nodes.count)
  }

  /// Drops the open merge.
  mutating func discard() { nodes.removeLast(openCount) }

  /// Calls `body` with the nodes of each merge, the seed first.
  func forEach(_ body: (_ nodes: ArraySlice<UInt32>, _ hint: UInt32) -> Void) {
    var start = 0
    for (end, hint) in zip(ends, hints) {
      body(nodes[start..<end], hint)
      start = end
    }
  }
}

/// One thread's work on some cells of a round: its seeds absorb their neighbourhoods.
struct RadiusAbsorption {
  private let round: RadiusRound
  private(set) var merges = RadiusMerges()

  // The neighbourhood of the seed at hand, by index in either list.
  private var items: [Int] = []
  private var formed: [Int] = []

  init(in round: RadiusRound) { self.round = round }

  /// Lets each seed of a cell absorb its neighbourhood.
  ///
  /// - Parameter start: the index of the cell's first seed.
  mutating func absorbAroundSeeds(ofCellAt start: Int) {
    let seeds = round.seeds
    for index in start..<seeds.end(ofRunAt: start, bits: round.query.bits) {
      let seed = seeds[index]
      guard seed.node >= round.firstSeed, !seeds.isAbsorbed(index) else { continue }
      let isFirstRound = round.formed.count == 0
      absorb(around: seed, hint: isFirstRound ? index : Int(seed.hint), formedHint: isFirstRound ? 0 : index)
    }
  }

  /// Absorbs the neighbourhood of a seed, unless it has too few points.
  ///
  /// - Parameters:
  ///   - hint: an index near the seed's among the items that the zoom began with.
  ///   - formedHint: an index near the seed's among the clusters formed since.
  private mutating func absorb(around seed: RadiusItem, hint: Int, formedHint: Int) {
    let query = round.query
    items.removeAll(keepingCapacity: true)
    formed.removeAll(keepingCapacity: true)
    merges.add(seed.node)
    var count = Int(seed.count)
    query.forEachCell(around: seed) { column, row in
      guard round.filter.mayHold(column: column, row: row) else { return }
      let cell = Morton.key(x: column, y: row)
      round.items.forEachIndex(in: cell, bits: query.bits, near: hint) { index in
        if addIfNear(index, of: round.items, to: seed, &count) { items.append(index) }
      }
      round.formed.forEachIndex(in: cell, bits: query.bits, near: formedHint) { index in
        if addIfNear(index, of: round.formed, to: seed, &count) { formed.append(index) }
      }
    }
    guard merges.openCount > 1, count >= query.minPoints else {
      merges.discard()
      return
    }
    for index in items { round.items.markAbsorbed(index) }
    for index in formed { round.formed.markAbsorbed(index) }
    merges.close(hint: UInt32(hint))
  }

  /// Adds an item to the open merge if it is in the seed's neighbourhood, and returns whether it is; the seed
  /// itself is added already.
  @inline(__always)
  private mutating func addIfNear(
    _ index: Int, of list: RadiusItems.Access, to seed: RadiusItem, _ count: inout Int
  ) -> Bool {
    let item = list[index]
    // Distance first: flags of items farther away may be written by other threads.
    guard round.query.holds(item, from: seed), !list.isAbsorbed(index) else { return false }
    if item.node != seed.node {
      merges.add(item.node)
      count += Int(item.count)
    }
    return true
  }
}
