/// An order of a set's points with running sums along it: any range has its count, mean, weight and cluster
/// id, and whether it is a stack, in constant time.
///
/// Sums are whole numbers, so they are exact whatever was summed first.
public struct PointOrder: Sendable {
  /// Canonical indices in this order; nil for the canonical order itself.
  ///
  /// - Complexity: O(*n*).
  public var permutation: [UInt32]? { isCanonical ? nil : (0..<count).map { UInt32(index(at: $0)) } }

  /// Canonical indices in this order, in memory that belongs to the sums; nil for the canonical order, and
  /// where a source has them.
  @usableFromInline let listed: Column<UInt32>?

  /// Whether this is the canonical order.
  @usableFromInline let isCanonical: Bool

  private let contents: Contents

  /// All else, in one piece: an order is copied into whatever has ranges of it.
  private final class Contents: Sendable {
    let source: (any PointOrderSource)?
    let edits: Edits?

    /// The sums along the order; nil where a source knows them, and for the canonical order of an edited set.
    let sums: RunningSums?
    let weighted: Weighted?

    /// Whether sums are in columns, and every point weighs 1, as is the rule.
    let isPlain: Bool

    init(
      source: (any PointOrderSource)? = nil, edits: Edits? = nil, sums: RunningSums? = nil,
      weighted: Weighted? = nil
    ) {
      (self.source, self.edits, self.sums, self.weighted) = (source, edits, sums, weighted)
      isPlain = source == nil && edits == nil && weighted == nil
    }
  }

  /// What knows the order; nil where it is kept in columns.
  var source: (any PointOrderSource)? { contents.source }

  private var edits: Edits? { contents.edits }

  /// Where x is counted from for one stretch of an order, so that means do not fall for the wrap.
  package struct Cut: Hashable, Sendable {
    /// The stretch.
    package var range: Range<Int>

    /// The unwrapped x at which the stretch's positions start: they lie within one winding east of it, and
    /// their wrapped x is what is left of that when whole windings are dropped.
    package var origin: Int64

    /// Cuts the circle for a stretch that stands for itself.
    package init(range: Range<Int>, origin: UInt32) {
      self.init(range: range, origin: Int64(origin))
    }

    /// Cuts the circle for a stretch whose clusters may lie in others too.
    package init(range: Range<Int>, origin: Int64) {
      self.range = range
      self.origin = origin
    }

    /// The x of the meridian at which the circle is cut.
    @inline(__always)
    var west: UInt32 { UInt32(truncatingIfNeeded: origin) }

    /// Returns the unwrapped x of an x, east of the cut.
    @inline(__always)
    func unwrapped(_ x: UInt32) -> Int64 { origin + Int64(x &- west) }
  }

  /// Sums of an edited order: those of another order, less those of the points taken out, and those of the
  /// points added.
  private final class Edits: Sendable {
    let delta: SequenceDelta
    let base: PointOrder
    let removed: PointOrder
    let added: PointOrder

    init(delta: SequenceDelta, base: PointOrder, removed: PointOrder, added: PointOrder) {
      self.delta = delta
      self.base = base
      self.removed = removed
      self.added = added
    }

    @inline(never)
    func sum(of range: Range<Int>) -> PositionSum {
      let parts = delta.parts(of: range)
      let (base, removed) = (base.sum(of: parts.base), removed.sum(of: parts.removed))
      let added = added.sum(of: parts.added)
      return PositionSum(
        count: range.count, x: base.x - removed.x + added.x, y: base.y - removed.y + added.y)
    }

    @inline(never)
    func hashSum(of range: Range<Int>) -> UInt64 {
      let parts = delta.parts(of: range)
      return base.hashSum(of: parts.base) &- removed.hashSum(of: parts.removed)
        &+ added.hashSum(of: parts.added)
    }

    @inline(never)
    func weightedSum(of range: Range<Int>) -> WeightedSum? {
      let parts = delta.parts(of: range)
      guard let base = base.weightedSum(of: parts.base),
        let removed = removed.weightedSum(of: parts.removed),
        let added = added.weightedSum(of: parts.added)
      else { return nil }
      return base - removed + added
    }
  }

  private struct Weighted: Sendable {
    let scale: WeightScale
    var sums: [WeightedSum]
  }

  /// Sums along an order.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices, or nil for the canonical order.
  ///   - x: positions by canonical index; so are `y`, `idHashes` and `weights`.
  ///   - scale: makes weights whole numbers; nil where every weight is 1.
  ///   - cuts: where x is counted from in each stretch of the order; the stretches follow each other and
  ///     cover it all. Sums take x from its stretch's origin eastward, without the wrap. So within a cluster,
  ///     positions must be near each other when unwrapped; it may lie in several stretches if their origins
  ///     agree on that.
  ///   - scratches: own the permutation; the sums come into the last.
  init(
    permutation: Column<UInt32>?, x: [UInt32], y: [UInt32], idHashes: [UInt64],
    weights: [Double]?, scale: WeightScale?, cuts: [Cut], in scratches: [Scratch] = [Scratch()],
    threads: Int = 1
  ) {
    let count = permutation?.count ?? x.count
    listed = permutation
    isCanonical = permutation == nil
    let sums = RunningSums(
      permutation, x: x, y: y, idHashes: idHashes, cuts: cuts, in: scratches, threads: threads)
    var weightedSums: Weighted?
    if let weights, let scale {
      var weighted = Weighted(scale: scale, sums: [WeightedSum()])
      weighted.sums.reserveCapacity(count + 1)
      for cut in cuts {
        for offset in cut.range {
          let index = permutation.map { Int($0[offset]) } ?? offset
          weighted.sums.append(
            weighted.sums[offset]
              + WeightedSum(scale.units(weights[index]), x: cut.unwrapped(x[index]), y: Int64(y[index])))
        }
      }
      weightedSums = weighted
    }
    contents = Contents(sums: sums, weighted: weightedSums)
  }

  /// Sums along an order whose permutation is copied.
  init(
    copying permutation: [UInt32], x: [UInt32], y: [UInt32], idHashes: [UInt64], weights: [Double]?,
    scale: WeightScale?, cuts: [Cut], threads: Int = 1
  ) {
    let scratch = Scratch()
    let copy: Column<UInt32> = scratch.column(permutation.count)
    copy.copy(permutation)
    self.init(
      permutation: copy, x: x, y: y, idHashes: idHashes, weights: weights, scale: scale,
      cuts: cuts, in: [scratch], threads: threads)
  }

  /// The canonical order of an edited set, from sums along three orders.
  ///
  /// - Parameters:
  ///   - delta: which points of the order before the edit are taken out, and where others are added.
  ///   - base: the order before the edit.
  ///   - removed: the points taken out.
  ///   - added: the points added; both have the sums of their weights in the units of `base`.
  init(delta: SequenceDelta, base: PointOrder, removed: PointOrder, added: PointOrder) {
    self.init(source: nil, edits: Edits(delta: delta, base: base, removed: removed, added: added))
  }

  /// An order that something else keeps.
  init(of source: any PointOrderSource) { self.init(source: source, edits: nil) }

  private init(source: (any PointOrderSource)?, edits: Edits?) {
    contents = Contents(source: source, edits: edits)
    isCanonical = source == nil
    listed = nil
  }

  /// The number of points.
  public var count: Int { contents.sums?.count ?? source?.count ?? edits?.delta.count ?? 0 }

  /// The scale that makes weights whole numbers; nil where every weight is 1.
  var scale: WeightScale? { source?.scale ?? edits?.base.scale ?? contents.weighted?.scale }

  /// Whether this is a copy of another order of the same points, as in all frames of one index. Two orders
  /// that were made apart are different, whatever they hold.
  func isIdentical(to other: PointOrder) -> Bool {
    if let source, source === other.source { return true }
    let (one, two) = (source?.settled ?? self, other.source?.settled ?? other)
    guard one.source === two.source else { return false }
    guard let list = one.listed, let other = two.listed else { return one.listed == nil && two.listed == nil }
    return list.isIdentical(to: other)
  }

  /// The canonical index of the point at an offset in this order.
  @inlinable
  public func index(at offset: Int) -> Int {
    guard let listed else { return isCanonical ? offset : sourceIndex(at: offset) }
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: listed.count), "offset out of an order")
    return Int(listed[offset])
  }

  @usableFromInline
  func sourceIndex(at offset: Int) -> Int { source?.index(at: offset) ?? offset }

  /// Whether the points of a range, which is not empty, are coincident; nil for the canonical order, in which
  /// coincident points follow each other.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    if let source { return source.isCoincident(range) }
    return contents.sums?.isCoincident(range)
  }

  /// The mean position of a range's points, each counted by its weight; if all weights are 0, as if all were
  /// 1.
  ///
  /// - Precondition: the range is not empty.
  public func mean(of range: Range<Int>) -> WorldPoint {
    // Without weights wide sums are not even made.
    WorldPoint(unwrapping: contents.isPlain ? plainSum(of: range).mean : weightedMean(of: range))
  }

  @inline(never)
  private func weightedMean(of range: Range<Int>) -> (x: Int64, y: Int64) {
    scale == nil ? sum(of: range).mean : weightedSum(of: range)?.mean ?? sum(of: range).mean
  }

  /// The sums along the order where that is all there is to know, as they are in columns and every point
  /// weighs 1; else nil.
  var plainSums: RunningSums? { contents.isPlain ? contents.sums : nil }

  /// Prefetches what is known of a range into the cache.
  @inline(__always)
  func fetch(_ range: Range<Int>) {
    listed?.prefetch(range.lowerBound)
    contents.sums?.fetch(range)
  }

  /// The sums over a range that are in columns.
  @inline(__always)
  private func plainSums(of range: Range<Int>) -> RunningSums.Sums {
    contents.sums?[range] ?? RunningSums.Sums()
  }

  @inline(__always)
  private func plainSum(of range: Range<Int>) -> PositionSum {
    plainSums(of: range).positions(count: range.count)
  }

  private func sum(of range: Range<Int>) -> PositionSum {
    if let source { return source.sums(of: range).positions }
    if let edits { return edits.sum(of: range) }
    return plainSum(of: range)
  }

  @inline(__always)
  private func hashSum(of range: Range<Int>) -> UInt64 {
    contents.isPlain ? plainSums(of: range).hash : otherHashSum(of: range)
  }

  @inline(never)
  private func otherHashSum(of range: Range<Int>) -> UInt64 {
    if let source { return source.sums(of: range).hash }
    if let edits { return edits.hashSum(of: range) }
    return plainSums(of: range).hash
  }

  private func weightedSum(of range: Range<Int>) -> WeightedSum? {
    if let source { return source.sums(of: range).weighted }
    if let edits { return edits.weightedSum(of: range) }
    return contents.weighted.map { $0.sums[range.upperBound] - $0.sums[range.lowerBound] }
  }

  /// The weight of a range's points.
  public func weight(of range: Range<Int>) -> Double {
    if contents.isPlain { return Double(range.count) }
    guard let scale, let sum = weightedSum(of: range) else { return Double(range.count) }
    return scale.weight(of: sum.weight)
  }

  /// The sums over a range's points, to be joined with others.
  func sums(of range: Range<Int>) -> PointSums {
    if contents.isPlain {
      let sums = plainSums(of: range)
      return PointSums(
        hash: sums.hash, positions: sums.positions(count: range.count), scale: nil,
        weighted: WeightedSum())
    }
    if let source { return source.sums(of: range) }
    return PointSums(
      hash: hashSum(of: range), positions: sum(of: range), scale: scale,
      weighted: weightedSum(of: range) ?? WeightedSum())
  }

  /// The sums over the points of some ranges, at least one, that are near each other when unwrapped.
  func sums(of ranges: ArraySlice<Range<Int>>) -> PointSums {
    var sums = sums(of: ranges[ranges.startIndex])
    for range in ranges.dropFirst() { sums.add(self.sums(of: range)) }
    return sums
  }

  /// The id of the cluster that a range's points make.
  public func clusterID(of range: Range<Int>) -> ClusterID {
    ClusterID(hashSum: hashSum(of: range), count: range.count)
  }

  /// The memory that the order takes, in bytes.
  public var byteCount: Int {
    (source?.byteCount ?? 0) + (contents.sums?.byteCount ?? 0)
      + (contents.weighted?.sums.count ?? 0) * MemoryLayout<WeightedSum>.stride
      + (edits.map { $0.removed.byteCount + $0.added.byteCount } ?? 0)
  }

  /// The first in canonical order of a range's points.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range; O(1) along the canonical order.
  func lowestIndex(in range: Range<Int>) -> Int {
    if isCanonical { return range.lowerBound }
    return range.lazy.map { index(at: $0) }.min() ?? 0
  }
}
