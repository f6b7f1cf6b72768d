import Pinfold
import Platform

/// Rules about every single frame.
extension ContractRule {
  static var answers: Self {
    Self("answers", "Every set of points and every view has an answer, not an error.") {
      (trial) throws(ClusteringError) in
      _ = try trial.frames()
      return nil
    }
  }

  static var conservation: Self {
    eachFrame(
      "conservation",
      "Every point in view is in one cluster; every cluster has a point or its marker in view."
    ) {
      (frame, trial) in trial.loss(of: frame)
    }
  }

  static var bearing: Self {
    Self(
      "bearing",
      "A turned view shows the clusters of an upright one that have a point or their marker in it.",
      on: \.hasPoints,
      waiver: { clusterer, _ in
        guard clusterer.capabilities.contains(.panInvariant) else { return "not promised" }
        return clusterer.refusesTurnedViews ? "its boxes stand upright with north up" : nil
      },
      check: { (trial) throws(ClusteringError) in
        let map = try trial.askedMap()
        for viewport in trial.sample.viewports {
          var turned = viewport
          turned.bearing = 30
          let frame = try trial.frame(of: map, for: turned)
          if let defect = trial.loss(of: frame) { return defect.at([turned]) }
          // Large enough for the turned screen, however it is turned.
          var upright = viewport
          upright.bearing = 0
          upright.width = min(viewport.width + viewport.height, Viewport.sizeRange.upperBound)
          upright.height = upright.width
          let wanted = Set(try trial.frame(of: map, for: upright).sortedMembers)
          guard let other = frame.sortedMembers.first(where: { !wanted.contains($0) }) else { continue }
          return Defect(
            "the cluster \(frame.points.list(other)) when turned",
            "the clusters of the upright view", in: [upright, turned])
        }
        return nil
      })
  }

  static var order: Self {
    eachFrame(
      "order",
      "Clusters are in canonical order; weights are their members' sums."
    ) { (frame, trial) in
      let lists = frame.sortedMembers
      let mergeable = lists.filter { trial.isMergeable($0[0]) }
      for (first, second) in zip(mergeable, mergeable.dropFirst()) where first[0] > second[0] {
        return Defect(
          "the cluster \(frame.points.list(first)) before \(frame.points.list(second))",
          "the other way around")
      }
      for (cluster, members) in lists.enumerated() {
        let weight = members.reduce(0) { $0 + (frame.points.weight?[$1] ?? 1) }
        if abs(weight - frame.weights[cluster]) > 1e-9 * max(1, weight) {
          return Defect(
            "the cluster \(frame.points.list(members)) of weight \(frame.weights[cluster])", "\(weight)")
        }
      }
      return nil
    }
  }

  static var groups: Self {
    eachFrame(
      "groups", "Groups never share a cluster; points that never merge are alone.",
      on: { $0.hasPoints && ($0.columns.group != nil || $0.columns.mergeable != nil) }
    ) { (frame, trial) in
      for members in frame.sortedMembers where members.count > 1 {
        if let solitary = members.first(where: { !trial.isMergeable($0) }) {
          return Defect(
            "point \(trial.name(solitary)), which never merges, in the cluster \(frame.points.list(members))",
            "it by itself")
        }
        if let stranger = members.first(where: { trial.sections[$0] != trial.sections[members[0]] }) {
          return Defect(
            "point \(trial.name(stranger)) of group \(trial.groupName(stranger)) with point "
              + "\(trial.name(members[0])) of group \(trial.groupName(members[0]))",
            "them in two clusters")
        }
      }
      return nil
    }
  }

  static var stacks: Self {
    Self(
      "stacks", "Coincident points of one group share a cluster at every zoom.", waiver: neverMerges,
      check: { (trial) throws(ClusteringError) in
        let spots = trial.spots
        trial.isIdle = spots.isEmpty
        return try trial.firstDefect { frame in
          let home = frame.homes
          for (cluster, members) in frame.sortedMembers.enumerated() {
            let isStack = Set(members.map(frame.points.position)).count == 1
            if frame.isStack(cluster) != isStack {
              return Defect(
                "the cluster \(frame.points.list(members)) taken for \(isStack ? "no " : "a ")stack",
                "members of a stack in canonical order, other ranges with ends at two positions")
            }
          }
          for spot in spots {
            if let other = spot.first(where: { home[$0] != home[spot.lowerBound] }) {
              return Defect(
                "points \(trial.name(spot.lowerBound)) and \(trial.name(other)), which are coincident, apart",
                "them in one cluster")
            }
          }
          return nil
        }
      })
  }

  /// A strategy that shows every point separately need not make stacks: "none" declares this.
  private static func neverMerges(_ clusterer: Clusterer, _ context: RunContext) throws(ClusteringError)
    -> String?
  {
    let sample = ContractSample(
      "towns", HardPoints.clusters.columns(count: 50),
      viewports: [Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)])
    let frames = try ContractTrial(clusterer, on: sample, context: context).frames()
    return frames.allSatisfy { $0.sortedMembers.allSatisfy { $0.count == 1 } } ? "it merges nothing" : nil
  }

  static var positions: Self {
    Self(
      "positions",
      "Markers stand within the hull of their members, or in their cell.", on: \.hasPoints,
      check: { (trial) throws(ClusteringError) in
        let index = try trial.askedMap().index
        return try trial.firstDefect { (frame) throws(ClusteringError) in
          let grouping = try index.grouping(in: frame.view, context: trial.context)
          var cells: [[Int]: WorldRect] = [:]
          for (range, cell) in zip(grouping.ranges, grouping.cells ?? []) {
            cells[range.map { grouping.order.index(at: $0) }.sorted()] = cell
          }
          for (cluster, members) in frame.sortedMembers.enumerated() {
            let speaker = Int(frame.representatives[cluster])
            let cluster = (marker: frame.positions[cluster], text: frame.position(of: cluster))
            if speaker >= 0, !members.contains(speaker) {
              return Defect(
                "the cluster \(frame.points.list(members)) speaking for \(trial.name(speaker))", "a member")
            }
            let cell = cells[members]
            if let cell, let member = members.first(where: { !cell.contains(frame.points.position($0)) }) {
              return Defect("point \(trial.name(member)) out of the cell of its cluster", "it inside")
            }
            guard cell?.contains(cluster.marker) != true else { continue }
            var bounds = frame.points.bounds(of: members)
            // Halfway around the globe and more, no meridian is in the middle of the members.
            let isGlobal = frame.points.projection.wraps && bounds.width > 1 << 31
            if isGlobal { (bounds.west, bounds.width) = (0, 1 << 32) }
            if isGlobal
              ? !bounds.contains(cluster.marker) : !frame.points.isAmid(cluster.marker, members)
            {
              return Defect(
                "the marker of \(frame.points.list(members)) at \(cluster.text), away from its members",
                "it among them")
            }
          }
          return nil
        }
      })
  }
}

extension ContractTrial {
  /// The points that a frame loses, repeats or shows out of view; nil for none.
  func loss(of frame: Frame) -> ContractRule.Defect? {
    let lists = frame.sortedMembers
    if let stray = lists.indices.first(where: { !frame.isInView($0, with: lists[$0]) }) {
      return ContractRule.Defect(
        "the cluster \(frame.points.list(lists[stray])), neither a point of which nor the marker is in view",
        "clusters in view only")
    }
    let verdict = Conservation(of: frame)
    if verdict.passes { return nil }
    var times = [Int](repeating: 0, count: frame.points.count)
    for member in lists.joined() where times.indices.contains(member) { times[member] += 1 }
    if let twice = times.firstIndex(where: { $0 > 1 }) {
      return ContractRule.Defect("point \(name(twice)) in clusters \(times[twice]) times", "once")
    }
    let missing = times.indices.first {
      times[$0] == 0 && frame.view.contains(frame.points.position($0))
    }
    if let missing {
      return ContractRule.Defect(
        "point \(name(missing)) in no cluster", "it is in view, so in one")
    }
    return ContractRule.Defect(
      "counts, members or numbers that are off: \(verdict)", "each point counted once")
  }

  /// Ranges of two or more coincident mergeable points of one group, by canonical index.
  fileprivate var spots: [Range<Int>] {
    var spots: [Range<Int>] = []
    for section in points.sections where section.mergeable {
      var start = section.range.lowerBound
      while start < section.range.upperBound {
        let spot = points.position(start)
        var end = start + 1
        while end < section.range.upperBound, points.position(end) == spot { end += 1 }
        if end - start > 1 { spots.append(start..<end) }
        start = end
      }
    }
    return spots
  }
}

extension Frame {
  fileprivate func isInView(_ cluster: Int, with members: [Int]) -> Bool {
    view.contains(positions[cluster]) || members.contains { view.contains(points.position($0)) }
  }
}

extension PointSet {
  /// Whether a marker lies within the convex hull of a cluster's members, except for rounding: every mean of
  /// them does, weighted or not, every median, the middle of their box and each of themselves.
  ///
  /// From outside of the hull, the members leave an angle of more than half a turn empty.
  func isAmid(_ marker: WorldPoint, _ members: [Int]) -> Bool {
    var seen: [(x: Double, y: Double, angle: Double)] = []
    for member in members {
      let position = position(member)
      let x = Double(projection.eastward(from: marker, to: position))
      let y = Double(position.y) - Double(marker.y)
      if max(abs(x), abs(y)) <= Self.rounding { return true }
      seen.append((x, y, atan2(y, x)))
    }
    seen.sort { $0.angle < $1.angle }
    for (place, first) in seen.enumerated() {
      let isLast = place == seen.count - 1
      let second = isLast ? seen[0] : seen[place + 1]
      guard second.angle - first.angle + (isLast ? 2 * .pi : 0) > .pi else { continue }
      // The first and the last of the members in sight: is the marker this side of the line between them?
      let length = hypot(second.x - first.x, second.y - first.y)
      let isBetween = first.x * second.x + first.y * second.y < 0
      return isBetween && abs(first.x * second.y - first.y * second.x) <= Self.rounding * length
    }
    return true
  }

  /// The rounding of positions that were computed on the screen, in world units.
  private static let rounding = 8.0
}
