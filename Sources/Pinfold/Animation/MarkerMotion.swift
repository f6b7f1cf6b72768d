/// A marker's own way of moving, in place of a straight line over the whole duration.
public struct MarkerMotion: Hashable, Sendable {
  /// When it leaves its start, as a share of the duration.
  public var leavesAt: Double

  /// When it arrives at its end, as a share of the duration; not before ``leavesAt``.
  public var arrivesAt: Double

  /// The map from the time between both to progress; nil for the transition's.
  public var easing: Easing?

  /// The control point of a quadratic Bézier curve from the start to the end; nil for a straight line.
  /// Halfway the marker is at half of the control point's distance from the straight line.
  public var via: WorldPoint?

  /// Describes a motion.
  public init(
    leavesAt: Double = 0, arrivesAt: Double = 1, easing: Easing? = nil, via: WorldPoint? = nil
  ) {
    self.leavesAt = leavesAt
    self.arrivesAt = arrivesAt
    self.easing = easing
    self.via = via
  }

  /// Returns the motion when time runs backwards.
  func reversed() -> MarkerMotion {
    MarkerMotion(leavesAt: 1 - arrivesAt, arrivesAt: 1 - leavesAt, easing: easing, via: via)
  }

  /// The progress at a time, a share of the duration.
  func progress(at time: Double, usual: Easing) -> Double {
    if time >= arrivesAt { return 1 }
    if time <= leavesAt { return 0 }
    return (easing ?? usual).progress(at: (time - leavesAt) / (arrivesAt - leavesAt))
  }

  /// A motion on the heap: few markers have one, and all others take the eight bytes of a reference.
  final class Box: Hashable, Sendable {
    let motion: MarkerMotion

    init(_ motion: MarkerMotion) { self.motion = motion }

    static func == (one: Box, other: Box) -> Bool { one.motion == other.motion }
    func hash(into hasher: inout Hasher) { hasher.combine(motion) }
  }
}

extension MarkerTransition {
  /// The offset of its curve's control point from the middle of the straight line, in world units to the east
  /// and to the south; nil for a straight line.
  package func bend(on projection: Projection) -> (east: Double, south: Double)? {
    guard let via = motion?.via else { return nil }
    let middle = projection.position(from: start, to: end, at: 0.5)
    return (
      Double(projection.eastward(from: middle, to: via)), Double(Int64(via.y) - Int64(middle.y))
    )
  }
}
