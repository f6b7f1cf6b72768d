/// What a round of merging is about.
struct RadiusRound: @unchecked Sendable {
  let reach: CellReach

  /// The square of the radius.
  let squared: UInt64
  let minPoints: Int
  let phase: UInt32

  /// The lists that are searched; seeds are in the last one. See ``RadiusMerging/tiers``.
  let tiers: UnsafeMutablePointer<RadiusTier>
  let tierCount: Int

  /// The lowest node of a seed; those below were seeds in earlier rounds.
  let firstSeed: UInt32
  let clusters: RadiusClusters

  /// Whether the drift of means is kept up.
  let keepsDrift: Bool

  /// Whether all items are seeds, none of them absorbed.
  var isFirst: Bool { firstSeed == 0 }

  var seeds: UnsafeMutablePointer<RadiusTier> { tiers + tierCount - 1 }
}

extension RadiusRound {
  /// The cells of a block that have something to absorb: of one list those whose items are not alone in
  /// reach, as most are where few merge.
  func busyCells(of block: Int) -> UInt64 {
    let parts = seeds.pointee.cells.blocks[block].parts
    if tierCount > 1 { return parts }
    var (busy, left) = (0 as UInt64, parts)
    var number = Int(seeds.pointee.cells.blocks[block].first)
    while left != 0 {
      let part = left & (0 &- left)
      if !seeds.pointee.isAlone(in: part, of: block, number, reach) { busy |= part }
      left ^= part
      number &+= 1
    }
    return busy
  }
}
