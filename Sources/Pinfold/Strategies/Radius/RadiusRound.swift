/// One round of merging: the items that the zoom began with, the clusters formed since, and which of them are
/// seeds.
struct RadiusRound: Sendable {
  let items: RadiusItems.Access
  let formed: RadiusItems.Access
  let filter: CellFilter
  let query: RadiusQuery

  /// The lowest node of a seed; those below were seeds in earlier rounds.
  let firstSeed: UInt32

  /// The list that holds the seeds: all items in the first round, the clusters formed in later ones.
  var seeds: RadiusItems.Access { formed.count == 0 ? items : formed }

  /// Lets every seed absorb its neighbourhood, colour by colour, and returns the merges.
  func merges(_ context: RunContext) throws(ClusteringError) -> [RadiusMerges] {
    // Shares do not depend on the number of threads, so neither does the order of merges.
    let shares = seeds.shares(of: 8192, bits: query.bits)
    let starts = try Parallel.map(shares, context) { (share) throws(ClusteringError) in
      try context.check()
      return startsOfCells(in: share)
    }
    var merges: [RadiusMerges] = []
    for color in 0..<4 {
      merges += try Parallel.map(starts, context) { (starts) throws(ClusteringError) in
        try context.check()
        var absorption = RadiusAbsorption(in: self)
        for start in starts[color] { absorption.absorbAroundSeeds(ofCellAt: Int(start)) }
        return absorption.merges
      }
    }
    return merges
  }

  /// The indices at which cells begin that have a seed and may have something to absorb, by colour.
  private func startsOfCells(in share: Range<Int>) -> [[UInt32]] {
    let seeds = seeds
    var starts = [[UInt32]](repeating: [], count: 4)
    var start = share.lowerBound
    while start < share.upperBound {
      let end = seeds.end(ofRunAt: start, bits: query.bits)
      if end - start > 1 || formed.count > 0 || mayHaveNeighbors(seeds[start]) {
        if (start..<end).contains(where: { seeds[$0].node >= firstSeed }) {
          starts[Int(seeds[start].key >> query.bits & 3)].append(UInt32(start))
        }
      }
      start = end
    }
    return starts
  }

  /// Whether there may be items in the other cells that an item's neighbourhood touches.
  @inline(__always)
  private func mayHaveNeighbors(_ item: RadiusItem) -> Bool {
    var found = false
    let (homeColumn, homeRow) = (item.x >> query.cellShift, item.y >> query.cellShift)
    query.forEachCell(around: item) { column, row in
      if column != homeColumn || row != homeRow, filter.mayHold(column: column, row: row) { found = true }
    }
    return found
  }
}
