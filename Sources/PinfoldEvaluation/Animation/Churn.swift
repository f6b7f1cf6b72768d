/// How many clusters of two frames have no like in the other.
public struct Churn: Hashable, Sendable {
  /// The clusters of both frames that were counted.
  public var markers: Int

  /// Those without a cluster of the same members in the other frame.
  public var changed: Int

  /// Those that share no member with any cluster of the other frame.
  public var popped: Int

  /// The share of the markers that changed, 0…1; 0 for none.
  public var share: Double { markers == 0 ? 0 : Double(changed) / Double(markers) }

  /// Compares frames.
  ///
  /// - Parameters:
  ///   - table: the points of both frames.
  ///   - firstSizes: the number of points of each cluster before, those that are not in the table too.
  ///   - secondSizes: the same after.
  ///   - ignoring: clusters before and after that are not to be counted; nil for none.
  /// - Complexity: O(cells + clusters).
  public init(
    _ table: Contingency, firstSizes: [Int], secondSizes: [Int],
    ignoring: (first: [Bool], second: [Bool])? = nil
  ) {
    let same = table.cells.count {
      $0.count == firstSizes[$0.first] && $0.count == secondSizes[$0.second]
    }
    // A cluster past the end of the table shares nothing.
    func popped(_ sizes: [Int], _ shared: [Int], _ ignored: [Bool]?) -> Int {
      sizes.indices.count { ignored?[$0] != true && (!shared.indices.contains($0) || shared[$0] == 0) }
    }
    func count(_ sizes: [Int], _ ignored: [Bool]?) -> Int { sizes.indices.count { ignored?[$0] != true } }
    markers = count(firstSizes, ignoring?.first) + count(secondSizes, ignoring?.second)
    // Ignored clusters share nothing, so none of them is among the same.
    changed = markers - 2 * same
    self.popped =
      popped(firstSizes, table.firstSizes, ignoring?.first)
      + popped(secondSizes, table.secondSizes, ignoring?.second)
  }
}
