package import Pinfold

/// How many points the clusters of a frame are of, where points stand for cells.
package struct PointCounts: Sendable {
  /// The column of the points that stand for cells: how many points of the data each of them is.
  package static let column = "cell_points"

  private let frame: Frame
  private let counts: SparseColumn<Double>?

  package init(_ frame: Frame) {
    self.frame = frame
    counts =
      frame.points.attributes.lazy.compactMap { attribute in
        guard attribute.name == Self.column, case .numbers(let counts) = attribute.values else {
          return nil
        }
        return counts
      }.first
  }

  /// The number of all points, in view or not.
  package var total: Int {
    guard let counts else { return frame.points.count }
    return Int(exactly: counts.present.reduce(0) { $0 + $1.element }.rounded()) ?? .max
  }

  /// The points of a cluster: its members, or those of the cells that these stand for.
  ///
  /// - Complexity: O(1); O(*m*) for *m* members that stand for cells.
  package subscript(cluster: Int) -> Int {
    guard let counts else { return frame.memberCount(of: cluster) }
    var count = 0.0
    frame.forEachMember(of: cluster) { if !counts[$0].isNaN { count += counts[$0] } }
    return Int(exactly: count.rounded()) ?? .max
  }
}
