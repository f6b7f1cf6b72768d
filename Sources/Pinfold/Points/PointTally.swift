/// How many points of the data each point of a set stands for, where these are cells: the numbers of the
/// attribute `cell_points`.
package struct PointTally: Sendable {
  /// The name of the attribute.
  package static let attribute = "cell_points"

  #if hasFeature(Embedded)
    // The JavaScript package has no attributes.
    private let counts: [Double]
  #else
    private let counts: SparseColumn<Double>

    /// Nil if no attribute of this name has numbers.
    init?(_ attributes: [Attribute]) {
      let found = attributes.lazy.compactMap { $0.name == Self.attribute ? $0.values.rounded : nil }.first
      guard let found else { return nil }
      counts = found
    }

    /// Whether some points have no number, as those that stand for a cell beside the first.
    package var hasOthers: Bool { counts.presentCount < counts.count }
  #endif

  /// The number of points that some points stand for; a missing number is 0.
  package func count(of points: some Sequence<Int>) -> Int {
    let count = points.reduce(0.0) { counts[$1].isNaN ? $0 : $0 + counts[$1] }
    return Int(exactly: count.rounded()) ?? .max
  }

  /// Likewise for ranges of an order, as the size of a marker: at least 1, and less than 2³¹, from where
  /// markers grow no more.
  func markerSize(of ranges: some Sequence<Range<Int>>, in order: PointOrder) -> Int {
    max(1, min(count(of: ranges.lazy.joined().map { order.index(at: $0) }), Int(Int32.max)))
  }
}

extension PointSet {
  #if hasFeature(Embedded)
    var tally: PointTally? { nil }
  #else
    /// How many points of the data each point stands for; nil if each is one.
    package var tally: PointTally? { base.tally == nil || delta == nil ? base.tally : PointTally(attributes) }
  #endif

  /// The number of points of the data: those of all cells where points stand for cells.
  package var pointCount: Int { tally?.count(of: 0..<count) ?? count }
}
