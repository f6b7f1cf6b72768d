public import Pinfold

/// Whether markers stand beside and above one another, rather than in any direction.
///
/// It looks at each pair of nearest neighbours alone, so it also sees cells of many sizes, which have no common period.
/// Source: the bond-orientational order ψ of two-dimensional matter, held to the axes of the screen.
public struct AxisOrder: Hashable, Sendable {
  /// The mean of cos 4θ over the edges' directions θ: 1 along the axes, −1 along the diagonals, 0 for no order.
  public var axis4: Double

  /// The length of the mean of exp 4iθ, 0…1: the same for a pattern in any rotation.
  public var psi4: Double

  /// The number of edges: pairs of which one is the nearest neighbour of the other, each once.
  public var edges: Int

  /// `axis4` in about standard deviations of what chance would give; above 4 there is order.
  public var z: Double { axis4 * (2 * Double(edges)).squareRoot() }

  /// Measures, by the short way around; nil where no two markers stand apart.
  ///
  /// - Complexity: O(*K* log *K*).
  public init?(of markers: Discs, context: RunContext = RunContext()) throws(ClusteringError) {
    let neighbors = try NeighborGraph(of: markers, context: context).neighbors.map { Int($0) }
    var (cosines, sines, edges) = (0.0, 0.0, 0)
    for (marker, neighbor) in neighbors.enumerated() where neighbor >= 0 {
      if neighbors[neighbor] == marker, neighbor < marker { continue }
      let (first, second) = (markers.discs[marker], markers.discs[neighbor])
      var east = first.x - second.x
      if let period = markers.period { east -= period * (east / period).rounded() }
      let south = first.y - second.y
      let square = east * east + south * south
      guard square > 0 else { continue }
      // The double angle, twice.
      let (cosine, sine) = ((east * east - south * south) / square, 2 * east * south / square)
      cosines += cosine * cosine - sine * sine
      sines += 2 * cosine * sine
      edges += 1
    }
    guard edges > 0 else { return nil }
    axis4 = cosines / Double(edges)
    psi4 = (cosines * cosines + sines * sines).squareRoot() / Double(edges)
    self.edges = edges
  }
}
