public import Pinfold

/// A3: how far markers move on the world between two frames; see ``Travel`` and ``MarkerChange``.
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
        m_k‖; on the world, by the short way around, in screen points of the nearer of the two views. change and jump: \
        mean and maximum of √(Δx² + Δy² + Δr²) over clusters that share points with one other only.
        """,
      measures: [
        way("mean", "Mean way of a point's marker."), way("max", "Longest way."),
        way("total", "Length of all ways."), way("change", "Mean change of markers that persist."),
        way("jump", "Largest change of a marker that persists."),
      ],
      scope: .pair, undefined: [.differentPoints, .noPoints, .noMarkers],
      cost: "O(n)",
      source: "Endpoint displacement, as of optical flow; Shneiderman and Wattenberg 2001, distance change.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    guard let pair = FramePair(subject) else { return undefined(for: .differentPoints) }
    let unit = min(pair.first.view.unitsPerPoint, pair.second.view.unitsPerPoint)
    let projection = pair.first.points.projection
    func way(_ first: Int, _ second: Int) -> Double {
      let square = projection.squaredDistance(pair.first.positions[first], pair.second.positions[second])
      return Double(square).squareRoot() / unit
    }
    let travel = Travel(pair.table, distance: way)
    let (before, after) = (subject.markers(of: subject.frames.count - 2), subject.markers)
    let change = MarkerChange(pair.table, distance: way) { after.discs[$1].radius - before.discs[$0].radius }
    return [
      "mean": .number(travel?.mean, else: .noPoints), "max": .number(travel?.largest, else: .noPoints),
      "total": .number(travel?.total, else: .noPoints), "change": .number(change?.mean, else: .noMarkers),
      "jump": .number(change?.largest, else: .noMarkers),
    ]
  }
}
