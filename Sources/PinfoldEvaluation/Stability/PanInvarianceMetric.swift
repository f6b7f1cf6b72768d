public import Pinfold

/// S2: whether clusters stay when the view is moved; see ``PanInvariance``.
///
/// What is inside is on both screens, their margins not counted, and farther than ``margin`` from every edge: clusters at
/// an edge may have members that only one of the views knows of.
public struct PanInvarianceMetric: Metric, Configurable {
  /// How far inside of both screens points have to be, in screen points.
  public var margin = 64.0

  /// How far a marker may move on the world and still stand at one place, in screen points.
  public var drift = 0.5

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("margin", \.margin, in: 0...100_000, unit: "points", "How far inside points have to be."),
    Parameter("drift", \.drift, in: 0...1000, unit: "points", "How far a marker may move and still persist."),
  ]

  public var about: MetricDescription {
    MetricDescription(
      id: "S2", name: "pan-invariance", summary: "Whether clusters stay when the view is moved.",
      formula: """
        for two views of one zoom, on the points inside: in both screens and farther than margin from their edges: \
        B-cubed F1 and adjusted Rand index of the clusters; persistence = share of the markers inside of the first \
        frame that the second has with the same points inside, no farther than drift away on the world.
        """,
      measures: [
        MeasureDescription("similarity", in: 0...1, better: .higher, "B-cubed F1 of the clusters."),
        MeasureDescription("persistence", in: 0...1, better: .higher, "Share of the markers that stay."),
        MeasureDescription("randIndex", in: -1...1, better: .higher, "Adjusted Rand index of the clusters."),
      ],
      scope: .pair, undefined: [.differentPoints, .differentZooms, .noPoints, .noMarkers],
      cost: "O(n)",
      source: "Been, Daiches and Yap 2006, no popping during panning; Guo et al. 2018, POIsam.")
  }

  public func measure(_ subject: MetricSubject) -> [String: MeasuredValue] {
    let (first, second) = (subject.frames[subject.frames.count - 2], subject.frame)
    guard first.points.isIdentical(to: second.points) else { return undefined(for: .differentPoints) }
    guard first.view.unitsPerPoint == second.view.unitsPerPoint else {
      return undefined(for: .differentZooms)
    }
    let views = [first.view, second.view]
    func isInside(_ place: WorldPoint) -> Bool { views.allSatisfy { $0.contains(place, inside: margin) } }
    let points = first.points
    var labels = first.labels
    for point in 0..<points.count where labels[point] >= 0 && !isInside(points.position(point)) {
      labels[point] = -1
    }
    let reach = drift * first.view.unitsPerPoint
    let pan = PanInvariance(Contingency(labels, second.labels)) {
      isInside(first.positions[$0])
    } isSamePlace: {
      let square = points.projection.squaredDistance(first.positions[$0], second.positions[$1])
      return Double(square) <= reach * reach
    }
    guard let pan else { return undefined(for: .noPoints) }
    return [
      "similarity": .number(pan.similarity), "randIndex": .number(pan.randIndex),
      "persistence": .number(pan.persistence, else: .noMarkers),
    ]
  }
}

extension ProjectedView {
  /// Whether a place is on the screen and farther than a margin from its edges.
  fileprivate func contains(_ place: WorldPoint, inside margin: Double) -> Bool {
    let (x, y) = screenPosition(of: place)
    return x > margin && x < viewport.width - margin && y > margin && y < viewport.height - margin
  }
}
