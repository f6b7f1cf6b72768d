extension MarkerTransitions {
  /// What is on the screen at a moment, as a frame from which another transition may start: a transition that
  /// is interrupted goes on from where its markers are, and no count jumps.
  ///
  /// Each marker that is shown is a cluster of the points that it shows, where it stands. The frame is as
  /// good as any other for a diff; ``AncestryDiff`` lets its clusters, some of which are parts of clusters,
  /// overlap with new ones.
  ///
  /// - Parameters:
  ///   - time: a share of the duration; below 0 for the old frame, 1 or more for the new one.
  ///   - old: the frame that the transition starts from.
  ///   - new: the frame that it goes to. Where it is of other points, the result's are its points and those
  ///     that only the old frame shows.
  /// - Throws: ``ClusteringError/invalidTransition(owner:_:)`` where a marker shows points that cannot be
  ///   told, as another diff's may, and ``ClusteringError/points(_:)`` where the points of both frames do not
  ///   go together.
  /// - Complexity: O(*m* + *n*), where *m* is the number of members and *n* that of points; for frames of
  ///   different points *m* log *n*.
  public func frame(at time: Double, from old: Frame, to new: Frame) throws(ClusteringError) -> Frame {
    let shared = try SharedPoints(old, new)
    var lists: [[UInt32]] = []
    var positions: [WorldPoint] = []
    var shown: Set<UInt32> = []
    for marker in markers(at: time) {
      let members = shared.members(of: marker)
      guard members.count == marker.count, members.allSatisfy({ shown.insert($0).inserted }) else {
        throw .invalidTransition(
          owner: "the transition",
          .unclear(kind: marker.kind.rawValue, points: marker.count, of: members.count))
      }
      guard !members.isEmpty else { continue }
      lists.append(members)
      positions.append(position(of: marker, at: time))
    }
    var frame = Frame(listing: lists, positions: positions, of: shared.points, in: new.view)
    frame.isMoment = true
    return frame
  }
}

/// The points of two frames by the clusters that show them in either.
private struct SharedPoints {
  /// A set that holds the points of both frames.
  let points: PointSet

  private let old: Frame
  private let new: Frame
  private let isOneSet: Bool

  /// The points of each pair of clusters, by canonical index in ``points``; −1 for no cluster.
  private var parts: [Pair: [UInt32]] = [:]

  private struct Pair: Hashable {
    var old: Int
    var new: Int
  }

  init(_ old: Frame, _ new: Frame) throws(ClusteringError) {
    try old.checkSameWorld(as: new)
    (self.old, self.new) = (old, new)
    isOneSet = old.points.isIdentical(to: new.points)
    points = isOneSet ? new.points : try new.points.joining(old)
    let (before, after) = (labels(of: old), labels(of: new))
    for (point, (old, new)) in zip(before, after).enumerated() where old >= 0 || new >= 0 {
      parts[Pair(old: Int(old), new: Int(new)), default: []].append(UInt32(point))
    }
  }

  /// The points that a marker shows, as far as its clusters and its count tell.
  func members(of marker: MarkerTransition) -> [UInt32] {
    let part = parts[Pair(old: marker.old ?? -1, new: marker.new ?? -1)] ?? []
    if part.count == marker.count { return part }
    switch (marker.old, marker.new) {
    case (let cluster?, nil) where old.memberCount(of: cluster) == marker.count:
      return all(of: cluster, in: old)
    case (nil, let cluster?) where new.memberCount(of: cluster) == marker.count:
      return all(of: cluster, in: new)
    default: return part
    }
  }

  private func all(of cluster: Int, in frame: Frame) -> [UInt32] {
    var members: [UInt32] = []
    frame.forEachMember(of: cluster) { members.append(UInt32(index(of: $0, in: frame))) }
    return members
  }

  /// The cluster of each point in a frame; −1 for none.
  private func labels(of frame: Frame) -> [Int32] {
    var labels = [Int32](repeating: -1, count: points.count)
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { labels[index(of: $0, in: frame)] = Int32(cluster) }
    }
    return labels
  }

  /// The index among all points of a frame's point.
  private func index(of point: Int, in frame: Frame) -> Int {
    isOneSet ? point : points.index(of: frame.points.id(point)) ?? point
  }
}

extension PointSet {
  /// The set with the points that a frame of another set shows besides.
  fileprivate func joining(_ frame: Frame) throws(ClusteringError) -> PointSet {
    var missing: [Int] = []
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { if index(of: frame.points.id($0)) == nil { missing.append($0) } }
    }
    var columns = frame.points.columns(in: missing)
    let known = Set(attributes.map(\.name))
    columns.attributes.removeAll { !known.contains($0.name) }
    do { return try inserting(columns) } catch { throw .points(error) }
  }
}
