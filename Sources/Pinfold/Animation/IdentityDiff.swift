/// Clusters with equal stable ids are the same marker; all others are removed and added.
///
/// A marker is kept if its position is the same, and moved if its representative changed. The rest happens at
/// once in the middle, so that the way back is the same in reverse: old markers go and new ones come. So
/// shown counts add up to the points of the old frame before the middle, and to those of the new frame from
/// then on. Source: the hash comparison of the quadtree tutorials, which swaps at the start.
///
/// - Complexity: O(*a* + *b*), where *a* and *b* are the numbers of clusters.
public struct IdentityDiff: AnimationDiff, Configurable {
  /// The length of the transition in seconds.
  public var duration = 0.3

  /// Creates the diff with its defaults.
  public init() {}

  public static let parameters: [Parameter<Self>] = [
    Parameter("duration", \.duration, in: 0...60, unit: "seconds", "Length of the transition.")
  ]

  public func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
    try old.checkSameWorld(as: new)
    let exchange = 0.5
    var indices: [ClusterID: Int] = [:]
    indices.reserveCapacity(old.count)
    for (index, id) in old.ids.enumerated() { indices[id] = index }
    var markers: [MarkerTransition] = []
    var flows: [Flow] = []
    for cluster in 0..<new.count {
      let count = new.memberCount(of: cluster)
      let end = new.positions[cluster]
      guard let before = indices.removeValue(forKey: new.ids[cluster]) else {
        markers.append(
          MarkerTransition(
            kind: .appear, old: nil, new: cluster, start: end, end: end, count: count, addedAt: exchange))
        continue
      }
      let start = old.positions[before]
      markers.append(
        MarkerTransition(
          kind: .staying(start == end), old: before, new: cluster, start: start, end: end, count: count))
      flows.append(Flow(old: before, new: cluster, count: count))
    }
    for cluster in indices.values {
      let start = old.positions[cluster]
      markers.append(
        MarkerTransition(
          kind: .disappear, old: cluster, new: nil, start: start, end: start,
          count: old.memberCount(of: cluster), removedAt: exchange))
    }
    return MarkerTransitions(
      markers: markers, flows: flows, duration: duration, projection: new.points.projection)
  }
}
