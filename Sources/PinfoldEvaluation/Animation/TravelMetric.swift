public import Pinfold

/// A3: how far markers move on the world between two frames; see ``Travel``.
public struct TravelMetric: Metric, Configurable {
  /// Creates the metric.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public var about: MetricDescription {
    func way(_ name: String, _ help: String) -> MeasureDescription {
      MeasureDescription(name, in: 0...(.infinity), unit: "points", better: .lower, help)
    }
    return MetricDescription(
      id: "A3", name: "travel", summary: "How far markers move between frames.",
      formula: """
        over clusters k and l with n_kl > 0 common points: mean = Σ n_kl ‖m′_l − m_k‖ / Σ n_kl; max; total = Σ ‖m′_l − \
        m_k‖; on the world, by the short way around, in screen points of the nearer of the two views.
        """,
      measures: [
        way("mean", "Mean way of a point's marker."), way("max", "Longest way."),
        way("total", "Length of all ways."),
      ],
      scope: .pair, cost: "O(n)", source: "Endpoint displacement, as of optical flow.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let pair = FramePair(subject)
    let travel = pair.flatMap { pair in
      let unit = min(pair.first.view.unitsPerPoint, pair.second.view.unitsPerPoint)
      let projection = pair.first.points.projection
      return Travel(pair.table) {
        let square = projection.squaredDistance(pair.first.positions[$0], pair.second.positions[$1])
        return Double(square).squareRoot() / unit
      }
    }
    let reason: UndefinedReason = pair == nil ? .differentPoints : .noPoints
    return [
      "mean": .number(travel?.mean, else: reason), "max": .number(travel?.largest, else: reason),
      "total": .number(travel?.total, else: reason),
    ]
  }
}
