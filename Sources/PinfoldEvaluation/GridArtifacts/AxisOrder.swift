public import Pinfold

/// The order of markers along the screen's axes: whether they are aligned horizontally and vertically.
///
/// It uses pairs of nearest neighbors only, so it also detects cells of many sizes, which have no common
/// period. Source: the bond-orientational order ψ of two-dimensional matter, relative to the axes of the
/// screen.
package struct AxisOrder: Hashable, Sendable {
  /// The mean of cos 4θ over the edges' directions θ: 1 along the axes, −1 along the diagonals, 0 for no
  /// order.
  package var axis4: Double

  /// The length of the mean of exp 4iθ: the same for a pattern in any rotation.
  package var psi4: Double

  /// Pairs of which one is the nearest neighbor of the other, each once.
  package var edges: Int

  /// `axis4` in about standard deviations of what chance would give; above 4 there is order.
  package var z: Double { axis4 * (2 * Double(edges)).squareRoot() }

  /// Computes the order, by the short way around; nil where no two markers stand apart.
  package init?(of markers: Discs, context: RunContext = RunContext()) throws(ClusteringError) {
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

/// G2: whether markers are aligned horizontally and vertically; see ``AxisOrder``.
public struct AxisOrderMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public let about = MetricDescription(
    id: "G2", name: "axis-order", summary: "Whether markers are aligned in rows and columns.",
    formula: """
      over the unique edges from markers to their nearest neighbours, of angle θ: axis4 = mean cos 4θ, \
      psi4 = |mean exp 4iθ|, z = axis4 √(2 edges).
      """,
    measures: [
      Measure(
        "z", in: -(.infinity)...(.infinity), better: .lower, "Order in standard deviations; visible above 4."),
      .score("axis4", .descriptive, "Order: 1 along the axes, −1 diagonal, 0 none."),
      .share("psi4", .lower, "Fourfold order in any rotation."),
      .amount("edges", unit: "edges", .descriptive, "Pairs of nearest neighbors."),
    ],
    undefined: [.tooFewMarkers, .noSpread],
    cost: "O(K log K)",
    source:
      #"B. I. Halperin and D. R. Nelson, "Theory of two-dimensional melting", Physical Review Letters 1978: "#
      + "bond-orientational order; held to the axes here."
  )

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    let markers = subject.markers
    let order = try AxisOrder(of: markers, context: subject.context)
    let reason: UndefinedReason = markers.discs.count < 2 ? .tooFewMarkers : .noSpread
    return values([order?.z, order?.axis4, order?.psi4, Double(order?.edges ?? 0)], else: reason)
  }
}
