/// Prefix sums along an order of points.
///
/// Computing them is bound by memory: three columns are read at scattered indices. The sums at an offset are
/// adjacent, so that a range costs two or three cache misses rather than six.
struct RunningSums: Sendable {
  /// The sums at an offset.
  struct Sums: BitwiseCopyable {
    // A sum over all points may overflow; that over a range, a difference, is right.
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
    func positions(count: Int) -> PositionSum { PositionSum(count: count, x: x, y: Int64(y)) }

    @inline(__always)
    static func - (a: Sums, b: Sums) -> Sums { Sums(x: a.x &- b.x, y: a.y &- b.y, hash: a.hash &- b.hash) }
  }

  /// The bytes of scratch memory per point that suffice except for very few points.
  static let room = 32

  /// The number of points.
  let count: Int

  /// Prefix sums, one more than points.
  private let sums: Column<Sums>

  /// The number of changes of position up to each offset; nil for the canonical order.
  private let moves: Column<UInt32>?

  /// The owners of this memory and of the permutation.
  private let scratches: [Scratch]

  var byteCount: Int { (count + 1) * MemoryLayout<Sums>.stride + (moves == nil ? 0 : count * 8) }

  /// - Parameters:
  ///   - permutation: canonical indices; nil for the canonical order.
  ///   - scratches: own the memory; the last one receives the sums.
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

  /// Sums that were computed before.
  init(_ sums: FrozenColumn<Sums>, moves: FrozenColumn<UInt32>?) {
    count = sums.count - 1
    (self.sums, self.moves) = (sums.column, moves?.column)
    scratches = [sums.scratch] + (moves.map { [$0.scratch] } ?? [])
  }

  /// The columns, to be saved.
  var columns: (sums: FrozenColumn<Sums>, moves: FrozenColumn<UInt32>?) {
    let scratch = scratches[scratches.count - 1]
    return (FrozenColumn(sums, in: scratch), moves.map { FrozenColumn($0, in: scratch) })
  }

  /// The permutation that the sums are along, with its owner.
  func permutation(_ column: Column<UInt32>?) -> FrozenColumn<UInt32>? {
    column.map { FrozenColumn($0, in: scratches[0]) }
  }

  @inline(__always)
  subscript(range: Range<Int>) -> Sums {
    check(range)
    return sums[range.upperBound] - sums[range.lowerBound]
  }

  @inline(__always)
  func fetch(_ range: Range<Int>) {
    check(range)
    sums.prefetch(range.lowerBound)
    sums.prefetch(range.upperBound)
  }

  /// Whether the points of a nonempty range are coincident; nil for the canonical order.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    check(range)
    return moves.map { $0[range.lowerBound] == $0[range.upperBound - 1] }
  }

  @inline(__always)
  private func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of an order")
  }

  /// Sums a share of the order, starting at 0.
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

  /// Adds to each share the totals of those before it.
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
    // The first share is final; all threads process a part of the others.
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
