/// An order of a set's points with running sums: count, mean, weight, cluster id and coincidence of any range
/// in constant time.
///
/// Sums are of integers, hence exact and independent of order.
public struct PointOrder: Sendable {
  /// Canonical indices in this order; nil for the canonical order itself.
  ///
  /// - Complexity: O(*n*).
  public var permutation: [UInt32]? { isCanonical ? nil : (0..<count).map { UInt32(index(at: $0)) } }

  /// Canonical indices in this order, in memory owned by the sums; nil for the canonical order and for orders
  /// kept by a source.
  @usableFromInline let listed: Column<UInt32>?

  @usableFromInline let isCanonical: Bool

  private let contents: Contents

  /// A class: orders are copied into each value that refers to ranges of them.
  private final class Contents: Sendable {
    let source: (any PointOrderSource)?

    /// The sums along the order; nil if a source has them.
    let sums: RunningSums?

    /// The running sums of weighted positions, and their scale; nil if every weight is 1.
    let weighted: (sums: StoredColumn<WeightedSum>, scale: WeightScale)?

    /// Whether sums are in columns and all weights are 1, the common case.
    let isPlain: Bool

    init(
      source: (any PointOrderSource)? = nil, sums: RunningSums? = nil,
      weighted: StoredColumn<WeightedSum>? = nil, scale: WeightScale? = nil
    ) {
      (self.source, self.sums) = (source, sums)
      if let weighted, let scale { self.weighted = (weighted, scale) } else { self.weighted = nil }
      isPlain = source == nil && self.weighted == nil
    }
  }

  /// The object that keeps the order; nil if it is kept in columns.
  var source: (any PointOrderSource)? { contents.source }

  /// The origin of x for a stretch of an order, so that means do not wrap.
  package struct Cut: Hashable, Sendable {
    package var range: Range<Int>

    /// The unwrapped x at which the stretch starts: its positions lie within one winding to the east, and are
    /// congruent to their wrapped x.
    package var origin: Int64

    /// Creates a cut for a stretch that contains whole clusters.
    package init(range: Range<Int>, origin: UInt32) {
      self.init(range: range, origin: Int64(origin))
    }

    /// Creates a cut for a stretch whose clusters may extend into others.
    package init(range: Range<Int>, origin: Int64) {
      self.range = range
      self.origin = origin
    }

    /// The meridian of the cut.
    @inline(__always)
    var west: UInt32 { UInt32(truncatingIfNeeded: origin) }

    /// Returns the unwrapped x, east of the cut.
    @inline(__always)
    func unwrapped(_ x: UInt32) -> Int64 { origin + Int64(x &- west) }
  }

  /// Sums of an edited order: those of another order, minus the removed points, plus the added ones.
  private final class Edits: PointOrderSource {
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

    var count: Int { delta.count }
    var scale: WeightScale? { base.scale }
    var byteCount: Int { removed.byteCount + added.byteCount }

    func index(at offset: Int) -> Int { offset }

    func isCoincident(_ range: Range<Int>) -> Bool? { nil }

    func sums(of range: Range<Int>) -> PointSums {
      let parts = delta.parts(of: range)
      return base.sums(of: parts.base) - removed.sums(of: parts.removed) + added.sums(of: parts.added)
    }
  }

  /// Computes sums along an order.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices, or nil for the canonical order.
  ///   - x: positions by canonical index, as `y`, `idHashes` and `weights`.
  ///   - cuts: consecutive stretches that cover the order, each with the origin from which its x is
  ///     unwrapped. The positions of a cluster must be near each other when unwrapped; it may span stretches
  ///     whose origins agree on that.
  ///   - scratches: own the permutation; the last one also receives the sums.
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
    var weightedSums: StoredColumn<WeightedSum>?
    if let weights, let scale {
      var weighted = [WeightedSum()]
      weighted.reserveCapacity(count + 1)
      for cut in cuts {
        for offset in cut.range {
          let index = permutation.map { Int($0[offset]) } ?? offset
          weighted.append(
            weighted[offset]
              + WeightedSum(scale.units(weights[index]), x: cut.unwrapped(x[index]), y: Int64(y[index])))
        }
      }
      weightedSums = StoredColumn(weighted)
    }
    contents = Contents(sums: sums, weighted: weightedSums, scale: scale)
  }

  /// Creates the canonical order of an edited set from three orders with sums.
  ///
  /// - Parameters:
  ///   - delta: the removed and added points of the order before the edit, `base`.
  ///   - removed: the removed points; their weights and those of `added` are in the units of `base`.
  init(delta: SequenceDelta, base: PointOrder, removed: PointOrder, added: PointOrder) {
    self.init(of: Edits(delta: delta, base: base, removed: removed, added: added), isCanonical: true)
  }

  /// An order of columns that were computed before.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices; nil for the canonical order.
  ///   - weighted: running sums of weighted positions; nil if every weight is 1.
  init(
    permutation: FrozenColumn<UInt32>?, sums: RunningSums, weighted: StoredColumn<WeightedSum>?,
    scale: WeightScale?
  ) {
    listed = permutation?.column
    isCanonical = permutation == nil
    contents = Contents(sums: sums, weighted: weighted, scale: scale)
  }

  /// The sums in columns; nil if a source has them.
  var sums: RunningSums? { contents.sums }

  /// The running sums of weighted positions; nil if every weight is 1, or if a source has them.
  var weightedSums: StoredColumn<WeightedSum>? { contents.weighted?.sums }

  init(of source: any PointOrderSource, isCanonical: Bool = false) {
    contents = Contents(source: source)
    self.isCanonical = isCanonical
    listed = nil
  }

  /// The number of points.
  public var count: Int { contents.sums?.count ?? source?.count ?? 0 }

  /// The scale that converts weights to integers; nil if every weight is 1.
  var scale: WeightScale? { source?.scale ?? contents.weighted?.scale }

  /// Whether this is a copy of another order of the same points, as in all frames of one index. Orders that
  /// were computed separately differ even if they are equal.
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

  /// Whether the points of a nonempty range are coincident; nil for the canonical order, in which coincident
  /// points are adjacent.
  func isCoincident(_ range: Range<Int>) -> Bool? {
    source.map { $0.isCoincident(range) } ?? contents.sums?.isCoincident(range)
  }

  /// The weighted mean position of a range's points; unweighted if all weights are 0.
  ///
  /// - Precondition: the range is not empty.
  public func mean(of range: Range<Int>) -> WorldPoint {
    // Avoids wide sums if there are no weights.
    contents.isPlain
      ? WorldPoint(unwrapping: plainSums(of: range).positions(count: range.count).mean) : sums(of: range).mean
  }

  /// The sums along the order if they are in columns and all weights are 1; else nil.
  var plainSums: RunningSums? { contents.isPlain ? contents.sums : nil }

  /// Prefetches the sums of a range.
  @inline(__always)
  func fetch(_ range: Range<Int>) {
    listed?.prefetch(range.lowerBound)
    contents.sums?.fetch(range)
  }

  @inline(__always)
  private func plainSums(of range: Range<Int>) -> RunningSums.Sums {
    contents.sums?[range] ?? RunningSums.Sums()
  }

  /// The weight of a range's points.
  public func weight(of range: Range<Int>) -> Double {
    contents.isPlain ? Double(range.count) : sums(of: range).weight
  }

  func sums(of range: Range<Int>) -> PointSums {
    if let source { return source.sums(of: range) }
    let sums = plainSums(of: range)
    return PointSums(
      hash: sums.hash, positions: sums.positions(count: range.count), scale: contents.weighted?.scale,
      weighted: contents.weighted.map { $0.sums[range.upperBound] - $0.sums[range.lowerBound] }
        ?? WeightedSum())
  }

  /// The sums over the points of one or more ranges that are near each other when unwrapped.
  func sums(of ranges: ArraySlice<Range<Int>>) -> PointSums {
    var sums = sums(of: ranges[ranges.startIndex])
    for range in ranges.dropFirst() { sums.add(self.sums(of: range)) }
    return sums
  }

  /// The id of the cluster of a range's points.
  public func clusterID(of range: Range<Int>) -> ClusterID {
    contents.isPlain
      ? ClusterID(hashSum: plainSums(of: range).hash, count: range.count) : sums(of: range).clusterID
  }

  /// The memory of the order in bytes.
  public var byteCount: Int {
    (source?.byteCount ?? 0) + (contents.sums?.byteCount ?? 0)
      + (contents.weighted?.sums.count ?? 0) * MemoryLayout<WeightedSum>.stride
  }

  /// The lowest canonical index in a range.
  ///
  /// - Complexity: O(*m*), where *m* is the length of the range; O(1) along the canonical order.
  func lowestIndex(in range: Range<Int>) -> Int {
    if isCanonical { return range.lowerBound }
    return range.lazy.map { index(at: $0) }.min() ?? 0
  }
}
