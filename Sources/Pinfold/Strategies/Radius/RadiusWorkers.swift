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
  /// - Parameter turns: room for all items.
  func absorb(
    _ round: RadiusRound, _ turns: RadiusTurns, _ context: RunContext
  ) throws(ClusteringError) {
    for worker in 0..<count { workers[worker].reset() }
    let blocks = round.seeds.pointee.cells.blockCount
    let lanes = context.lanes(for: round.seeds.pointee.items.count)
    nonisolated(unsafe) let (workers, busyCells) = (workers, turns.busyCells)
    if RadiusTurns.serve(round) {
      for color in 0..<4 as Range<UInt64> {
        try Parallel.deal(blocks, to: lanes, context) { (_, blocks) in
          for block in blocks { turns.take(block, color: color, round) }
        }
      }
      try Parallel.deal(blocks, to: lanes, context) { (lane, blocks) in
        for block in blocks { workers[lane].form(aroundSeedsOf: block, turns, round) }
      }
      return
    }
    try Parallel.deal(blocks, to: lanes, context) { (_, blocks) in
      for block in blocks { busyCells[block] = round.busyCells(of: block) }
    }
    for color in 0..<4 as Range<UInt64> {
      try Parallel.deal(blocks, to: lanes, context) { (lane, blocks) in
        for block in blocks {
          let cells = busyCells[block] & RadiusTurns.firstColor &<< color
          if cells != 0 { workers[lane].absorb(aroundSeedsOf: block, in: cells, round) }
        }
      }
    }
  }

  /// Numbers the clusters formed, from the first worker's on, and returns the keys of their means with their
  /// nodes.
  func number(_ clusters: RadiusClusters, at time: Int32) -> [RadixSort.Item] {
    var starts = [0]
    for worker in 0..<count { starts.append(starts[worker] + workers[worker].formed.count) }
    let firsts = starts
    nonisolated(unsafe) let workers = workers
    return [RadixSort.Item](count: starts[count]) { items in
      nonisolated(unsafe) let items = items
      Parallel.forEach(parts: count, threads: count) { worker in
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
    }
  }
}
