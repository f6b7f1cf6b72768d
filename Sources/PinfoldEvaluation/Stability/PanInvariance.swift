/// Whether clusters stay when the view is moved at one zoom, looked at on the points well inside of both views.
public struct PanInvariance: Hashable, Sendable {
  /// B-cubed F1 of the clusters of those points, above 0 and at most 1.
  public var similarity: Double

  /// The adjusted Rand index of the same.
  public var randIndex: Double

  /// The share of the first view's markers inside that the second has too: of the same of those points, at the same place;
  /// nil where no marker with such points is inside.
  public var persistence: Double?

  /// Compares labelings; nil without a point inside.
  ///
  /// - Parameters:
  ///   - table: the points inside of both views alone.
  ///   - isInside: whether the marker of a first cluster is inside.
  ///   - isSamePlace: whether the markers of a first and a second cluster stand at one place on the world.
  /// - Complexity: O(number of cells).
  public init?(
    _ table: Contingency, isInside: (_ first: Int) -> Bool,
    isSamePlace: (_ first: Int, _ second: Int) -> Bool
  ) {
    guard table.count > 0 else { return nil }
    similarity = BCubed(table).f1
    randIndex = table.adjustedRandIndex
    let markers = table.firstSizes.indices.count { table.firstSizes[$0] > 0 && isInside($0) }
    let same = table.cells.count {
      $0.count == table.firstSizes[$0.first] && $0.count == table.secondSizes[$0.second] && isInside($0.first)
        && isSamePlace($0.first, $0.second)
    }
    persistence = markers == 0 ? nil : Double(same) / Double(markers)
  }
}
