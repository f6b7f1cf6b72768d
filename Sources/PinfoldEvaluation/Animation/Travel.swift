/// How far markers move if every cluster goes to each that takes over some of its points.
public struct Travel: Hashable, Sendable {
  /// The mean distance that a point's marker moves.
  public var mean: Double

  /// The farthest that a marker moves.
  public var largest: Double

  /// The length of all ways.
  public var total: Double

  /// Measures; nil without a common point.
  ///
  /// - Parameters:
  ///   - table: the points of both frames.
  ///   - distance: how far the marker of a cluster before is from that of a cluster after.
  /// - Complexity: O(number of cells).
  public init?(_ table: Contingency, distance: (_ first: Int, _ second: Int) -> Double) {
    guard table.count > 0 else { return nil }
    var (sum, largest, total) = (0.0, 0.0, 0.0)
    for cell in table.cells {
      let way = distance(cell.first, cell.second)
      sum += Double(cell.count) * way
      largest = max(largest, way)
      total += way
    }
    mean = sum / Double(table.count)
    self.largest = largest
    self.total = total
  }
}
