/// Sums along an order of points, up to each offset, in one pass.
///
/// It is bound by memory: three columns at scattered indices, and 28 bytes written a point.
struct RunningSums: @unchecked Sendable {
  /// The number of points.
  let count: Int

  // A sum over all may wrap around; that over a range fits, and comes out right.
  let x: UnsafePointer<Int64>
  let y: UnsafePointer<UInt64>
  let hash: UnsafePointer<UInt64>

  /// The number of changes of the position; nil for the canonical order.
  let moves: UnsafePointer<UInt32>?

  /// What owns all this memory, and that of the permutation.
  private let scratches: [Scratch]

  /// The memory that they take, with the permutation, in bytes.
  var byteCount: Int { (count + 1) * 24 + (moves == nil ? 0 : count * 8) }

  /// The sums at some offset.
  private struct Sums {
    var x: Int64 = 0
    var y: UInt64 = 0
    var hash: UInt64 = 0
    var moves: UInt32 = 0
  }

  /// Where the sums of each offset go.
  private struct Columns: @unchecked Sendable {
    let x: UnsafeMutablePointer<Int64>
    let y: UnsafeMutablePointer<UInt64>
    let hash: UnsafeMutablePointer<UInt64>
    let moves: UnsafeMutablePointer<UInt32>?
  }

  /// Sums along an order; see ``PointOrder``.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices; nil for the canonical order.
  ///   - scratches: own the memory; that of the sums is taken from the last.
  init(
    _ permutation: UnsafeBufferPointer<UInt32>?, x: [UInt32], y: [UInt32], idHashes: [UInt64],
    cuts: [PointOrder.Cut], in scratches: [Scratch], threads: Int
  ) {
    let count = permutation?.count ?? x.count
    let scratch = scratches[scratches.count - 1]
    let columns = Columns(
      x: scratch.allocate(count + 1), y: scratch.allocate(count + 1), hash: scratch.allocate(count + 1),
      moves: permutation == nil ? nil : scratch.allocate(count))
    self.count = count
    self.scratches = scratches
    (self.x, self.y, hash) = (UnsafePointer(columns.x), UnsafePointer(columns.y), UnsafePointer(columns.hash))
    moves = columns.moves.map { UnsafePointer($0) }
    (columns.x[0], columns.y[0], columns.hash[0]) = (0, 0, 0)
    let parts = count > 1 << 14 ? threads : 1
    let shares = (0..<parts).map { count * $0 / parts..<count * ($0 + 1) / parts }
    nonisolated(unsafe) let order = permutation
    Parallel.forEach(parts: parts, threads: threads) { part in
      Self.sum(shares[part], order, x, y, idHashes, cuts, into: columns)
    }
    Self.join(shares, columns)
  }

  /// Stops where a range is not within the order.
  @inline(__always)
  func check(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range out of an order")
  }

  /// Sums a share of the order, from 0 on.
  private static func sum(
    _ share: Range<Int>, _ permutation: UnsafeBufferPointer<UInt32>?, _ x: [UInt32], _ y: [UInt32],
    _ hashes: [UInt64], _ cuts: [PointOrder.Cut], into columns: Columns
  ) {
    var sums = Sums()
    var last = 0
    if let permutation, !share.isEmpty { last = Int(permutation[max(0, share.lowerBound - 1)]) }
    let first = cuts.indices.partitioningIndex { cuts[$0].range.upperBound > share.lowerBound }
    for cut in cuts[first...] where cut.range.lowerBound < share.upperBound {
      for offset in cut.range.clamped(to: share) {
        let index = permutation.map { Int($0[offset]) } ?? offset
        sums.x &+= cut.unwrapped(x[index])
        sums.y &+= UInt64(y[index])
        sums.hash &+= hashes[index]
        columns.x[offset &+ 1] = sums.x
        columns.y[offset &+ 1] = sums.y
        columns.hash[offset &+ 1] = sums.hash
        if let moves = columns.moves {
          sums.moves &+= x[index] != x[last] || y[index] != y[last] ? 1 : 0
          moves[offset] = sums.moves
          last = index
        }
      }
    }
  }

  /// Lets each share go on from the end of the one before.
  private static func join(_ shares: [Range<Int>], _ columns: Columns) {
    guard shares.count > 1 else { return }
    let count = shares[shares.count - 1].upperBound
    var bases = [Sums()]
    for share in shares.dropLast() {
      let (base, end) = (bases[bases.count - 1], share.upperBound)
      bases.append(
        Sums(
          x: base.x &+ columns.x[end], y: base.y &+ columns.y[end], hash: base.hash &+ columns.hash[end],
          moves: base.moves &+ (columns.moves?[end - 1] ?? 0)))
    }
    // The first share is right; all threads take a part of the others.
    let (frozen, first) = (bases, shares[0].upperBound)
    Parallel.forEach(parts: shares.count, threads: shares.count) { part in
      let own =
        first + (count - first) * part / shares.count..<first + (count - first) * (part + 1)
        / shares.count
      for (share, base) in zip(shares, frozen) {
        for offset in share.clamped(to: own) {
          columns.x[offset &+ 1] &+= base.x
          columns.y[offset &+ 1] &+= base.y
          columns.hash[offset &+ 1] &+= base.hash
          columns.moves?[offset] &+= base.moves
        }
      }
    }
  }
}
