/// The movement of one marker.
public struct MarkerTransition: Hashable, Sendable {
  /// The kinds of movements, by the points that a marker shows.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// They stay where they are.
    case keep
    /// They are the same cluster at another position.
    case move
    /// The old frame did not show them.
    case appear
    /// The new frame does not show them.
    case disappear
    /// An old cluster falls apart into them and others.
    case split
    /// They go into a new cluster with others.
    case merge
    /// They go between clusters that neither split nor merge.
    case exchange

    /// The same, seen backwards.
    public var reversed: Kind {
      switch self {
      case .keep, .move, .exchange: self
      case .appear: .disappear
      case .disappear: .appear
      case .split: .merge
      case .merge: .split
      }
    }
  }

  /// The kind of its movement.
  public var kind: Kind

  /// The old cluster whose points it shows, by its index in the old frame; nil where it is one of a new
  /// cluster alone.
  public var old: Int? {
    get { oldCluster.index }
    set { oldCluster = OptionalIndex(newValue) }
  }

  /// The new cluster whose points it shows, by its index in the new frame; nil where it is one of an old
  /// cluster alone.
  public var new: Int? {
    get { newCluster.index }
    set { newCluster = OptionalIndex(newValue) }
  }

  /// Where it starts.
  public var start: WorldPoint

  /// Where it ends; the way there is the short one around the globe.
  public var end: WorldPoint

  /// The points that it shows.
  public var count: Int

  /// When to add it, as a share of the duration; nil where the old frame has it already.
  public var addedAt: Double? {
    get { added == -.infinity ? nil : added }
    set { added = newValue ?? -.infinity }
  }

  /// When to remove it, as a share of the duration: it is shown up to, not at that time; nil where it stays
  /// in the new frame.
  public var removedAt: Double? {
    get { removed == .infinity ? nil : removed }
    set { removed = newValue ?? .infinity }
  }

  /// Its own time and way; nil for a straight line over the whole duration.
  public var motion: MarkerMotion? {
    get { box?.motion }
    set { box = newValue.map { MarkerMotion.Box($0) } }
  }

  // 64 bytes rather than 144: writing markers dominates large transitions.
  private var oldCluster: OptionalIndex
  private var newCluster: OptionalIndex
  private var added: Double
  private var removed: Double
  private var box: MarkerMotion.Box?

  /// Describes one marker.
  public init(
    kind: Kind, old: Int?, new: Int?, start: WorldPoint, end: WorldPoint, count: Int, addedAt: Double? = nil,
    removedAt: Double? = nil
  ) {
    self.kind = kind
    oldCluster = OptionalIndex(old)
    newCluster = OptionalIndex(new)
    self.start = start
    self.end = end
    self.count = count
    added = addedAt ?? -.infinity
    removed = removedAt ?? .infinity
  }

  /// Whether it is on the screen at a moment, a share of the duration.
  public func isShown(at time: Double) -> Bool {
    added <= time && time < removed
  }

  /// Returns the movement when time runs backwards.
  public func reversed() -> MarkerTransition {
    var marker = MarkerTransition(
      kind: kind.reversed, old: new, new: old, start: end, end: start, count: count,
      addedAt: removedAt.map { 1 - $0 }, removedAt: addedAt.map { 1 - $0 })
    marker.motion = motion?.reversed()
    return marker
  }

  /// The order of a transition's markers: by old cluster, those without one last; then by new cluster, those
  /// without one first; then by time.
  package func precedes(_ other: MarkerTransition) -> Bool { key < other.key }

  private var key: (Int, Int, Double, Double) {
    (old ?? .max, new ?? -1, added, removed)
  }
}

/// An optional index in four bytes; an out-of-range index stays out of range.
private struct OptionalIndex: Hashable {
  private var code: Int32

  init(_ index: Int?) { code = index.map { Int32(clamping: $0) } ?? .min }

  var index: Int? { code == .min ? nil : Int(code) }
}
