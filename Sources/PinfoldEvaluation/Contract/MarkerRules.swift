package import Pinfold

/// Rules about where markers stand, and in which views they are listed.
extension ContractRule {
  static var boxes: Self {
    Self(
      "boxes", "Boxes that divide the world list each point once, with the markers in them.", on: \.hasPoints
    ) { (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      // As many frames as boxes each time.
      for viewport in trial.sample.viewports.prefix(3) {
        let boxes = CoordinateBounds.dividing(trial.sample.projection, at: viewport.center)
        var shown: [(view: ProjectedView, members: Set<Int>)] = []
        var times = [Int](repeating: 0, count: trial.points.count)
        for box in boxes {
          guard
            let view = try? Viewport(
              bounds: box, zoom: viewport.zoom, tileSize: viewport.tileSize, on: trial.sample.projection)
          else { break }
          let frame = try trial.frame(of: map, for: view)
          let lists = frame.sortedMembers
          shown.append((frame.view, Set(lists.joined())))
          for member in lists.joined() { times[member] += 1 }
          // A separation moves the markers that it merges; what depends on the view keeps to its points.
          for (cluster, members) in lists.enumerated()
          where trial.clusterer.separation == nil && !frame.view.contains(frame.positions[cluster])
            && !members.allSatisfy({ frame.view.contains(frame.points.position($0)) })
          {
            return Defect(
              "the cluster \(frame.points.list(members)) with its marker out of the box",
              "clusters whose markers are in it", in: [view])
          }
        }
        guard shown.count == boxes.count, let point = times.firstIndex(where: { $0 != 1 }) else { continue }
        // The boxes in question: those that list it, or the one that it is in itself.
        let inQuestion = shown.filter { view, members in
          times[point] == 0 ? view.contains(trial.points.position(point)) : members.contains(point)
        }
        return Defect(
          "point \(trial.name(point)) \(times[point] == 0 ? "in no box" : "\(times[point]) times")",
          "it once: in the box that its cluster's marker stands in",
          in: inQuestion.prefix(2).map(\.view.viewport))
      }
      return nil
    }
  }

  static var spread: Self {
    Self(
      "spread", "When coincident points are spread, no two single points share a location.", on: \.hasPoints
    ) { (trial) throws(ClusteringError) in
      trial.isIdle = try trial.frames().allSatisfy { frame in
        !(0..<frame.count).contains { frame.memberCount(of: $0) > 1 && frame.isStack($0) }
      }
      return try trial.firstDefect { frame in
        let layout = SpreadLayout()
        guard let spread = try? layout.spreading(frame, onScreen: !frame.points.projection.wraps) else {
          return Defect("stacks that cannot be spread", "their points apart")
        }
        let lists = spread.sortedMembers
        guard lists.joined().sorted() == frame.sortedMembers.joined().sorted() else {
          return Defect("\(lists.joined().count) points when spread", "those of the frame, each once")
        }
        var pins: [WorldPoint: Int] = [:]
        for (cluster, members) in lists.enumerated() where members.count == 1 {
          if let other = pins.updateValue(members[0], forKey: spread.positions[cluster]) {
            return Defect(
              "points \(trial.name(other)) and \(trial.name(members[0])) at "
                + "\(spread.position(of: cluster)) when spread",
              "them apart")
          }
        }
        return nil
      }
    }
  }

  /// Between groups, and of points that never merge, markers may overlap: the samples have neither.
  static var overlap: Self {
    Self(
      "overlap", "Markers that are kept apart overlap at no zoom.",
      on: { $0.columns.count > 1 && $0.columns.group == nil && $0.columns.mergeable == nil },
      waiver: { clusterer, _ in
        guard let separation = clusterer.markerSeparation else { return "it keeps no markers apart" }
        if clusterer.separation == nil, clusterer.representative != nil { return "markers stand elsewhere" }
        return separation.hidesLosers || clusterer.selected.isEmpty ? nil : "selected points stay"
      },
      check: { (trial) throws(ClusteringError) in
        guard let separation = trial.clusterer.markerSeparation else { return nil }
        let map = try trial.askedMap()
        let points = trial.points
        for (number, zoom) in Self.zooms.enumerated() {
          for place in [0, points.count / 2] {
            // From some fifteen zooms on a view shows the points of a town.
            let viewport = Viewport(
              center: points.projection.unproject(points.position(place)), zoom: zoom, width: 1000,
              height: 800, tileSize: number.isMultiple(of: 3) ? 512 : 256)
            let frame = try trial.frame(of: map, for: viewport)
            let pairs = try separation.collisions(in: frame, context: trial.context)
            if pairs > 0 {
              return Defect(
                "\(counted(pairs, "pair")) of markers that overlap",
                "none, as they are kept apart", in: [viewport])
            }
          }
        }
        return nil
      })
  }

  private static let zooms = [
    -8.0, -3.5, -1, 0, 2.7, 6, 9.5, 13, 16, 16.9, 17, 18.4, 20, 22, 24.5, 27, 29, 30.2, 32,
  ]

  /// The separation is the host's; what a strategy loses shows here too.
  static var hidden: Self {
    Self(
      "hidden", "A hidden marker is a cluster like any other, under a shown one that prevails over it.",
      on: \.hasPoints,
      waiver: { clusterer, _ in
        clusterer.separation?.collisionMode == .rectangle ? "its markers are boxes" : nil
      }
    ) { (trial) throws(ClusteringError) in
      var separation = trial.clusterer.separation ?? Separation()
      separation.hidesLosers = true
      let map = try trial.askedMap().separating(separation)
      trial.isIdle = true
      for viewport in trial.sample.viewports {
        let frame = try trial.frame(of: map, for: viewport)
        if !frame.hidden.isEmpty { trial.isIdle = false }
        if let defect = trial.loss(of: frame) { return defect.at([viewport]) }
        if let defect = try frame.misplacedHiding(separation, trial.context) { return defect.at([viewport]) }
      }
      return nil
    }
  }
}

extension CoordinateBounds {
  /// Boxes that divide the world of a projection: in two rows and three columns, with a corner at a location.
  fileprivate static func dividing(_ projection: Projection, at corner: Coordinate) -> [CoordinateBounds] {
    var (columns, rows) = ([-180.0, 180], [-90.0, 90])
    if case .planar(let extent) = projection {
      columns = [extent.minX, extent.minX + extent.side]
      rows = [extent.minY, extent.minY + extent.side]
    }
    let longitude = projection.wraps ? corner.longitude.remainder(dividingBy: 360) : corner.longitude
    // Some columns are narrow, as cells are cut there twice.
    for x in [longitude, longitude + (columns[1] - columns[0]) / 100]
    where columns[0] < x && x < columns[columns.count - 1] {
      columns.insert(x, at: columns.count - 1)
    }
    if rows[0] < corner.latitude && corner.latitude < rows[1] { rows.insert(corner.latitude, at: 1) }
    return zip(columns, columns.dropFirst()).flatMap { west, east in
      zip(rows, rows.dropFirst()).map { south, north in
        CoordinateBounds(west: west, south: south, east: east, north: north)
      }
    }
  }
}

extension Frame {
  /// The fault of the hidden markers among discs; nil for none.
  package func misplacedHiding(
    _ separation: Separation, _ context: RunContext
  ) throws(ClusteringError) -> ContractRule.Defect? {
    let pairs = try separation.collisions(in: self, context: context)
    if pairs > 0 && !(0..<count).contains(where: isSelected) {
      return ContractRule.Defect(
        "\(counted(pairs, "pair")) of shown markers that collide", "one of each hidden")
    }
    let padding = separation.padding.at(zoom: view.viewport.standardZoom)
    for loser in hidden.prefix(20) {
      let own = standing(of: loser)
      let isUnder = (0..<count).contains { other in
        let reach =
          (radius(of: loser) + radius(of: other) + padding) * view.unitsPerPoint
        let square = points.projection.squaredDistance(positions[loser], positions[other])
        return !isHidden(other) && Double(square) < reach * reach && own < standing(of: other)
      }
      if !isUnder {
        return ContractRule.Defect(
          "the marker of \(points.list(members(of: loser))) hidden",
          "it shown: it is under none that prevails")
      }
    }
    return nil
  }

  /// The values that decide which of two markers prevails, in the order of comparison.
  private func standing(of cluster: Int) -> (Int, Double, Int, Int) {
    var (highest, lowest) = (-Double.infinity, Int.max)
    forEachMember(of: cluster) { point in
      if let priority = points.priority { highest = max(highest, priority[point]) }
      lowest = min(lowest, Int(points.idRanks[point]))
    }
    return (isSelected(cluster) ? 1 : 0, highest, pointCount(of: cluster), -lowest)
  }
}
