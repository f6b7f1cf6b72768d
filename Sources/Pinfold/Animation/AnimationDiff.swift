/// How one frame turns into the next.
public protocol AnimationDiff: Sendable {
  /// What happens to every marker between two frames of one point set.
  func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> Transition
}

/// What an animator plays: plain data, with times as shares of the duration.
public struct Transition: Hashable, Sendable {
  /// Every marker that is on the screen at some moment of the transition.
  public var markers: [MarkerTransition]

  /// How many points go from each old cluster to each new one.
  public var flows: [Flow]

  /// The length in seconds.
  public var duration: Double

  /// How time maps to progress.
  public var easing: Easing

  /// Gathers a transition.
  public init(markers: [MarkerTransition], flows: [Flow] = [], duration: Double, easing: Easing) {
    self.markers = markers
    self.flows = flows
    self.duration = duration
    self.easing = easing
  }
}

/// What becomes of one marker.
public struct MarkerTransition: Hashable, Sendable {
  /// What happens to a marker.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It stays where it is.
    case keep
    /// It is the same cluster in another place.
    case move
    /// It was not there before.
    case appear
    /// It is not there afterwards.
    case disappear
    /// It is one of the parts of an old cluster.
    case split
    /// It goes into a new, larger cluster.
    case merge
    /// It carries points between clusters that neither split nor merge.
    case exchange
  }

  /// What happens to it.
  public var kind: Kind

  /// The old cluster, by its place in the old frame; nil where it has none.
  public var old: Int?

  /// The new cluster, by its place in the new frame; nil where it has none.
  public var new: Int?

  /// Where it starts.
  public var start: WorldPoint

  /// Where it ends; the way there is the short one around the globe.
  public var end: WorldPoint

  /// The points that it shows.
  public var count: Int

  /// When to add it, as a share of the duration.
  public var addedAt: Double

  /// When to remove it, as a share of the duration; nil where it stays.
  public var removedAt: Double?

  /// Describes one marker.
  public init(
    kind: Kind, old: Int?, new: Int?, start: WorldPoint, end: WorldPoint, count: Int, addedAt: Double = 0,
    removedAt: Double? = nil
  ) {
    self.kind = kind
    self.old = old
    self.new = new
    self.start = start
    self.end = end
    self.count = count
    self.addedAt = addedAt
    self.removedAt = removedAt
  }
}

/// Points that an old and a new cluster share.
public struct Flow: Hashable, Sendable {
  /// The old cluster, by its place in the old frame.
  public var old: Int

  /// The new cluster, by its place in the new frame.
  public var new: Int

  /// The number of points.
  public var count: Int

  /// Describes a flow.
  public init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }
}

/// How time maps to progress; every easing is symmetric, so a transition played backwards is the reverse one.
public enum Easing: String, Hashable, Sendable, CaseIterable {
  /// Even speed.
  case linear

  /// Slow at both ends: 3t² − 2t³.
  case smooth

  /// The progress at a share of the duration.
  public func progress(at time: Double) -> Double {
    switch self {
    case .linear: time
    case .smooth: time * time * (3 - 2 * time)
    }
  }
}
