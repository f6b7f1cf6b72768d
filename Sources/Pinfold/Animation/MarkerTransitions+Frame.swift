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
  /// - Complexity: O(*k* log *k*) for *k* ranges of one order as clusters, as with most strategies in any two
  ///   views; else O(*m* + *n*), where *m* is the number of members and *n* that of points; for frames of
  ///   different points *m* log *n*.
  public func frame(at time: Double, from old: Frame, to new: Frame) throws(ClusteringError) -> Frame {
    let markers = markers(at: time)
    var frame: Frame
    if let ranges = SharedRanges(old, new) {
      frame = try self.frame(of: markers, at: time, by: ranges, in: new)
    } else {
      frame = try self.frame(of: markers, at: time, by: try SharedPoints(old, new), in: new)
    }
    frame.isMoment = true
    return frame
  }

  private func frame(
    of markers: [MarkerTransition], at time: Double, by ranges: SharedRanges, in new: Frame
  ) throws(ClusteringError) -> Frame {
    var columns = MarkerColumns(order: ranges.order)
    var shown: [(range: Range<Int>, marker: MarkerTransition)] = []
    for marker in markers {
      let members = ranges.members(of: marker)
      let count = members.reduce(0) { $0 + $1.count }
      guard count == marker.count else { throw Self.unclear(marker, of: count) }
      guard count > 0 else { continue }
      shown += members.map { ($0, marker) }
      let sums = ranges.order.sums(of: members[...])
      columns.append(
        Representative(position: position(of: marker, at: time), point: nil), of: members[...],
        id: sums.clusterID, weight: sums.weight)
    }
    shown.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (one, next) in zip(shown, shown.dropFirst()) where next.range.lowerBound < one.range.upperBound {
      throw Self.unclear(next.marker, of: next.marker.count)
    }
    return Frame(points: new.points, view: new.view, markers: columns, nonMergeable: [])
  }

  private func frame(
    of markers: [MarkerTransition], at time: Double, by shared: SharedPoints, in new: Frame
  ) throws(ClusteringError) -> Frame {
    var lists: [[UInt32]] = []
    var positions: [WorldPoint] = []
    var isShown = [Bool](repeating: false, count: shared.points.count)
    for marker in markers {
      let members = shared.members(of: marker)
      guard members.count == marker.count else { throw Self.unclear(marker, of: members.count) }
      for member in members {
        guard !isShown[Int(member)] else { throw Self.unclear(marker, of: members.count) }
        isShown[Int(member)] = true
      }
      guard !members.isEmpty else { continue }
      lists.append(members)
      positions.append(position(of: marker, at: time))
    }
    return Frame(listing: lists, positions: positions, of: shared.points, in: new.view)
  }

  /// The error that the points of a marker cannot be told.
  private static func unclear(_ marker: MarkerTransition, of count: Int) -> ClusteringError {
    .invalidTransition(
      owner: "the transition", .unclear(kind: marker.kind.rawValue, points: marker.count, of: count))
  }
}

/// The old and the new cluster of some points; −1 for none.
private struct Pair: Hashable {
  var old: Int
  var new: Int

  init(_ old: Int, _ new: Int) { (self.old, self.new) = (old, new) }

  init(_ marker: MarkerTransition) { self.init(marker.old ?? -1, marker.new ?? -1) }
}

/// The points of two frames by the clusters that show them in either, as ranges of the one order in which the
/// clusters of both are ranges.
private struct SharedRanges {
  let order: PointOrder

  private let old: [Int: [Range<Int>]]
  private let new: [Int: [Range<Int>]]
  private var parts: [Pair: [Range<Int>]] = [:]

  /// Returns nil where the frames have no such order, or show a point twice.
  init?(_ old: Frame, _ new: Frame) {
    guard old.points.isIdentical(to: new.points), old.clusters.order.isIdentical(to: new.clusters.order),
      let before = old.ascendingPieces, let after = new.ascendingPieces
    else { return nil }
    order = new.clusters.order
    (self.old, self.new) = (Self.ranges(before), Self.ranges(after))
    var (i, j, offset) = (0, 0, 0)
    while i < before.count || j < after.count {
      let a = i < before.count ? before[i].range : Int.max..<Int.max
      let b = j < after.count ? after[j].range : Int.max..<Int.max
      offset = max(offset, min(a.lowerBound, b.lowerBound))
      let (isOld, isNew) = (a.lowerBound <= offset, b.lowerBound <= offset)
      let end = min(isOld ? a.upperBound : a.lowerBound, isNew ? b.upperBound : b.lowerBound)
      let pair = Pair(isOld ? before[i].cluster : -1, isNew ? after[j].cluster : -1)
      parts[pair, default: []].append(offset..<end)
      if isOld, a.upperBound == end { i += 1 }
      if isNew, b.upperBound == end { j += 1 }
      offset = end
    }
  }

  private static func ranges(_ pieces: [Piece]) -> [Int: [Range<Int>]] {
    Dictionary(grouping: pieces, by: \.cluster).mapValues { $0.map(\.range) }
  }

  /// The points that a marker shows, as far as its clusters and its count tell.
  func members(of marker: MarkerTransition) -> [Range<Int>] {
    func isWhole(_ ranges: [Range<Int>]) -> Bool { ranges.reduce(0) { $0 + $1.count } == marker.count }
    let part = parts[Pair(marker)] ?? []
    if isWhole(part) { return part }
    switch (marker.old, marker.new) {
    case (let cluster?, nil): if let all = old[cluster], isWhole(all) { return all }
    case (nil, let cluster?): if let all = new[cluster], isWhole(all) { return all }
    default: break
    }
    return part
  }
}

extension Frame {
  /// Where the points of the clusters are in the order of the clusters, ascending; nil where some are not in
  /// it, or twice.
  fileprivate var ascendingPieces: [Piece]? {
    // Points by themselves are ranges of the canonical order alone.
    guard clusters.order.isCanonical || nonMergeable.isEmpty else { return nil }
    let pieces = allPieces.ascending
    let isDisjoint = zip(pieces, pieces.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    return isDisjoint ? pieces : nil
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

  init(_ old: Frame, _ new: Frame) throws(ClusteringError) {
    try old.checkSameWorld(as: new)
    (self.old, self.new) = (old, new)
    isOneSet = old.points.isIdentical(to: new.points)
    points = isOneSet ? new.points : try new.points.joining(old)
    let (before, after) = (labels(of: old), labels(of: new))
    // Neighbors mostly go together, so that few points ask the dictionary.
    var pair = Pair(-1, -1)
    var members: [UInt32] = []
    for point in before.indices where before[point] >= 0 || after[point] >= 0 {
      let next = Pair(Int(before[point]), Int(after[point]))
      if next != pair {
        parts[pair, default: []] += members
        members.removeAll(keepingCapacity: true)
        pair = next
      }
      members.append(UInt32(point))
    }
    parts[pair, default: []] += members
  }

  /// The points that a marker shows, as far as its clusters and its count tell.
  func members(of marker: MarkerTransition) -> [UInt32] {
    let part = parts[Pair(marker)] ?? []
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
