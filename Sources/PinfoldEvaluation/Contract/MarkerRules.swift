import Pinfold

/// Rules about where markers stand, and in which views they are listed.
extension ContractRule {
  static var boxes: Self {
    Self("boxes", "Boxes that divide the world list each point once, with the markers in them.") {
      (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      // As many frames as boxes each time.
      for viewport in trial.sample.viewports.prefix(3) {
        let boxes = CoordinateBounds.dividing(trial.sample.projection, at: viewport.center)
        var times = [Int](repeating: 0, count: trial.points.count)
        var viewports: [Viewport] = []
        for box in boxes {
          guard
            let view = try? Viewport(
              bounds: box, zoom: viewport.zoom, tileSize: viewport.tileSize, on: trial.sample.projection)
          else { break }
          viewports.append(view)
          let frame = try trial.frame(of: map, for: view)
          let lists = frame.sortedMembers
          for (cluster, members) in lists.enumerated() {
            for member in members { times[member] += 1 }
            if frame.view.contains(frame.positions[cluster]) { continue }
            // A separation moves the markers that it merges; what depends on the view keeps to its points.
            if trial.clusterer.separation != nil { continue }
            if members.allSatisfy({ frame.view.contains(frame.points.position($0)) }) { continue }
            return Defect(
              viewports: [view],
              seen: "the cluster \(frame.points.list(members)) with its marker out of the box",
              expected: "clusters whose markers are in it")
          }
        }
        guard viewports.count == boxes.count, let point = times.firstIndex(where: { $0 != 1 }) else {
          continue
        }
        // The boxes in question: those that list it, or the one that it is in itself.
        var shown: [Viewport] = []
        for view in viewports where shown.count < 2 {
          let frame = try trial.frame(of: map, for: view)
          let isShown =
            times[point] == 0
            ? frame.view.contains(frame.points.position(point)) : frame.sortedMembers.joined().contains(point)
          if isShown { shown.append(view) }
        }
        return Defect(
          viewports: shown,
          seen: "point \(trial.name(point)) \(times[point] == 0 ? "in no box" : "\(times[point]) times")",
          expected: "it once: in the box that its cluster's marker stands in")
      }
      return nil
    }
  }

  static var spread: Self {
    Self("spread", "When coincident points are spread, no two single points share a location.") {
      (trial) throws(ClusteringError) in
      try trial.firstDefect { frame in
        let layout = SpreadLayout()
        guard let spread = try? layout.spreading(frame, onScreen: !frame.points.projection.wraps) else {
          return ("stacks that cannot be spread", "their points apart")
        }
        let lists = spread.sortedMembers
        guard lists.joined().sorted() == frame.sortedMembers.joined().sorted() else {
          return ("\(lists.joined().count) points when spread", "those of the frame, each once")
        }
        var pins: [WorldPoint: Int] = [:]
        for (cluster, members) in lists.enumerated() where members.count == 1 {
          if let other = pins.updateValue(members[0], forKey: spread.positions[cluster]) {
            return (
              "points \(trial.name(other)) and \(trial.name(members[0])) at "
                + "\(spread.position(of: cluster)) when spread", "them apart"
            )
          }
        }
        return nil
      }
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
