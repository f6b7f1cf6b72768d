/// Whether coarse clusters are made of whole fine ones, so that zooming only splits and merges.
public struct Nesting: Hashable, Sendable {
  /// The share of the coarse clusters that are unions of fine ones.
  public var hard: Double

  /// The share of the points in such clusters.
  public var mass: Double

  /// The share of the points that stay if every fine cluster is given to the coarse one that has the most of it.
  public var soft: Double

  /// How well the fine cluster of a point tells its coarse one: 1 − *H*(coarse | fine) / *H*(coarse); 1 for one coarse
  /// cluster. Source: Rosenberg and Hirschberg 2007.
  public var homogeneity: Double

  /// Compares labelings; nil without a common point. All four are 1 if and only if the clusters nest.
  ///
  /// - Parameter table: the coarse labeling first, the fine one second.
  /// - Complexity: O(number of cells).
  public init?(_ table: Contingency) {
    guard table.count > 0 else { return nil }
    var isUnion = table.firstSizes.map { $0 > 0 }
    var best = [Int](repeating: 0, count: table.secondSizes.count)
    for cell in table.cells {
      if cell.count < table.secondSizes[cell.second] { isUnion[cell.first] = false }
      best[cell.second] = max(best[cell.second], cell.count)
    }
    let coarse = table.firstSizes.indices.filter { table.firstSizes[$0] > 0 }
    let unions = coarse.filter { isUnion[$0] }
    hard = Double(unions.count) / Double(coarse.count)
    mass = Double(unions.reduce(0) { $0 + table.firstSizes[$1] }) / Double(table.count)
    soft = Double(best.reduce(0, +)) / Double(table.count)
    homogeneity = SharedInformation(table).homogeneity
  }
}
