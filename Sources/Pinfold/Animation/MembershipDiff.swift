/// Markers follow their points: the points that an old and a new cluster share are one marker.
///
/// Clusters that share points, directly or through others, are processed together. One old and one new
/// cluster: the marker stays, or moves to the new position. One old and several new ones split: the parts
/// start at the old marker. Several old ones and one new merge: they move to the new position and are removed
/// on arrival. Several and several exchange points, one moving marker for each pair, as when zooming with
/// strategies that do not nest. Points that only the old frame shows stand still until the end, those that
/// only the new one shows from the start, so that an animator can fade them.
///
/// Shown counts add up: before time 0 to the points of the old frame, then to those of either frame, each
/// once, and from time 1 to those of the new frame. The diff of a frame to itself keeps everything, and the
/// diff in the other direction equals ``MarkerTransitions/reversed()``.
///
/// Source: the collapsing and expanding markers of grid map views, in 0.3 s, made exact by counting.
///
/// - Complexity: O(*m* + *k*), where *m* is the number of members of all clusters and *k* that of clusters
///   and flows; O(*k*) for frames of one strategy whose clusters are ranges of one order.
public struct MembershipDiff: AnimationDiff, Configurable {
  /// The length of the transition in seconds.
  public var duration = 0.3

  /// Creates the diff with its defaults.
  public init() {}

  /// Creates the diff.
  public init(duration: Double) { self.duration = duration }

  public static let parameters: [Parameter<Self>] = [
    Parameter("duration", \.duration, in: 0...60, unit: "seconds", "Length of the transition.")
  ]

  public func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
    let flows = try Flow.between(old, new)
    let degrees = Degrees(flows, old.count, new.count)
    return MarkerTransitions(from: old, to: new, flows: flows, duration: duration) { flow in
      degrees.kind(of: flow) ?? .staying(old.positions[flow.old] == new.positions[flow.new])
    }
  }
}

extension MarkerTransition.Kind {
  /// The kind of a cluster that neither splits nor merges.
  static func staying(_ isInPlace: Bool) -> Self { isInPlace ? .keep : .move }
}

/// The number of flows of each cluster, and the largest number among the clusters that it shares one with;
/// they determine the shape of a connected component.
private struct Degrees {
  private var old: [Int32]
  private var new: [Int32]
  private var mostAmongNew: [Int32]
  private var mostAmongOld: [Int32]

  init(_ flows: [Flow], _ oldCount: Int, _ newCount: Int) {
    old = [Int32](repeating: 0, count: oldCount)
    new = [Int32](repeating: 0, count: newCount)
    mostAmongNew = old
    mostAmongOld = new
    for flow in flows {
      old[flow.old] += 1
      new[flow.new] += 1
    }
    for flow in flows {
      mostAmongNew[flow.old] = max(mostAmongNew[flow.old], new[flow.new])
      mostAmongOld[flow.new] = max(mostAmongOld[flow.new], old[flow.old])
    }
  }

  /// Returns the kind of all flows connected to this one; nil if there are no others.
  func kind(of flow: Flow) -> MarkerTransition.Kind? {
    if old[flow.old] == 1 && new[flow.new] == 1 { return nil }
    if mostAmongNew[flow.old] == 1 { return .split }
    if mostAmongOld[flow.new] == 1 { return .merge }
    return .exchange
  }
}
