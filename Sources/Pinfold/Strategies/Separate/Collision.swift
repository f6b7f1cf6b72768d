/// Two markers in one another; the greatest is merged first.
///
/// Of equal depths the pair with the lowest id goes first, then the one whose other marker has the lowest id.
struct Collision: Comparable, BitwiseCopyable {
  let depth: Double
  let ranks: (low: UInt32, high: UInt32)
  let pair: (UInt32, UInt32)

  static func == (a: Collision, b: Collision) -> Bool { a.depth == b.depth && a.ranks == b.ranks }

  @inline(__always)
  static func < (a: Collision, b: Collision) -> Bool {
    a.depth != b.depth ? a.depth < b.depth : a.ranks > b.ranks
  }
}

/// The number of points that a marker stands for, and the lowest rank of their ids.
struct MarkerSize: BitwiseCopyable {
  var count: UInt32
  var lowestRank: UInt32
}
