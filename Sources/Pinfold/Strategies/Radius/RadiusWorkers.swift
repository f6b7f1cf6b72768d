/// The threads' shares of a round of merging.
///
/// Which thread forms a cluster decides the number of its node, on which nothing depends that anybody sees.
struct RadiusWorkers: ~Copyable, @unchecked Sendable {
  private let workers: UnsafeMutablePointer<RadiusAbsorption>
  private let count: Int

  init(count: Int) {
    self.count = count
    workers = .allocate(capacity: count)
    for worker in 0..<count { (workers + worker).initialize(to: RadiusAbsorption()) }
  }

  deinit {
    workers.deinitialize(count: count)
    workers.deallocate()
  }

  /// Frees the memory of lists.
  func release() {
    for worker in 0..<count { workers[worker] = RadiusAbsorption() }
  }

  /// The farthest that any mean has come from a point of its cluster.
  var drift: UInt32 { (0..<count).reduce(0) { max($0, workers[$1].drift) } }

  func resetDrift() {
    for worker in 0..<count { workers[worker].drift = 0 }
  }

  /// The nodes of the round that lie some windings away from their cluster.
  var windings: [NodeWinding] { (0..<count).flatMap { workers[$0].windings } }

  /// Lets every seed of a round absorb its neighborhood, color by color.
  ///
  /// - Parameters:
  ///   - turns: room for all items.
  ///   - number: called whenever a share of the clusters is formed, of which nothing is kept.
  func absorb(
    _ round: RadiusRound, _ turns: RadiusTurns, _ context: RunContext, _ number: () -> Void
  ) throws(ClusteringError) {
    let blocks = round.seeds.pointee.cells.blockCount
    let lanes = context.lanes(for: round.seeds.pointee.items.count)
    nonisolated(unsafe) let (workers, busyCells) = (workers, turns.busyCells)
    if RadiusTurns.serve(round) {
      for color in 0..<4 as Range<UInt64> {
        try Parallel.deal(blocks, to: lanes, context) { (_, blocks) in
          for block in blocks { turns.take(block, color: color, round) }
        }
      }
      let items = round.seeds.pointee.items.count
      let parts = max(1, min(Self.mostShares, items >> 14))
      for share in round.seeds.pointee.cells.blockRanges(parts) {
        forgetFormed()
        let first = share.lowerBound
        try Parallel.deal(share.count, to: lanes, context) { (lane, blocks) in
          for block in blocks { workers[lane].form(aroundSeedsOf: first &+ block, turns, round) }
        }
        number()
      }
      return
    }
    try Parallel.deal(blocks, to: lanes, context) { (_, blocks) in
      for block in blocks { busyCells[block] = round.busyCells(of: block) }
    }
    for color in 0..<4 as Range<UInt64> {
      forgetFormed()
      try Parallel.deal(blocks, to: lanes, context) { (lane, blocks) in
        for block in blocks {
          let cells = busyCells[block] & RadiusTurns.firstColor &<< color
          if cells != 0 { workers[lane].absorb(aroundSeedsOf: block, in: cells, round) }
        }
      }
      number()
    }
  }

  private static let mostShares = 4

  private func forgetFormed() {
    for worker in 0..<count { workers[worker].reset() }
  }

  /// Numbers the clusters formed, from the first worker's on, and returns how many there are.
  ///
  /// - Parameter items: where the keys of their means go, with their nodes.
  func number(
    _ clusters: RadiusClusters, at time: Int32, into items: UnsafeMutablePointer<RadixSort.Item>
  ) -> Int {
    var starts = [0]
    for worker in 0..<count { starts.append(starts[worker] + workers[worker].formed.count) }
    let firsts = starts
    nonisolated(unsafe) let (workers, items) = (workers, items)
    Parallel.forEach(parts: count, threads: starts[count] > 1 << 10 ? count : 1) { worker in
      var node = 0
      for place in 0..<workers[worker].formed.count {
        let (formed, number) = (workers[worker].formed[place], firsts[worker] &+ place)
        let cluster = clusters.count &+ number
        let parent = UInt32(truncatingIfNeeded: clusters.leafCount &+ cluster)
        while node < formed.end {
          clusters.parents[Int(workers[worker].nodes[node])] = parent
          node &+= 1
        }
        clusters.parents[Int(parent)] = .max
        clusters.sums[cluster] = formed.sums
        clusters.times[cluster] = time
        clusters.weighted?[Int(parent)] = workers[worker].weighted[place]
        items[number] = RadixSort.Item(key: formed.key, index: parent)
      }
    }
    return starts[count]
  }
}
