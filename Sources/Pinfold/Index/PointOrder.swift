/// An order of a set's points with running sums along it: any range answers its count, mean, weight and cluster
/// id in constant time.
///
/// Sums are whole numbers, so they are exact whatever was summed first.
public struct PointOrder: Sendable {
  /// Canonical indices in this order; nil for the canonical order itself.
  public let permutation: [UInt32]?

  private let sumX: [UInt64]
  private let sumY: [UInt64]
  private let sumHash: [UInt64]
  private let weighted: Weighted?
  private let edits: Edits?

  /// A meridian at which the circle of x is cut for the clusters of one stretch of an order.
  public struct Cut: Hashable, Sendable {
    /// The stretch.
    public var places: Range<Int>

    /// The first x east of the cut.
    public var origin: UInt32

    /// Cuts the circle for a stretch.
    public init(places: Range<Int>, origin: UInt32) {
      self.places = places
      self.origin = origin
    }

    /// How far east an x lies without wrapping at the world's edge; below 2³³.
    @inline(__always)
    func unwrapped(_ x: UInt32) -> UInt64 { UInt64(origin) + UInt64(x &- origin) }
  }

  /// Sums of an edited order: those of another order, less those of the points taken out, and those of the points
  /// added.
  private final class Edits: Sendable {
    let splice: Splice
    let base: PointOrder
    let removed: PointOrder
    let added: PointOrder

    init(splice: Splice, base: PointOrder, removed: PointOrder, added: PointOrder) {
      self.splice = splice
      self.base = base
      self.removed = removed
      self.added = added
    }

    @inline(never)
    func positionSum(over range: Range<Int>) -> (x: UInt64, y: UInt64) {
      let parts = splice.parts(of: range)
      let base = base.positionSum(over: parts.base)
      let removed = removed.positionSum(over: parts.removed)
      let added = added.positionSum(over: parts.added)
      return (base.x &- removed.x &+ added.x, base.y &- removed.y &+ added.y)
    }

    @inline(never)
    func hashSum(over range: Range<Int>) -> UInt64 {
      let parts = splice.parts(of: range)
      return base.hashSum(over: parts.base) &- removed.hashSum(over: parts.removed)
        &+ added.hashSum(over: parts.added)
    }

    func weightedSum(over range: Range<Int>) -> (weight: UInt128, x: UInt128, y: UInt128)? {
      let parts = splice.parts(of: range)
      guard let base = base.weightedSum(over: parts.base),
        let removed = removed.weightedSum(over: parts.removed),
        let added = added.weightedSum(over: parts.added)
      else { return nil }
      return (
        base.weight - removed.weight + added.weight, base.x - removed.x + added.x,
        base.y - removed.y + added.y
      )
    }
  }

  private struct Weighted: Sendable {
    let scale: WeightScale
    var sum: [UInt128] = [0]
    var sumX: [UInt128] = [0]
    var sumY: [UInt128] = [0]
  }

  /// Sums along an order.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices, or nil for the canonical order.
  ///   - x: positions by canonical index; so are `y`, `idHashes` and `weights`.
  ///   - scale: how weights become whole numbers; nil for the scale of these weights.
  ///   - cuts: where the circle of x is cut for each stretch of the order; the stretches follow each other and
  ///     cover it all. Sums take x from its stretch's cut eastward, without the wrap; so no cluster may lie on both
  ///     sides of a cut.
  init(
    permutation: [UInt32]?, x: [UInt32], y: [UInt32], idHashes: [UInt64], weights: [Double]?,
    scale: WeightScale? = nil, cuts: [Cut]
  ) {
    let count = permutation?.count ?? x.count
    self.permutation = permutation
    edits = nil
    func sums(_ value: (Int) -> UInt64) -> [UInt64] {
      [UInt64](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
        var sum: UInt64 = 0
        buffer.initializeElement(at: 0, to: 0)
        for place in 0..<count {
          sum &+= value(permutation.map { Int($0[place]) } ?? place)
          buffer.initializeElement(at: place + 1, to: sum)
        }
        initialized = count + 1
      }
    }
    // Below 2³³ each, so the sum over a range fits 64 bits, whatever is lost of the sum over all.
    sumX = [UInt64](unsafeUninitializedCapacity: count + 1) { buffer, initialized in
      var sum: UInt64 = 0
      buffer.initializeElement(at: 0, to: 0)
      for cut in cuts {
        for place in cut.places {
          sum &+= cut.unwrapped(x[permutation.map { Int($0[place]) } ?? place])
          buffer.initializeElement(at: place + 1, to: sum)
        }
      }
      initialized = count + 1
    }
    sumY = sums { UInt64(y[$0]) }
    sumHash = sums { idHashes[$0] }
    if let weights, let scale = scale ?? WeightScale(weights) {
      var weighted = Weighted(scale: scale)
      for cut in cuts {
        for place in cut.places {
          let index = permutation.map { Int($0[place]) } ?? place
          let weight = UInt128(scale.units(weights[index]))
          weighted.sum.append(weighted.sum[place] + weight)
          weighted.sumX.append(weighted.sumX[place] + weight * UInt128(cut.unwrapped(x[index])))
          weighted.sumY.append(weighted.sumY[place] + weight * UInt128(y[index]))
        }
      }
      self.weighted = weighted
    } else {
      weighted = nil
    }
  }

  /// The canonical order of an edited set, from sums along three orders.
  ///
  /// - Parameters:
  ///   - splice: which places of the order before the edit are taken out, and where others are added.
  ///   - base: the order before the edit.
  ///   - removed: the points taken out.
  ///   - added: the points added; both have the sums of their weights in the units of `base`.
  init(splice: Splice, base: PointOrder, removed: PointOrder, added: PointOrder) {
    permutation = nil
    sumX = []
    sumY = []
    sumHash = []
    weighted = nil
    edits = Edits(splice: splice, base: base, removed: removed, added: added)
  }

  /// The number of points.
  public var count: Int { edits?.splice.count ?? sumX.count - 1 }

  /// How weights become whole numbers; nil where every weight is 1.
  var scale: WeightScale? { edits?.base.scale ?? weighted?.scale }

  /// The canonical index of the point at a place of this order.
  @inlinable
  public func index(at place: Int) -> Int { permutation.map { Int($0[place]) } ?? place }

  /// The mean position of a range's points, each counted by its weight; if all weights are 0, as if all were 1.
  ///
  /// - Precondition: the range is not empty.
  public func mean(of range: Range<Int>) -> WorldPoint {
    if weighted != nil || edits != nil, let sum = weightedSum(over: range), sum.weight > 0 {
      return WorldPoint(x: Self.rounded(sum.x, sum.weight), y: Self.rounded(sum.y, sum.weight))
    }
    let count = UInt64(range.count)
    let sum = positionSum(over: range)
    return WorldPoint(
      x: UInt32(truncatingIfNeeded: (sum.x + count / 2) / count),
      y: UInt32(truncatingIfNeeded: (sum.y + count / 2) / count))
  }

  // Sums wrap, and so do differences; what is left over a range fits.

  @inline(__always)
  private func positionSum(over range: Range<Int>) -> (x: UInt64, y: UInt64) {
    if let edits { return edits.positionSum(over: range) }
    return (
      sumX[range.upperBound] &- sumX[range.lowerBound], sumY[range.upperBound] &- sumY[range.lowerBound]
    )
  }

  @inline(__always)
  private func hashSum(over range: Range<Int>) -> UInt64 {
    if let edits { return edits.hashSum(over: range) }
    return sumHash[range.upperBound] &- sumHash[range.lowerBound]
  }

  private func weightedSum(over range: Range<Int>) -> (weight: UInt128, x: UInt128, y: UInt128)? {
    guard let weighted else { return edits?.weightedSum(over: range) }
    return (
      weighted.sum[range.upperBound] - weighted.sum[range.lowerBound],
      weighted.sumX[range.upperBound] - weighted.sumX[range.lowerBound],
      weighted.sumY[range.upperBound] - weighted.sumY[range.lowerBound]
    )
  }

  private static func rounded(_ sum: UInt128, _ count: UInt128) -> UInt32 {
    UInt32(truncatingIfNeeded: (sum + count / 2) / count)
  }

  /// The weight of a range's points.
  public func weight(of range: Range<Int>) -> Double {
    guard weighted != nil || edits != nil, let scale, let sum = weightedSum(over: range) else {
      return Double(range.count)
    }
    return scale.weight(of: sum.weight)
  }

  /// The id of the cluster that a range's points make.
  public func clusterID(of range: Range<Int>) -> ClusterID {
    ClusterID(hashSum: hashSum(over: range), count: range.count)
  }

  /// The memory that the order takes, in bytes.
  public var byteCount: Int {
    (permutation?.count ?? 0) * 4 + sumX.count * 24 + (weighted?.sum.count ?? 0) * 48
      + (edits.map { $0.removed.byteCount + $0.added.byteCount } ?? 0)
  }
}

extension PointSet {
  /// An order of these points, or of some of them, with running sums.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices.
  ///   - origin: the meridian at which the circle of x is cut; no cluster may lie on both sides of it.
  public func order(_ permutation: [UInt32], origin: UInt32) -> PointOrder {
    order(permutation, cuts: [PointOrder.Cut(places: 0..<permutation.count, origin: origin)])
  }

  /// An order of these points, or of some of them, with running sums, whose stretches are cut each for itself.
  ///
  /// - Parameters:
  ///   - permutation: canonical indices.
  ///   - cuts: stretches that follow each other and cover the order, and where the circle of x is cut for each; no
  ///     cluster may lie in two stretches, or on both sides of its cut.
  public func order(_ permutation: [UInt32], cuts: [PointOrder.Cut]) -> PointOrder {
    PointOrder(
      permutation: permutation, x: x, y: y, idHashes: idHashes, weights: weight, scale: order.scale,
      cuts: cuts)
  }
}
