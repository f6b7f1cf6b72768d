extension MarkerTransitions {
  /// Animates flows: while the transition runs, every flow has a marker of its own, and so have the points
  /// that only one frame shows. So each point of either frame is shown exactly once.
  ///
  /// An old cluster splits into parts: its flows, and the points that the new frame does not show. If there
  /// is only one part, the cluster's marker becomes the marker of that part; otherwise the cluster's marker
  /// is removed at time 0 and the markers of its parts are added. New clusters are the mirror image: the
  /// markers of their parts are removed at time 1 and the cluster's marker is added.
  ///
  /// - Parameters:
  ///   - flows: every pair of clusters that share points, once, by old cluster, then new cluster.
  ///   - kind: the kind of a flow; the same for all flows of one cluster.
  /// - Complexity: O(*k*), where *k* is the number of clusters and flows.
  init(
    from old: Frame, to new: Frame, flows: [Flow], duration: Double, kind: (Flow) -> MarkerTransition.Kind
  ) {
    var before = Parts(of: old, rest: .disappear)
    var after = Parts(of: new, rest: .appear)
    for flow in flows {
      let kind = kind(flow)
      before.add(flow.count, to: flow.old, kind)
      after.add(flow.count, to: flow.new, kind)
    }
    let count = flows.count + before.extraMarkers + after.extraMarkers
    let markers = [MarkerTransition](count: count) { markers in
      var made = 0
      @inline(__always)
      func add(
        _ kind: MarkerTransition.Kind, _ old: Int?, _ new: Int?, _ start: WorldPoint, _ end: WorldPoint,
        _ count: Int, from addedAt: Double?, to removedAt: Double?
      ) {
        markers.set(
          made,
          to: MarkerTransition(
            kind: kind, old: old, new: new, start: start, end: end, count: count, addedAt: addedAt,
            removedAt: removedAt))
        made += 1
      }
      // In the order of `MarkerTransitions.markers`.
      var next = 0
      for cluster in 0..<old.count {
        let (at, isOne, rest) = (old.positions[cluster], before.isOne(cluster), before.rests[cluster])
        if !isOne {
          add(before.kinds[cluster], cluster, nil, at, at, old.memberCount(of: cluster), from: nil, to: 0)
        }
        if rest > 0 { add(.disappear, cluster, nil, at, at, rest, from: isOne ? nil : 0, to: 1) }
        while next < flows.count, flows[next].old == cluster {
          let flow = flows[next]
          add(
            before.kinds[cluster], cluster, flow.new, at, new.positions[flow.new], flow.count,
            from: isOne ? nil : 0, to: after.isOne(flow.new) ? nil : 1)
          next += 1
        }
      }
      for cluster in 0..<new.count {
        let (at, isOne, rest) = (new.positions[cluster], after.isOne(cluster), after.rests[cluster])
        if rest > 0 { add(.appear, nil, cluster, at, at, rest, from: 0, to: isOne ? nil : 1) }
        if !isOne {
          add(after.kinds[cluster], nil, cluster, at, at, new.memberCount(of: cluster), from: 1, to: nil)
        }
      }
    }
    self.init(ordered: markers, flows, duration: duration, projection: new.points.projection)
  }
}

/// The parts of each cluster of one frame.
private struct Parts {
  /// The points of each cluster outside all flows.
  private(set) var rests: [Int]

  /// The kind of each cluster's flows, or that of the rest if it has none.
  private(set) var kinds: [MarkerTransition.Kind]

  private var flowCounts: [Int32]

  init(of frame: Frame, rest: MarkerTransition.Kind) {
    rests = (0..<frame.count).map { frame.memberCount(of: $0) }
    kinds = [MarkerTransition.Kind](repeating: rest, count: frame.count)
    flowCounts = [Int32](repeating: 0, count: frame.count)
  }

  mutating func add(_ points: Int, to cluster: Int, _ kind: MarkerTransition.Kind) {
    rests[cluster] -= points
    kinds[cluster] = kind
    flowCounts[cluster] += 1
  }

  /// Whether a cluster stays whole.
  func isOne(_ cluster: Int) -> Bool { flowCounts[cluster] + (rests[cluster] > 0 ? 1 : 0) == 1 }

  /// The number of markers without a flow.
  var extraMarkers: Int {
    rests.indices.reduce(0) { $0 + (rests[$1] > 0 ? 1 : 0) + (isOne($1) ? 0 : 1) }
  }
}

extension MarkerTransitions {
  /// Where a marker starts and ends as coordinates that an animator can go between without knowing of ±180°:
  /// on the globe the start's longitude lies in −180…180, and the end's is where the short way leads, perhaps
  /// past ±180.
  ///
  /// - Parameters:
  ///   - marker: one of this transition's.
  ///   - old: the old frame, for coordinates as the data have them.
  ///   - new: the new frame.
  public func coordinates(
    of marker: MarkerTransition, from old: Frame, to new: Frame
  ) -> (start: Coordinate, end: Coordinate) {
    let before = marker.old.map { old.coordinate(of: $0) }
    let after = marker.new.map { new.coordinate(of: $0) }
    var start = before ?? after ?? projection.unproject(marker.start)
    var end = after ?? before ?? projection.unproject(marker.end)
    guard projection.wraps else { return (start, end) }
    // Only if necessary, as the remainder may round.
    if start.longitude.magnitude > 180 { start.longitude = start.longitude.remainder(dividingBy: 360) }
    let east = Double(projection.eastward(from: marker.start, to: marker.end)) * 360 / WorldPoint.worldSize
    end.longitude += 360 * ((start.longitude + east - end.longitude) / 360).rounded()
    return (start, end)
  }
}
