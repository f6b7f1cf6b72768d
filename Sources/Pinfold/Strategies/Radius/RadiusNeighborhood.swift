/// What a round looks at: the items that a zoom began with, and the clusters that were formed since.
struct RadiusNeighborhood: Sendable {
  let items: RadiusItems.Access
  let formed: RadiusItems.Access
  let filter: CellFilter
  let reach: RadiusReach

  /// Nodes from this one on look for others.
  let oldest: UInt32

  /// Where those that look for others are: in the first round everywhere, later among the new clusters.
  var seeds: RadiusItems.Access { formed.count == 0 ? items : formed }

  /// What is taken, color by color.
  func families(_ context: RunContext) throws(ClusteringError) -> [RadiusFamilies] {
    // Shares do not depend on the number of threads, so neither does the order of families.
    let shares = seeds.shares(of: 8192, bits: reach.bits)
    let starts = try Parallel.map(shares, context) { (share) throws(ClusteringError) in
      try context.check()
      return startsOfCells(in: share)
    }
    var families: [RadiusFamilies] = []
    for color in 0..<4 {
      families += try Parallel.map(starts, context) { (starts) throws(ClusteringError) in
        try context.check()
        var taking = RadiusTaking(around: self)
        for start in starts[color] { taking.look(at: Int(start)) }
        return taking.families
      }
    }
    return families
  }

  /// Where cells begin that have a seed with something in reach, by color.
  private func startsOfCells(in share: Range<Int>) -> [[UInt32]] {
    let seeds = seeds
    var starts = [[UInt32]](repeating: [], count: 4)
    var start = share.lowerBound
    while start < share.upperBound {
      let end = seeds.end(ofRunAt: start, bits: reach.bits)
      if end - start > 1 || formed.count > 0 || mayHoldOthers(around: seeds[start]) {
        if (start..<end).contains(where: { seeds[$0].node >= oldest }) {
          starts[Int(seeds[start].key >> reach.bits & 3)].append(UInt32(start))
        }
      }
      start = end
    }
    return starts
  }

  /// Whether there may be items in the other cells in an item's reach.
  @inline(__always)
  private func mayHoldOthers(around item: RadiusItem) -> Bool {
    var found = false
    let (homeColumn, homeRow) = (item.x >> reach.cellShift, item.y >> reach.cellShift)
    reach.forEachCell(around: item) { column, row in
      if column != homeColumn || row != homeRow, filter.mayHold(column: column, row: row) { found = true }
    }
    return found
  }
}
