public import Pinfold

/// G2: whether markers stand beside and above one another; see ``AxisOrder``.
public struct AxisOrderMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    MetricDescription(
      id: "G2", name: "axis-order", summary: "Whether markers stand in rows and columns.",
      formula: """
        over the unique edges from markers to their nearest neighbours, of angle θ: axis4 = mean cos 4θ, psi4 = |mean \
        exp 4iθ|, z = axis4 √(2 edges).
        """,
      measures: [
        MeasureDescription(
          "z", in: -(.infinity)...(.infinity), better: .lower,
          "Order in standard deviations; above 4 it is seen."),
        MeasureDescription(
          "axis4", in: -1...1, better: .descriptive, "Order: 1 along the axes, −1 diagonal, 0 none."),
        MeasureDescription("psi4", in: 0...1, better: .lower, "Fourfold order in any rotation."),
        MeasureDescription(
          "edges", in: 0...(.infinity), unit: "edges", better: .descriptive, "Pairs of nearest neighbours."),
      ],
      undefined: [.tooFewMarkers, .noSpread],
      cost: "O(K log K)", source: "Halperin and Nelson 1978, bond-orientational order; held to the axes here."
    )
  }

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [String: MeasuredValue] {
    let markers = subject.markers
    let order = try AxisOrder(of: markers, context: subject.context)
    let reason: UndefinedReason = markers.discs.count < 2 ? .tooFewMarkers : .noSpread
    return [
      "z": .number(order?.z, else: reason), "axis4": .number(order?.axis4, else: reason),
      "psi4": .number(order?.psi4, else: reason), "edges": .count(order?.edges ?? 0),
    ]
  }
}
