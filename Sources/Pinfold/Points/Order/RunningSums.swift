/// Sums along an order of points, up to each offset, in one pass.
///
/// Bound by memory: it reads three columns at scattered indices. The sums at an offset lie side by side, so
/// that those of a range cost two or three cache misses, not six.
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

    /// The sum of so many positions.
    @inline(__always)
    func positions(count: Int) -> PositionSum { PositionSum(count: count, x: x, y: Int64(y)) }

    @inline(__always)
    static func - (a: Sums, b: Sums) -> Sums { Sums(x: a.x &- b.x, y: a.y &- b.y, hash: a.hash &- b.hash) }
  }

  /// The bytes of a scratch's room that are enough for each point of an order, but for very few points.
  static let room = 32

  /// The number of points.
  let count: Int

  /// The sums up to each offset, and up to the end.
  private let sums: Column<Sums>

  /// The number of changes of the position; nil for the canonical order.
  private let moves: Column<UInt32>?

  /// What owns all this memory, and that of the permutation.
  private let scratches: [Scratch]

  /// The memory that they take, with the permutation, in bytes.
  var byteCount: Int { (count + 1) * MemoryLayout<Sums>.stride + (moves == nil ? 0 : count * 8) }

  /// Sums along an order; see ``PointOrder``.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices; nil for the canonical order.
  ///   - scratches: own the memory; that of the sums is taken from the last.
  init(
    _ permutation: Column<UInt32>?, x: [UInt32], y: [UInt32], idHashes: [UInt64],
    cuts: [PointOrder.Cut], in scratches: [Scratch], threads: Int
  ) {
    let count = permutation?.count ?? x.count
    let scratch = scratches[scratches.count - 1]
    self.count = count
    self.scratches = scratches
    sums = scratch.column(count + 1)
    moves = permutation == nil ? nil : scratch.column(count)
    sums[0] = Sums()
    let shares = Parallel.shares(of: 0..<count, threads: threads)
    Parallel.forEach(parts: shares.count, threads: threads) { [self] part in
      sum(shares[part], permutation, x, y, idHashes, cuts)
    }
    join(shares)
  }

  /// The sums over a range.
  @inline(__always)
  subscript(range: Range<Int>) -> Sums {
    check(range)
    return sums[range.upperBound] - sums[range.lowerBound]
  }

  /// Prefetches the sums over a range into the cache.
  @inline(__always)
  func fetch(_ range: Range<Int>) {
    check(range)
    sums.prefetch(range.lowerBound)
    sums.prefetch(range.upperBound)
  }

  /// Whether the points of a range, which is not empty, are coincident; nil for the canonical order.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    check(range)
    return moves.map { $0[range.lowerBound] == $0[range.upperBound - 1] }
  }

  @inline(__always)
  private func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of an order")
  }

  /// Sums a share of the order, from 0 on.
  private func sum(
    _ share: Range<Int>, _ permutation: Column<UInt32>?, _ x: [UInt32], _ y: [UInt32], _ hashes: [UInt64],
    _ cuts: [PointOrder.Cut]
  ) {
    var total = Sums()
    var moveCount: UInt32 = 0
    var last = 0
    if let permutation, !share.isEmpty { last = Int(permutation[max(0, share.lowerBound - 1)]) }
    let first = cuts.indices.partitioningIndex { cuts[$0].range.upperBound > share.lowerBound }
    for cut in cuts[first...] where cut.range.lowerBound < share.upperBound {
      for offset in cut.range.clamped(to: share) {
        let index = permutation.map { Int($0[offset]) } ?? offset
        total.add(Sums(x: cut.unwrapped(x[index]), y: UInt64(y[index]), hash: hashes[index]))
        sums[offset &+ 1] = total
        if let moves {
          moveCount &+= x[index] != x[last] || y[index] != y[last] ? 1 : 0
          moves[offset] = moveCount
          last = index
        }
      }
    }
  }

  /// Adds to each share the sums of those before it.
  private func join(_ shares: [Range<Int>]) {
    guard shares.count > 1 else { return }
    let count = shares[shares.count - 1].upperBound
    var bases = [(sums: Sums(), moves: 0 as UInt32)]
    for share in shares.dropLast() {
      var base = bases[bases.count - 1]
      let end = share.upperBound
      base.sums.add(sums[end])
      base.moves &+= moves?[end - 1] ?? 0
      bases.append(base)
    }
    // The first share is final; all threads take a part of the others.
    let (frozen, first) = (bases, shares[0].upperBound)
    Parallel.forEach(parts: shares.count, threads: shares.count) { part in
      let own =
        first + (count - first) * part / shares.count..<first + (count - first) * (part + 1)
        / shares.count
      for (share, base) in zip(shares, frozen) {
        for offset in share.clamped(to: own) {
          sums[offset &+ 1].add(base.sums)
          moves?[offset] &+= base.moves
        }
      }
    }
  }
}
