/// Keeps an order of points in a way of its own; see ``PointOrder``, of which these are the questions.
protocol PointOrderSource: AnyObject, Sendable {
  var count: Int { get }
  var scale: WeightScale? { get }
  var byteCount: Int { get }

  /// The same order in columns, once it was put there; nil before, and for a source that keeps it for good.
  var settled: PointOrder? { get }

  /// The canonical index of the point at an offset.
  func index(at offset: Int) -> Int

  /// The sums over a range, whose positions are near each other when unwrapped.
  func sums(of range: Range<Int>) -> PointSums

  /// Whether the points of a range, which is not empty, are coincident.
  func isCoincident(_ range: Range<Int>) -> Bool
}

extension PointOrderSource {
  var settled: PointOrder? { nil }
}
