import Pinfold
import PinfoldEvaluation

// Things of the other kinds, which the article "Metrics, diffs and more in Swift" writes.

/// The northernmost member.
struct NorthernmostRepresentative: RepresentativeSelection, Configurable {
  static let parameters: [Parameter<Self>] = []

  func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    var north = cluster[0]
    for member in 1..<cluster.count {
      let point = cluster[member]
      let (y, best) = (cluster.points.position(point).y, cluster.points.position(north).y)
      if (y, point) < (best, north) { north = point }
    }
    return Representative(position: cluster.points.position(north), point: north)
  }
}

/// How much of a view's points the largest marker stands for.
struct DominanceMetric: Metric, Configurable {
  static let share = Measure(
    "share", in: 0...1, better: .lower, "Share of the points that the largest cluster has.")

  let about = MetricDescription(
    id: "own-dominance", name: "dominance", summary: "How much the largest marker stands for.",
    formula: "The points of the largest cluster, divided by the points of all clusters.",
    measures: [Self.share], undefined: [.noMarkers], cost: "O(K)", source: "The article on metrics.")

  func measure(_ subject: MetricSubject) -> [Measure: MeasuredValue] {
    let counts = (0..<subject.frame.count).map { subject.frame[$0].count }
    guard let largest = counts.max() else { return [Self.share: .undefined(.noMarkers)] }
    return [Self.share: .number(Double(largest) / Double(counts.reduce(0, +)))]
  }
}

/// All old markers go and all new ones come, at once.
struct CutDiff: AnimationDiff, Configurable {
  /// When, as a share of the duration.
  var moment = 0.5

  static let parameters: [Parameter<Self>] = [
    Parameter("moment", \.moment, in: 0...1, "When the markers change, as a share of the duration.")
  ]

  func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
    let leaving = (0..<old.count).map { index in
      MarkerTransition(
        kind: .disappear, old: index, new: nil, start: old.positions[index], end: old.positions[index],
        count: old[index].count, removedAt: moment)
    }
    let coming = (0..<new.count).map { index in
      MarkerTransition(
        kind: .appear, old: nil, new: index, start: new.positions[index], end: new.positions[index],
        count: new[index].count, addedAt: moment)
    }
    return MarkerTransitions(
      markers: leaving + coming, flows: try Flow.between(old, new), duration: 0.3,
      projection: new.points.projection)
  }
}

/// Nearer and nearer, at one place.
struct DiveCamera: ConfigurableCamera {
  static let name = "dive"
  static let summary = "Nearer and nearer, half a zoom a step."

  /// The number of steps.
  var steps = 6

  static let parameters: [Parameter<Self>] = [
    Parameter("steps", \.steps, in: 1...100, "Number of steps.")
  ]

  func views(from start: Viewport, on projection: Projection) -> [Viewport] {
    (0...steps).map { step in
      var view = start
      view.zoom = min(start.zoom + Double(step) / 2, Viewport.zoomRange.upperBound)
      return view
    }
  }
}

func registerOtherKinds(in registry: inout Registry) {
  registry.register("northernmost", "The northernmost member.", NorthernmostRepresentative.self)
  registry.register("cut", "Old markers go and new ones come, at once.", CutDiff.self)
  registry.register(DominanceMetric.self)
  registry.register(DiveCamera.self)
}
