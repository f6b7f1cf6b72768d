extension MarkerTransitions {
  /// Returns the state of the transition at a time, as a frame from which another transition may start: a
  /// transition that interrupts this one continues from the current positions of the markers.
  ///
  /// Each visible marker becomes a cluster of the points that it shows, at its position. If several markers
  /// show the same points, as in a cross-fade, the points belong to the marker farthest in time from being
  /// added or removed, on a tie to the first one; markers without points are omitted. The frame is valid for
  /// any diff; ``AncestryDiff`` lets its clusters, some of which are parts of clusters, overlap with new
  /// ones.
  ///
  /// - Parameters:
  ///   - time: a fraction of the duration; below 0 for the old frame, 1 or more for the new one.
  ///   - old: the frame that the transition starts from.
  ///   - new: the frame that it ends in. If it has other points, the result has its points and those that
  ///     only the old frame shows.
  /// - Throws: ``ClusteringError/invalidTransition(owner:_:)`` if the count of a marker differs from the
  ///   number of points of its clusters, as may happen with custom diffs, and ``ClusteringError/points(_:)``
  ///   if the points of both frames cannot be combined.
  /// - Complexity: O(*k* log *k*) for *k* ranges of one order as clusters, as with most strategies in any two
  ///   views; else O(*m* + *n*), where *m* is the number of members and *n* that of points; for frames of
  ///   different points *m* log *n*.
  public func frame(at time: Double, from old: Frame, to new: Frame) throws(ClusteringError) -> Frame {
    let shared = try SharedPoints(old, new)
    var columns = MarkerColumns(order: shared.order)
    let counts = shared.parts.mapValues { $0.reduce(0) { $0 + $1.count } }
    for (marker, pairs) in try owners(at: time, of: counts) {
      let members = shared.members(of: pairs)
      let sums = shared.order.sums(of: members[...])
      columns.append(
        Representative(position: position(of: marker, at: time), point: nil), of: members[...],
        id: sums.clusterID, weight: sums.weight)
    }
    var frame = Frame(points: shared.points, view: new.view, markers: columns, nonMergeable: [])
    frame.isMoment = true
    frame.markerStyle = new.markerStyle
    return frame
  }

  /// Returns the markers that have points of their own at a moment, in their order, with these points as
  /// pairs of clusters.
  ///
  /// - Parameter counts: the number of points of each pair.
  private func owners(
    at time: Double, of counts: [Pair: Int]
  ) throws(ClusteringError) -> [(marker: MarkerTransition, pairs: [Pair])] {
    let byOld = Dictionary(grouping: counts.keys, by: \.old)
    let byNew = Dictionary(grouping: counts.keys, by: \.new)
    func total(_ pairs: [Pair]) -> Int { pairs.reduce(0) { $0 + (counts[$1] ?? 0) } }
    let markers = markers(at: time)
    let byPresence = markers.indices.sorted {
      (-markers[$0].presence(at: time), $0) < (-markers[$1].presence(at: time), $1)
    }
    var pairs = [[Pair]](repeating: [], count: markers.count)
    var taken: Set<Pair> = []
    for index in byPresence {
      let marker = markers[index]
      var shown = [Pair(marker)]
      if total(shown) != marker.count {
        // A marker of one cluster shows the points that the other frame does not, or all of them.
        if let old = marker.old, marker.new == nil { shown = byOld[old] ?? [] }
        if let new = marker.new, marker.old == nil { shown = byNew[new] ?? [] }
      }
      let known = total(shown)
      guard known == marker.count else {
        throw .invalidTransition(
          owner: "the transition", .unclear(kind: marker.kind.rawValue, points: marker.count, of: known))
      }
      pairs[index] = shown.filter { counts[$0] != nil && taken.insert($0).inserted }.sorted()
    }
    return zip(markers, pairs).filter { !$0.1.isEmpty }.map { ($0, $1) }
  }
}

extension MarkerTransitions {
  /// The same movements with the numbers of points that markers stand for: where points are cells, the points
  /// in these.
  ///
  /// - Throws: ``ClusteringError/points(_:)`` if the points of both frames cannot be combined.
  /// - Complexity: O(1) for points that are no cells; else O(*n*), where *n* is the number of points.
  package func countingPoints(from old: Frame, to new: Frame) throws(ClusteringError) -> Self {
    guard let shared = try SharedPoints(counting: old, new) else { return self }
    let markers = markers.map { marker in
      var marker = marker
      if let cluster = marker.new, new.memberCount(of: cluster) == marker.count {
        marker.count = new.pointCount(of: cluster)
      } else if let cluster = marker.old, old.memberCount(of: cluster) == marker.count {
        marker.count = old.pointCount(of: cluster)
      } else {
        marker.count = shared.count(of: Pair(marker))
      }
      return marker
    }
    return MarkerTransitions(
      markers: markers, flows: flows.map(shared.counted), duration: duration, easing: easing,
      projection: projection)
  }
}

extension [Flow] {
  /// The same flows with the numbers of points, as ``MarkerTransitions/countingPoints(from:to:)`` has them.
  package func countingPoints(from old: Frame, to new: Frame) throws(ClusteringError) -> Self {
    try SharedPoints(counting: old, new).map { map($0.counted) } ?? self
  }
}

extension MarkerTransition {
  /// The time to being added or removed, whichever is nearer, as a share of the duration.
  fileprivate func presence(at time: Double) -> Double {
    min(time - (addedAt ?? -.infinity), (removedAt ?? .infinity) - time)
  }
}

/// The old and the new cluster of some points; −1 for none.
private struct Pair: Hashable, Comparable {
  var old: Int
  var new: Int

  init(_ old: Int, _ new: Int) { (self.old, self.new) = (old, new) }

  init(_ marker: MarkerTransition) { self.init(marker.old ?? -1, marker.new ?? -1) }

  static func < (a: Self, b: Self) -> Bool { (a.old, a.new) < (b.old, b.new) }
}

/// The points of two frames by pairs of clusters, as ranges of an order: the one that both frames share, or
/// the canonical order of all their points.
private struct SharedPoints {
  /// A set with the points of both frames.
  let points: PointSet
  let order: PointOrder

  /// The points of each pair of clusters, ascending.
  private(set) var parts: [Pair: [Range<Int>]] = [:]

  /// Nil where no point is a cell, so that there is nothing to count.
  init?(counting old: Frame, _ new: Frame) throws(ClusteringError) {
    guard old.points.tally != nil || new.points.tally != nil else { return nil }
    try self.init(old, new)
  }

  init(_ old: Frame, _ new: Frame) throws(ClusteringError) {
    try old.checkSameWorld(as: new)
    let isOneSet = old.points.isIdentical(to: new.points)
    points = isOneSet ? new.points : try new.points.joining(old)
    if isOneSet, old.clusters.order.isIdentical(to: new.clusters.order),
      let before = old.ascendingPieces, let after = new.ascendingPieces
    {
      order = new.clusters.order
      add(before, after)
    } else {
      order = points.order
      add(points.labels(of: old), points.labels(of: new))
    }
  }

  /// Adds the points of ascending disjoint pieces of the clusters.
  private mutating func add(_ before: [Piece], _ after: [Piece]) {
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

  /// Adds the points by the clusters of each.
  private mutating func add(_ before: [Int32], _ after: [Int32]) {
    var start = 0
    for end in 1..<before.count + 1
    where end == before.count || before[end] != before[start] || after[end] != after[start] {
      if before[start] >= 0 || after[start] >= 0 {
        parts[Pair(Int(before[start]), Int(after[start])), default: []].append(start..<end)
      }
      start = end
    }
  }

  /// The number of points that the members of a pair stand for.
  func count(of pair: Pair) -> Int {
    let members = (parts[pair] ?? []).lazy.joined().map { order.index(at: $0) }
    return points.tally?.count(of: members) ?? members.count
  }

  func counted(_ flow: Flow) -> Flow {
    Flow(old: flow.old, new: flow.new, count: count(of: Pair(flow.old, flow.new)))
  }

  /// The points of some pairs, ascending, with adjacent ranges joined.
  func members(of pairs: [Pair]) -> [Range<Int>] {
    var members: [Range<Int>] = []
    for part in pairs.flatMap({ parts[$0] ?? [] }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      members.appendJoining(part)
    }
    return members
  }
}

extension Frame {
  /// The disjoint pieces of all clusters in their order, ascending; nil if there is no such order.
  fileprivate var ascendingPieces: [Piece]? {
    // Separate points are ranges of the canonical order only.
    guard clusters.order.isCanonical || nonMergeable.isEmpty else { return nil }
    let pieces = allPieces.ascending
    let isDisjoint = zip(pieces, pieces.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    return isDisjoint ? pieces : nil
  }
}

extension PointSet {
  /// The cluster of each point in a frame, of this set or of one whose points this set has; −1 for none.
  fileprivate func labels(of frame: Frame) -> [Int32] {
    if isIdentical(to: frame.points) { return frame.labels }
    var labels = [Int32](repeating: -1, count: count)
    for cluster in 0..<frame.count {
      frame.forEachMember(of: cluster) { point in
        labels[index(of: frame.points.id(point)) ?? point] = Int32(cluster)
      }
    }
    return labels
  }

  /// The set with the additional points of another set's frame.
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
