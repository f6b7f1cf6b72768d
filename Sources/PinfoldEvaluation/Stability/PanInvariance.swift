public import Pinfold

/// The stability of clusters as the view pans at one zoom, judged on the points well inside of both views.
package struct PanInvariance: Hashable, Sendable {
  /// B-cubed F1 of the clusters of those points.
  package var similarity: Double
  package var randIndex: Double

  /// The share of the first view's markers inside that the second has too: of the same of those points, at
  /// the same position; nil where no marker with such points is inside.
  package var persistence: Double?

  /// Compares labelings; nil without a point inside.
  ///
  /// - Parameters:
  ///   - table: the points inside of both views alone.
  ///   - isInside: whether the marker of a first cluster is inside.
  ///   - isSamePlace: whether the markers of a first and a second cluster share a position on the world.
  package init?(
    _ table: Contingency, isInside: (_ first: Int) -> Bool,
    isSamePlace: (_ first: Int, _ second: Int) -> Bool
  ) {
    guard table.count > 0 else { return nil }
    similarity = BCubed(table).f1
    randIndex = table.adjustedRandIndex
    let markers = table.firstSizes.indices.count { table.firstSizes[$0] > 0 && isInside($0) }
    let same = table.cells.count {
      $0.count == table.firstSizes[$0.first] && $0.count == table.secondSizes[$0.second] && isInside($0.first)
        && isSamePlace($0.first, $0.second)
    }
    persistence = markers == 0 ? nil : Double(same) / Double(markers)
  }
}

/// S2: whether clusters stay the same when the view moves; see ``PanInvariance``.
///
/// Only clusters inside count: on both screens, margins excluded, farther than ``margin`` from every edge.
/// Clusters at an edge may have members that only one of the views includes.
public struct PanInvarianceMetric: Metric, Configurable {
  /// The least distance of points from the edges of both screens, in screen points.
  public var margin = 64.0

  /// The largest distance on the world at which a marker counts as unmoved, in screen points.
  public var drift = 0.5

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter(
      "margin", \.margin, in: 0...100_000, unit: "screen points", "Minimum distance of points from the edges."
    ),
    Parameter(
      "drift", \.drift, in: 0...1000, unit: "screen points", "Maximum movement of a marker that persists."),
  ]

  public let about = MetricDescription(
    id: "S2", name: "pan-invariance", summary: "Whether clusters stay the same when the view moves.",
    formula: """
      for two views of one zoom, on the points inside: in both screens and farther than margin from their \
      edges: B-cubed F1 and adjusted Rand index of the clusters; persistence = share of the markers inside \
      of the first frame that the second has with the same points inside, no farther than drift away on \
      the world.
      """,
    measures: [
      .share("similarity", .higher, "B-cubed F1 of the clusters."),
      .share("persistence", .higher, "Share of the markers that stay."),
      .score("randIndex", .higher, "Adjusted Rand index of the clusters."),
    ],
    scope: .pair, undefined: [.differentPoints, .differentZooms, .noPoints, .noMarkers],
    cost: "O(n)",
    source:
      #"T. Been, E. Daiches and C. Yap, "Dynamic map labeling", IEEE TVCG 2006: no popping during panning; "#
      + #"T. Guo, K. Feng, G. Cong and Z. Bao, "Efficient selection of geospatial data on maps for interactive "#
      + #"and visualized exploration", SIGMOD 2018 (POIsam)."#)

  public func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
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
    return values(
      .number(pan.similarity), .number(pan.persistence, else: .noMarkers), .number(pan.randIndex))
  }
}

extension ProjectedView {
  fileprivate func contains(_ place: WorldPoint, inside margin: Double) -> Bool {
    let (x, y) = screenPosition(of: place)
    return x > margin && x < viewport.width - margin && y > margin && y < viewport.height - margin
  }
}
