/// How much the markers that persist change: those of one cluster before and one after that share points with no other.
///
/// A change is √(Δx² + Δy² + Δr²), for place and size are seen together. Source: Shneiderman and Wattenberg 2001, the
/// distance change of treemaps.
public struct MarkerChange: Hashable, Sendable {
  /// The number of markers that persist.
  public var count: Int

  /// The mean change.
  public var mean: Double

  /// The largest change: the jump.
  public var largest: Double

  /// Measures; nil where no marker persists.
  ///
  /// - Parameters:
  ///   - table: the points of both frames.
  ///   - distance: how far the marker of a cluster before is from that of a cluster after.
  ///   - growth: how much larger the radius of the latter is.
  /// - Complexity: O(cells + clusters).
  public init?(
    _ table: Contingency, distance: (_ first: Int, _ second: Int) -> Double,
    growth: (_ first: Int, _ second: Int) -> Double
  ) {
    var (heirs, origins) = (table.firstSizes.map { _ in 0 }, table.secondSizes.map { _ in 0 })
    for cell in table.cells {
      heirs[cell.first] += 1
      origins[cell.second] += 1
    }
    var changes: [Double] = []
    for cell in table.cells where heirs[cell.first] == 1 && origins[cell.second] == 1 {
      let (way, growth) = (distance(cell.first, cell.second), growth(cell.first, cell.second))
      changes.append((way * way + growth * growth).squareRoot())
    }
    guard let mean = Quantile.mean(of: changes), let largest = changes.max() else { return nil }
    count = changes.count
    self.mean = mean
    self.largest = largest
  }
}
