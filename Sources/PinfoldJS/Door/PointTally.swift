// No point of the module stands for a cell, as no point set has attributes.

/// Numbers of points that are never there.
package enum PointTally: Sendable {
  static let attribute = "cell_points"

  init?(_ attributes: [Attribute]) { return nil }

  func count(of points: some Sequence<Int>) -> Int { switch self {} }

  func markerSize(of ranges: some Sequence<Range<Int>>, in order: PointOrder) -> Int { switch self {} }
}

extension PointSet {
  var tally: PointTally? { nil }
}
