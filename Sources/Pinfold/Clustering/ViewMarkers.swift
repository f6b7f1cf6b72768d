/// The markers of one group in a view while those that collide are merged for a ``Separation``.
struct ViewMarkers: MergingMarkers {
  private let placing: MarkerPlacing
  private let keepsPriority: Bool

  /// The clusters of the view that the markers number.
  private let clusters: Range<Int>

  private var representatives: [Representative]
  private var counts: [Int]
  // Computed on the first collision, as most markers never collide; `.max` and NaN until then.
  private var ranks: [UInt32]
  private var priorities: [Double]
  private var unions: [Int: Union] = [:]

  /// A marker with others merged into it.
  private struct Union {
    var sums: PointSums
    var ranges: [Range<Int>]
  }

  init(_ clusters: Range<Int>, of markers: MarkerColumns, _ placing: MarkerPlacing, keepsPriority: Bool) {
    self.placing = placing
    self.clusters = clusters
    self.keepsPriority = keepsPriority
    representatives = clusters.map { markers[$0] }
    let (tally, members) = (placing.points.tally, placing.clusters.members)
    counts = clusters.map {
      tally?.markerSize(of: members[$0], in: members.order) ?? members.memberCount(of: $0)
    }
    ranks = [UInt32](repeating: .max, count: clusters.count)
    priorities = [Double](repeating: .nan, count: clusters.count)
  }

  var count: Int { clusters.count }

  func position(of marker: Int) -> WorldPoint { representatives[marker].position }

  func memberCount(of marker: Int) -> Int { counts[marker] }

  mutating func lowestRank(of marker: Int) -> UInt32 {
    if ranks[marker] == .max {
      let idRanks = placing.points.idRanks
      var lowest = UInt32.max
      forEachMember(of: marker) { lowest = min(lowest, idRanks[$0]) }
      ranks[marker] = lowest
    }
    return ranks[marker]
  }

  mutating func join(_ other: Int, to marker: Int) {
    if keepsPriority, prevails(other, over: marker) { representatives[marker] = representatives[other] }
    if keepsPriority { priorities[marker] = max(priorities[marker], priorities[other]) }
    ranks[marker] = min(lowestRank(of: marker), lowestRank(of: other))
    var union = unions[marker] ?? part(marker)
    let added = unions.removeValue(forKey: other) ?? part(other)
    union.sums.join(added.sums, wraps: placing.points.projection.wraps)
    union.ranges = merged(union.ranges, added.ranges)
    counts[marker] += counts[other]
    unions[marker] = union
  }

  mutating func place(_ marker: Int) throws(ClusteringError) {
    guard !keepsPriority, let union = unions[marker] else { return }
    representatives[marker] = try placing.marker(of: union.ranges[...], mean: union.sums.mean)
  }

  func append(_ marker: Int, to columns: inout MarkerColumns) {
    let union = unions[marker] ?? part(marker)
    columns.append(
      representatives[marker], of: union.ranges[...], id: union.sums.clusterID,
      weight: union.sums.weight)
  }

  private func part(_ marker: Int) -> Union {
    let cluster = clusters.lowerBound + marker
    return Union(sums: placing.clusters.sums(of: cluster), ranges: Array(placing.clusters.members[cluster]))
  }

  /// Merges ascending ranges; in the canonical order adjacent ones are joined, or they would accumulate.
  private func merged(_ a: [Range<Int>], _ b: [Range<Int>]) -> [Range<Int>] {
    let joins = placing.clusters.order.isCanonical
    var merged: [Range<Int>] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      let takesFirst = j == b.count || i < a.count && a[i].lowerBound < b[j].lowerBound
      let range = takesFirst ? a[i] : b[j]
      if takesFirst { i += 1 } else { j += 1 }
      if joins { merged.appendJoining(range) } else { merged.append(range) }
    }
    return merged
  }

  private mutating func prevails(_ other: Int, over marker: Int) -> Bool {
    let (own, its) = (priority(of: marker), priority(of: other))
    if its != own { return its > own }
    if counts[other] != counts[marker] { return counts[other] > counts[marker] }
    return lowestRank(of: other) < lowestRank(of: marker)
  }

  /// The highest priority of a marker's points; the same for all without priorities.
  private mutating func priority(of marker: Int) -> Double {
    if priorities[marker].isNaN {
      var highest = -Double.infinity
      if let column = placing.points.priority {
        forEachMember(of: marker) { highest = max(highest, column[$0]) }
      }
      priorities[marker] = highest
    }
    return priorities[marker]
  }

  /// Visits the points of a marker that nothing was merged into.
  private func forEachMember(of marker: Int, _ body: (Int) -> Void) {
    for range in placing.clusters.members[clusters.lowerBound + marker] {
      for offset in range { body(placing.clusters.order.index(at: offset)) }
    }
  }
}

extension Separation {
  /// Merges the markers of a view that collide, group by group.
  ///
  /// - Parameter markers: those of the placing's clusters, in the canonical order of their first members.
  /// - Complexity: as ``CollisionMerging``, and O(*c*), where *c* is the number of points in the markers that
  ///   collide; representatives that look at a cluster's points do so again after each merge.
  func apply(
    to markers: inout MarkerColumns, _ placing: MarkerPlacing, context: RunContext
  ) throws(ClusteringError) {
    let room = CollisionGeometry(self, in: placing.view)
    var groups: [CollisionMerging<ViewMarkers>] = []
    for clusters in placing.clustersOfGroups {
      let own = ViewMarkers(
        clusters, of: markers, placing, keepsPriority: displayPriority == .priority)
      var group = try CollisionMerging(own, room: room, placing.view.projection, context)
      try group.run(context)
      groups.append(group)
    }
    if groups.allSatisfy({ $0.isUnchanged }) { return }
    markers = MarkerColumns(order: placing.clusters.order)
    for group in groups {
      // A merged marker keeps the number of its first part, so the canonical order is kept.
      for marker in 0..<group.markers.count where group.isLeft(marker) {
        group.markers.append(marker, to: &markers)
      }
    }
  }
}

extension MarkerPlacing {
  /// The ranges of the view's clusters with the same group.
  fileprivate var clustersOfGroups: [Range<Int>] {
    var stretches: [Range<Int>] = []
    var start = 0
    for section in points.sections where section.mergeable {
      var end = start
      while end < clusters.count, let first = clusters.members[end].first,
        section.range.contains(clusters.order.index(at: first.lowerBound))
      {
        end += 1
      }
      if start < end { stretches.append(start..<end) }
      start = end
    }
    return stretches
  }
}
