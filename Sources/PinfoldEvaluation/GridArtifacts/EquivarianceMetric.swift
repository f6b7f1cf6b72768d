public import Pinfold

/// G3: whether clusters go with the points when all move together.
///
/// The strategy is run on the points in view, and once more on the same points moved, the view with them. A
/// strategy driven by the data alone clusters them the same way; one with a grid does not. Translations go
/// towards the middle of the world, and points that one of them would move past a pole, or past an edge of
/// the plane, are left out of every run. For the rotation only the points in the largest circle around the
/// view's middle are used, so that none leaves the view.
public struct EquivarianceMetric: Metric, Configurable {
  /// The number of translations to try.
  public var translations = 8

  /// The largest translation along each axis, in screen points.
  public var reach = 128.0

  /// The angle of the rotation, in degrees.
  public var angle = 30.0

  /// Creates the metric with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("translations", \.translations, in: 1...1000, "Translations to try."),
    Parameter(
      "reach", \.reach, in: 1...4096, unit: "screen points", "Length of translations along each axis."),
    Parameter("angle", \.angle, in: -180...180, unit: "degrees", "Angle of the rotation."),
  ]

  public let about = MetricDescription(
    id: "G3", name: "equivariance", summary: "Whether clusters change when points and view move together.",
    formula: """
      1 − mean B-cubed F1 of the clusters of the points in view before and after all points, and the view, \
      are moved by seeded translations of 0 ≤ t < reach along each axis; and the same for a rotation about \
      the view's middle. translationError: sd / √m over the m translations.
      """,
    measures: [
      .share("translation", .lower, "Change by translations."),
      .share("rotation", .lower, "Change by the rotation."),
      .share("translationError", .descriptive, "Standard error of the change by translations."),
    ],
    reruns: true, undefined: [.needsClusterer, .noPoints, .tooFewRuns],
    cost: "O(n) and a build for each run", source: "Defined here.", version: "2")

  public func measure(_ subject: MetricSubject) throws(ClusteringError) -> [Measure: MeasuredValue] {
    guard let clusterer = subject.clusterer else { return undefined(for: .needsClusterer) }
    let trial = MovementTrial(subject: subject, clusterer: clusterer)
    let moves = trial.translations(translations, reach: reach)
    let rotation = Movement.rotation(
      cosine: Double.cos(angle * .pi / 180), sine: Double.sin(angle * .pi / 180))
    let moved = try trial.defects(of: moves, among: trial.pointsInView)
    let turned = try trial.defects(of: [rotation], among: trial.pointsInCircle)
    return values(
      [moved.flatMap(Quantile.mean), turned.flatMap(Quantile.mean)], else: .noPoints,
      [moved.flatMap(Quantile.standardError)], else: moved == nil ? .noPoints : .tooFewRuns)
  }
}

private struct MovementTrial {
  let subject: MetricSubject
  let clusterer: Clusterer

  private var points: PointSet { subject.frame.points }
  private var view: ProjectedView { subject.frame.view }

  /// Seeded translations towards the middle of the world; on the globe to the east, where the direction makes
  /// no difference.
  func translations(_ count: Int, reach: Double) -> [Movement] {
    var random = SplitMix64(seed: subject.seed)
    let half: UInt32 = 1 << 31
    let toWest = !points.projection.wraps && view.center.x >= half
    let toNorth = view.center.y >= half
    func length() -> Int64 { Int64(view.units(fromPoints: random.unit() * reach).rounded()) }
    return (0..<count).map { _ in
      let (x, y) = (length(), length())
      return .translation(east: toWest ? -x : x, south: toNorth ? -y : y)
    }
  }

  var pointsInView: [Int] {
    let (x, y) = (points.x, points.y)
    return (0..<points.count).filter { view.contains(WorldPoint(x: x[$0], y: y[$0])) }
  }

  var pointsInCircle: [Int] {
    let radius = min(view.viewport.width, view.viewport.height) / 2
    return pointsInView.filter {
      let place = view.screenPosition(of: points.position($0))
      let (east, south) = (place.x - view.viewport.width / 2, place.y - view.viewport.height / 2)
      return east * east + south * south < radius * radius
    }
  }

  /// The change of clusters by each movement, 0…1; nil where no point is left.
  func defects(of movements: [Movement], among candidates: [Int]) throws(ClusteringError) -> [Double]? {
    let kept = candidates.filter { point in movements.allSatisfy { moved(point, by: $0) != nil } }
    guard !kept.isEmpty, movements.allSatisfy({ movedViewport(by: $0) != nil }) else { return nil }
    let still = try labels(of: kept, movedBy: .translation(east: 0, south: 0))
    return try movements.map { (movement) throws(ClusteringError) in
      max(0, min(1 - BCubed(Contingency(still, try labels(of: kept, movedBy: movement))).f1, 1))
    }
  }

  private func labels(of kept: [Int], movedBy movement: Movement) throws(ClusteringError) -> [Int32] {
    guard let viewport = movedViewport(by: movement) else { preconditionFailure("a view off the world") }
    let map = try clusterer.build(movedPoints(kept, by: movement), context: subject.context)
    let frame = try map.frame(for: viewport, context: subject.context)
    // The point sets are in different orders; rows are as in `kept`.
    return frame.labelsByRow
  }

  private func moved(_ point: Int, by movement: Movement) -> WorldPoint? {
    movement.moved(points.position(point), around: view.center, wraps: points.projection.wraps)
  }

  private func movedPoints(_ kept: [Int], by movement: Movement) -> PointSet {
    var columns = points.columns(in: kept)
    for (row, point) in kept.enumerated() {
      guard let place = moved(point, by: movement) else { preconditionFailure("a point off the world") }
      columns.move(row: row, to: points.projection.unproject(place))
    }
    return points.remade(columns)
  }

  /// The viewport, moved like the points; nil if that is off the world.
  private func movedViewport(by movement: Movement) -> Viewport? {
    guard case .translation(let east, let south) = movement else { return view.viewport }
    var viewport = view.viewport
    switch points.projection {
    case .mercator:
      guard let center = movement.moved(view.center, around: view.center, wraps: true) else { return nil }
      viewport.center = points.projection.unproject(center)
    case .planar(let extent):
      // The middle of a view may be off the plane.
      viewport.center.longitude += Double(east) / WorldPoint.worldSize * extent.side
      viewport.center.latitude -= Double(south) / WorldPoint.worldSize * extent.side
    }
    return viewport
  }
}

/// A movement of points on the screen that keeps all distances.
enum Movement {
  /// In fixed-point units.
  case translation(east: Int64, south: Int64)

  /// Around a view's middle, from east to south.
  case rotation(cosine: Double, sine: Double)

  /// The moved position, to the nearest fixed-point unit; nil if that is off the world: past a pole, past an
  /// edge of the plane, or, rotated, past the far side of the globe.
  func moved(_ point: WorldPoint, around center: WorldPoint, wraps: Bool) -> WorldPoint? {
    let limit: Int64 = 1 << 32
    var east = wraps ? Int64(point.eastward(from: center.x)) : Int64(point.x) - Int64(center.x)
    var south = Int64(point.y) - Int64(center.y)
    switch self {
    case .translation(let toEast, let toSouth):
      east += toEast
      south += toSouth
    case .rotation(let cosine, let sine):
      let (x, y) = (Double(east), Double(south))
      east = Int64((x * cosine - y * sine).rounded())
      south = Int64((x * sine + y * cosine).rounded())
      if wraps, abs(east) >= limit / 2 { return nil }
    }
    let (x, y) = (Int64(center.x) + east, Int64(center.y) + south)
    guard (0..<limit).contains(y), wraps || (0..<limit).contains(x) else { return nil }
    return WorldPoint(x: UInt32(truncatingIfNeeded: x), y: UInt32(y))
  }
}
