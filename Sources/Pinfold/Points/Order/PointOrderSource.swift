/// An implementation of ``PointOrder``.
protocol PointOrderSource: AnyObject, Sendable {
  var count: Int { get }
  var scale: WeightScale? { get }
  var byteCount: Int { get }

  /// The same order in columns, once it was copied there; nil before, and for sources that never do.
  var settled: PointOrder? { get }

  /// The canonical index of the point at an offset.
  func index(at offset: Int) -> Int

  /// The sums over a range of positions that are near each other when unwrapped.
  func sums(of range: Range<Int>) -> PointSums

  /// Whether the points of a nonempty range are coincident; nil for a canonical order.
  func isCoincident(_ range: Range<Int>) -> Bool?
}

extension PointOrderSource {
  var settled: PointOrder? { nil }
}
