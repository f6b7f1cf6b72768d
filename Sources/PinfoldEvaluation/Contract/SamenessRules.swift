import Pinfold

/// Rules that something makes no difference.
extension ContractRule {
  static var repetition: Self {
    Self("repetition", "Building again, and asking twice, gives the same frames.", on: \.hasPoints) {
      (trial) throws(ClusteringError) in
      let map = try trial.map()
      return try trial.firstDifference("another build, asked twice,") { (viewport) throws(ClusteringError) in
        _ = try trial.frame(of: map, for: viewport)
        return try trial.frame(of: map, for: viewport)
      }
    }
  }

  static var history: Self {
    Self(
      "history", "What was asked before makes no difference.",
      on: { $0.hasPoints && ($0.viewports.count > 1 || $0.isAskedOften) }
    ) { (trial) throws(ClusteringError) in
      let map = try trial.map()
      for _ in 0..<(trial.sample.isAskedOften ? 500 : 0) { _ = try trial.frames(of: map) }
      var frames = try trial.sample.viewports.reversed().map { (viewport) throws(ClusteringError) in
        try trial.frame(of: map, for: viewport)
      }
      return try trial.firstDifference("views asked for in another order, or often,") { _ in
        frames.removeLast()
      }
    }
  }

  static var previous: Self {
    Self(
      "previous", "The same frame before gives the same frame after.",
      on: { $0.hasPoints && $0.viewports.count > 1 },
      waiver: { clusterer, _ in clusterer.strategy.looksBack ? nil : "it does not look back" }
    ) { (trial) throws(ClusteringError) in
      let (map, frames) = (try trial.map(), try trial.frames())
      for (old, new) in zip(frames, frames.dropFirst()) {
        let viewport = new.view.viewport
        let first = try trial.frame(of: map, for: viewport, after: old)
        // Another frame in between, which is not the one before.
        _ = try trial.frame(of: map, for: viewport, after: first)
        let again = try trial.frame(of: map, for: viewport, after: old)
        if let defect = again.difference(from: first) {
          return defect.seen("when asked again after the same frame", in: [old.view.viewport, viewport])
        }
      }
      return nil
    }
  }

  static var threads: Self {
    Self("threads", "The number of threads makes no difference.", on: \.hasPoints) {
      (trial) throws(ClusteringError) in
      for threads in [2, 3] {
        let map = try trial.map(threads: threads)
        let defect = try trial.firstDifference("\(threads) threads", of: map, threads: threads)
        if let defect { return defect }
      }
      return nil
    }
  }

  static var permutationInvariant: Self {
    Self(
      "permutationInvariant", "The order of the input makes no difference.", promised: .permutationInvariant,
      also: [.promises], on: { $0.hasPoints && $0.columns.count > 1 }
    ) { (trial) throws(ClusteringError) in
      let columns = trial.sample.columns.numbered
      // In reverse order even two points change their indices.
      let turned = columns.reordered((0..<columns.count).reversed())
      let sets = [turned, columns.inOrder(drawnWith: 11), columns.inOrder(drawnWith: 12)]
      return try trial.firstDifference(over: sets.map { ("the rows in another order", $0) })
    }
  }

  static var turns: Self {
    Self(
      "turns", "A full turn of the globe makes no difference.", on: { $0.hasPoints && $0.projection.wraps }
    ) { (trial) throws(ClusteringError) in
      try trial.firstDifference(
        over: [("less", -360), ("more", 360)].map {
          ("longitudes \($0) by 360", HardPoints.moving(trial.sample.columns, east: $1))
        })
    }
  }

  static var stableIDs: Self {
    Self("stableIDs", "Equal sets of members have equal ids, others have not.", on: \.hasPoints) {
      (trial) throws(ClusteringError) in
      let columns = trial.sample.columns.numbered
      let half = columns.reordered(Array(stride(from: 0, to: columns.count, by: 2)))
      var known = KnownIDs()
      for frame in try trial.frames() { if let defect = known.add(frame) { return defect } }
      // Over half of the points many a cluster is the same as over all of them.
      for map in [try trial.map(), try trial.map(of: half)] {
        for viewport in trial.sample.viewports {
          if let defect = known.add(try trial.frame(of: map, for: viewport)) { return defect }
        }
      }
      return nil
    }
  }
}

extension PointColumns {
  /// The points with ids: without any they would be named after their rows, which change.
  var numbered: PointColumns {
    var columns = self
    columns.ids = ids ?? .integers(Array(0..<Int64(count)))
    return columns
  }
}

private struct KnownIDs {
  private var ids: [Set<PointID>: ClusterID] = [:]
  private var members: [ClusterID: Set<PointID>] = [:]

  mutating func add(_ frame: Frame) -> ContractRule.Defect? {
    for (cluster, list) in frame.sortedMembers.enumerated() {
      let id = frame.ids[cluster]
      let set = Set(list.map { frame.points.ids[$0] })
      let name = "the cluster \(frame.points.list(list)) with the id \(id)"
      if let before = ids[set], before != id {
        return ContractRule.Defect(name, "\(before), as before", in: [frame.view.viewport])
      }
      if let others = members[id], others != set {
        return ContractRule.Defect(
          "\(name), which another of \(others.count) has", "an id of its own", in: [frame.view.viewport])
      }
      ids[set] = id
      members[id] = set
    }
    return nil
  }
}
