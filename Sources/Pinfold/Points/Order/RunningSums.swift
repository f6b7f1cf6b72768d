/// Sums along an order of points, up to each offset, in one pass.
///
/// It is bound by memory: three columns at scattered indices, and 28 bytes written a point. The sums at an
/// offset lie side by side, so that those of a range cost two or three cache misses, not six.
struct RunningSums: Sendable {
  /// The sums at an offset.
  struct Sums: BitwiseCopyable {
    // A sum over all may wrap around; that over a range fits, and comes out right.
    var x: Int64 = 0
    var y: UInt64 = 0
    var hash: UInt64 = 0

    @inline(__always)
    mutating func add(_ other: Sums) {
      x &+= other.x
      y &+= other.y
      hash &+= other.hash
    }

    @inline(__always)
    static func - (a: Sums, b: Sums) -> Sums { Sums(x: a.x &- b.x, y: a.y &- b.y, hash: a.hash &- b.hash) }
  }

  /// The sums up to each offset, and up to the end.
  private(set) var sums: [Sums] = []

  /// The number of changes of the position; nil for the canonical order.
  private(set) var moves: [UInt32]?

  /// Where the sums of each offset go.
  private struct Columns: @unchecked Sendable {
    let sums: UnsafeMutablePointer<Sums>
    let moves: UnsafeMutablePointer<UInt32>?
  }

  /// No sums.
  init() {}

  /// Sums along an order; see ``PointOrder``.
  init(
    _ permutation: [UInt32]?, x: [UInt32], y: [UInt32], idHashes: [UInt64], cuts: [PointOrder.Cut],
    threads: Int
  ) {
    let count = permutation?.count ?? x.count
    let parts = count > 1 << 14 ? threads : 1
    let shares = (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
    var moves: [UInt32]?
    sums = [Sums](count: count + 1) { sums in
      func fill(_ moves: UnsafeMutablePointer<UInt32>?) {
        let columns = Columns(sums: sums, moves: moves)
        columns.sums[0] = Sums()
        Parallel.forEach(parts: parts, threads: parts) { part in
          Self.sum(shares[part], permutation, x, y, idHashes, cuts, into: columns)
        }
        Self.join(shares, columns)
      }
      if permutation == nil { fill(nil) } else { moves = [UInt32](count: count) { fill($0) } }
    }
    self.moves = moves
  }

  /// Sums a share of the order, from 0 on.
  private static func sum(
    _ share: Range<Int>, _ permutation: [UInt32]?, _ x: [UInt32], _ y: [UInt32], _ hashes: [UInt64],
    _ cuts: [PointOrder.Cut], into columns: Columns
  ) {
    var sums = Sums()
    var moves: UInt32 = 0
    var last = 0
    if let permutation, !share.isEmpty { last = Int(permutation[max(0, share.lowerBound - 1)]) }
    let first = cuts.indices.partitioningIndex { cuts[$0].range.upperBound > share.lowerBound }
    for cut in cuts[first...] where cut.range.lowerBound < share.upperBound {
      for offset in cut.range.clamped(to: share) {
        let index = permutation.map { Int($0[offset]) } ?? offset
        sums.add(Sums(x: cut.unwrapped(x[index]), y: UInt64(y[index]), hash: hashes[index]))
        columns.sums[offset &+ 1] = sums
        if let column = columns.moves {
          moves &+= x[index] != x[last] || y[index] != y[last] ? 1 : 0
          column[offset] = moves
          last = index
        }
      }
    }
  }

  /// Lets each share go on from the end of the one before.
  private static func join(_ shares: [Range<Int>], _ columns: Columns) {
    guard shares.count > 1 else { return }
    let count = shares[shares.count - 1].upperBound
    var bases = [(sums: Sums(), moves: 0 as UInt32)]
    for share in shares.dropLast() {
      var base = bases[bases.count - 1]
      let end = share.upperBound
      base.sums.add(columns.sums[end])
      base.moves &+= columns.moves?[end - 1] ?? 0
      bases.append(base)
    }
    // The first share is right; all threads take a part of the others.
    let (frozen, first) = (bases, shares[0].upperBound)
    Parallel.forEach(parts: shares.count, threads: shares.count) { part in
      let own =
        first + (count - first) * part / shares.count..<first + (count - first) * (part + 1)
        / shares.count
      for (share, base) in zip(shares, frozen) {
        for offset in share.clamped(to: own) {
          columns.sums[offset &+ 1].add(base.sums)
          columns.moves?[offset] &+= base.moves
        }
      }
    }
  }
}
