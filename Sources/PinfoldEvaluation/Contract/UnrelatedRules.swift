import Pinfold

/// Rules that unrelated points, names and edits change no clusters of a view.
extension ContractRule {
  static var edits: Self {
    Self("edits", "An edited map shows what a new one of the same points does.", on: \.hasPoints) {
      (trial) throws(ClusteringError) in
      let columns = trial.sample.columns.numbered
      guard let ids = columns.ids else { return nil }
      let context = trial.context.withThreads(1)
      let rows = Array(0..<columns.count)
      let first = rows.count - max(1, rows.count / 4)
      var map = try trial.map(of: columns.reordered(Array(rows[..<first])))
      try map.insert(columns.reordered(Array(rows[first...])), context: context)
      if let defect = try trial.firstDifference("points inserted", of: map) { return defect }
      // At the location of another, so that they do something while they are there.
      let strangers = columns.strangers(at: [columns.coordinate(0), columns.coordinate(rows.count / 2)])
      try map.insert(strangers, context: context)
      try map.remove((0..<strangers.count).compactMap { strangers.ids?[$0] }, context: context)
      if let defect = try trial.firstDifference("points inserted and removed again", of: map) {
        return defect
      }
      try map.move(ids[0], to: columns.coordinate(rows.count - 1), context: context)
      try map.move(ids[0], to: columns.coordinate(0), context: context)
      if let defect = try trial.firstDifference("a point moved away and back", of: map) { return defect }
      let half = rows.filter { $0.isMultiple(of: 2) }
      let fresh = try trial.map(of: columns.reordered(half))
      try map.remove(rows.filter { !$0.isMultiple(of: 2) }.map { ids[$0] }, context: context)
      for viewport in trial.sample.viewports {
        let frame = try trial.frame(of: map, for: viewport)
        if let defect = frame.difference(from: try trial.frame(of: fresh, for: viewport)) {
          return defect.seen("with every second point removed", in: trial.sample.viewports)
        }
      }
      return nil
    }
  }

  static var names: Self {
    Self("names", "Other names of groups make no difference.", on: { $0.columns.group != nil }) {
      (trial) throws(ClusteringError) in
      var columns = trial.sample.columns.numbered
      let sorted = Set(columns.groupNames).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      // The other way around in the order of names.
      columns.groupNames = columns.groupNames.map { name in
        String(repeating: "a", count: sorted.count - (sorted.firstIndex(of: name) ?? 0))
      }
      return try trial.firstDifference(over: [("groups renamed", columns)], isOfOthers: true)
    }
  }

  static var strangers: Self {
    Self(
      "strangers", "A point out of view, of a group of its own, changes nothing in view.", on: \.hasPoints,
      waiver: { clusterer, _ in
        clusterer.capabilities.isSuperset(of: [.panInvariant, .budgeted]) ? "its budget is the world's" : nil
      },
      check: { (trial) throws(ClusteringError) in
        let columns = trial.sample.columns.numbered
        let frames = try trial.frames()
        trial.isIdle = true
        let spots = (0..<min(3, columns.count)).map { columns.coordinate($0 * columns.count / 3) }
        for spot in trial.points.projection.wraps ? Self.farSpots + spots : spots {
          let position = trial.points.projection.project(spot)
          guard frames.contains(where: { !$0.view.contains(position) }) else { continue }
          guard let more = try? columns.followed(by: columns.strangers(at: [spot])) else { continue }
          let map = try trial.map(of: more)
          for frame in frames {
            // All views, because earlier queries must make no difference either.
            let other = try trial.frame(of: map, for: frame.view.viewport)
            if frame.view.contains(position) { continue }
            trial.isIdle = false
            if let defect = other.difference(from: frame, isOfOthers: true) {
              let way = "with another point at \(spot.text), out of view,"
              return defect.seen(way, in: trial.sample.viewports)
            }
          }
        }
        return nil
      })
  }

  private static let farSpots = [
    Coordinate(longitude: -30, latitude: -61), Coordinate(longitude: 101, latitude: 67),
  ]

  static var weights: Self {
    Self(
      "weights", "A point's weight is its own; other units of weights make no difference.",
      on: { $0.columns.weight != nil }
    ) { (trial) throws(ClusteringError) in
      let defect = try trial.firstDefect { frame in
        for cluster in 0..<frame.count where frame.memberCount(of: cluster) == 1 {
          let member = frame.members(of: cluster)[0]
          let (found, own) = (frame.weights[cluster], frame.points.weight?[member] ?? 1)
          if found != own { return Defect("point \(trial.name(member)) with the weight \(found)", "\(own)") }
        }
        return nil
      }
      if let defect { return defect }
      for factor in [0x1p-7, 0x1p20] {
        var columns = trial.sample.columns.numbered
        columns.weight = columns.weight?.map { $0 * factor }
        let set = ("\(factor) times the weights", columns)
        if let defect = try trial.firstDifference(over: [set], isOfOthers: true, weights: factor) {
          return defect
        }
      }
      return nil
    }
  }
}

extension PointColumns {
  /// Points of a group whose name sorts before all others, heavy ones if points have weights.
  fileprivate func strangers(at coordinates: [Coordinate]) -> PointColumns {
    var columns = PointColumns(
      longitude: coordinates.map(\.longitude), latitude: coordinates.map(\.latitude),
      ids: .integers(coordinates.indices.map { Int64.min + Int64($0) }))
    columns.groupNames = ["\u{1}"]
    columns.group = coordinates.map { _ in 0 }
    if weight != nil { columns.weight = coordinates.map { _ in 0x1p40 + 1 } }
    return columns
  }
}
