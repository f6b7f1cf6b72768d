/// The movements of markers from one frame to the next: plain data, with times as fractions of the duration.
///
/// Before time 0 the markers are those of the old frame, from time 1 on those of the new one; in between the
/// diff decides. To play it: move every marker from its start to its end, with easing, over the whole
/// duration or as its motion says; add and remove it at its times. No other data of the frames is needed.
public struct MarkerTransitions: Hashable, Sendable {
  /// Every marker that is on the screen at some moment: by old cluster, those without one last; then by new
  /// cluster, those without one first; then by time.
  public let markers: [MarkerTransition]

  /// The number of points from each old cluster to each new one, by old cluster, then new cluster.
  /// ``IdentityDiff`` gives those of clusters that stay; all others give every pair that shares points.
  public let flows: [Flow]

  /// The length in seconds.
  public let duration: Double

  /// The map from time to progress.
  public let easing: Easing

  /// The projection of both frames. It determines whether paths may cross ±180°.
  public let projection: Projection

  /// Gathers a transition; markers and flows may come in any order.
  public init(
    markers: [MarkerTransition], flows: [Flow], duration: Double, easing: Easing = .smooth,
    projection: Projection
  ) {
    self.markers = markers.sorted { $0.precedes($1) }
    self.flows = flows.sorted { ($0.old, $0.new) < ($1.old, $1.new) }
    self.duration = duration
    self.easing = easing
    self.projection = projection
  }

  /// Creates a transition of sorted markers and flows.
  init(ordered markers: [MarkerTransition], _ flows: [Flow], duration: Double, projection: Projection) {
    self.markers = markers
    self.flows = flows
    self.duration = duration
    self.easing = .smooth
    self.projection = projection
  }

  /// The markers that are on the screen at a moment: those added by then and not removed yet.
  ///
  /// - Parameter time: a share of the duration; below 0 for the old frame, 1 or more for the new one.
  public func markers(at time: Double) -> [MarkerTransition] { markers.filter { $0.isShown(at: time) } }

  /// The sum of the counts on the screen at a moment.
  public func count(at time: Double) -> Int {
    markers.reduce(0) { $0 + ($1.isShown(at: time) ? $1.count : 0) }
  }

  /// Where a marker stands at a moment, shown or not.
  ///
  /// - Parameter time: a share of the duration; before 0 the marker stands at its start, after 1 at its end.
  public func position(of marker: MarkerTransition, at time: Double) -> WorldPoint {
    let time = max(0, min(time, 1))
    let progress = progress(of: marker, at: time)
    let straight = projection.position(from: marker.start, to: marker.end, at: progress)
    guard let bend = marker.bend(on: projection) else { return straight }
    let share = 2 * progress * (1 - progress)
    return WorldPoint(
      x: UInt32(truncatingIfNeeded: Int64(straight.x) + Int64((bend.east * share).rounded())),
      y: UInt32(clamping: Int64(straight.y) + Int64((bend.south * share).rounded())))
  }

  /// The progress of a marker at a time, both 0…1.
  package func progress(of marker: MarkerTransition, at time: Double) -> Double {
    marker.motion?.progress(at: time, usual: easing) ?? easing.progress(at: time)
  }

  /// The reverse transition: what the same diff returns for the frames in the other order.
  ///
  /// A marker shown from one time up to another is shown from and up to the mirrored times.
  public func reversed() -> MarkerTransitions {
    MarkerTransitions(
      markers: markers.map { $0.reversed() },
      flows: flows.map { Flow(old: $0.new, new: $0.old, count: $0.count) },
      duration: duration, easing: easing, projection: projection)
  }
}

/// A map from time to progress. Every easing is symmetric, so a transition played backwards is the reverse.
public enum Easing: String, Hashable, Sendable, CaseIterable {
  /// Even speed.
  case linear

  /// Slow at both ends: 3t² − 2t³.
  case smooth

  /// The progress at a share of the duration, 0…1.
  public func progress(at time: Double) -> Double {
    switch self {
    case .linear: time
    case .smooth: time * time * (3 - 2 * time)
    }
  }
}
