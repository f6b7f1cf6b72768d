import Pinfold

/// Rules about where the globe is cut: at ±180° in longitudes, opposite the view's center on the screen.
extension ContractRule {
  /// Turns by half of the globe keep the cells of a grid, unless one of them goes around it.
  static func turns(of metric: any Metric) -> Self {
    Self(
      "turns", "Turning the globe with the view makes no difference, nor does a full turn in longitudes.",
      on: { $0.hasPoints && $0.projection.wraps }, waiver: waiver(of: metric)
    ) { (trial) throws(ClusteringError) in
      trial.isIdle = true
      for (way, others) in [
        ("with all longitudes and the view moved by 180°", try trial.turnedFrames()),
        ("with every other longitude, and the view's, written 360° further", try trial.woundFrames()),
      ] {
        // A point on the edge of a cell may be rounded to the other side.
        guard zip(try trial.frames(), others).allSatisfy({ Set($0.ids) == Set($1.ids) }) else { continue }
        let (frames, turned) = (try trial.frames().filter(\.hasNarrowCells), others.filter(\.hasNarrowCells))
        if !frames.isEmpty { trial.isIdle = false }
        if let defect = try trial.firstChange(of: metric, from: frames, to: turned, way, unless: areClose) {
          return defect
        }
      }
      return nil
    }
  }

  /// Values may depend on where the view is, as shares of a screen do; but a change at the seam that is
  /// nowhere else is a distance measured the long way around.
  static func dateLine(of metric: any Metric) -> Self {
    Self(
      "dateLine", "Clusters and points opposite the view's center are measured as others.",
      on: { $0.columns.count > 1 && !$0.viewports.isEmpty && $0.projection.wraps },
      waiver: waiver(of: metric)
    ) { (trial) throws(ClusteringError) in
      trial.isIdle = true
      let map = try trial.askedMap()
      func frames(_ offset: Double) throws(ClusteringError) -> [Frame] {
        try trial.viewsOfAll(offset: offset).map { (view) throws(ClusteringError) in
          try trial.frame(of: map, for: view)
        }
      }
      let seamFrames = trial.subjects(of: metric, try frames(180))
      let others = try [0, 10, -75.3, 100.7].map { (offset) throws(ClusteringError) in
        trial.subjects(of: metric, try frames(offset))
      }
      for (number, subject) in seamFrames.enumerated() {
        let seam = try trial.measure(metric, subject)
        let elsewhere = try others.map { (frames) throws(ClusteringError) in
          try trial.measure(metric, frames[number])
        }
        for (place, result) in seam.enumerated() {
          let values = elsewhere.map { $0[place].value }
          guard values.allSatisfy({ areClose($0, values[0]) }) else { continue }
          trial.isIdle = false
          guard !areClose(result.value, values[0]) else { continue }
          return Defect(
            "\(result.label) of \(result.value) with the view's center on the other side of the globe",
            "\(values[0]), as with the center at the points, or 10°, −75.3° or 100.7° from them",
            in: subject.map(\.view.viewport))
        }
      }
      return nil
    }
  }

  /// Strategies may do otherwise with moved points: chance goes by their positions.
  private static func waiver(of metric: any Metric) -> Waiver {
    let about = metric.about
    return { _, _ in about.reruns ? "it runs the strategy again" : about.seam }
  }

  /// The rule for representatives, tried on clusters of a grid.
  static var turnedMarkers: Self {
    Self(
      "dateLine", "Markers of clusters across ±180° stand where those of others do.",
      on: { $0.hasPoints && $0.projection.wraps }
    ) { (trial) throws(ClusteringError) in
      trial.isIdle = true
      for (frame, turned) in zip(try trial.frames(), try trial.turnedFrames())
      where frame.hasNarrowCells {
        let places = Dictionary(
          zip(turned.ids, turned.positions.indices), uniquingKeysWith: { first, _ in first })
        for (cluster, id) in frame.ids.enumerated() {
          guard let twin = places[id] else { continue }
          trial.isIdle = false
          var moved = turned.positions[twin]
          moved.x &+= 1 << 31
          let square = frame.points.projection.squaredDistance(frame.positions[cluster], moved)
          // Plugins compute in fractions of screen points.
          let tolerance = 4 + 1e-3 * frame.view.unitsPerPoint
          guard Double(square) > tolerance * tolerance else { continue }
          let name = frame.points.list(frame.members(of: cluster))
          return Defect(
            "the marker of \(name) at \(turned.position(of: twin)) when all longitudes and the view are moved by 180°",
            "it 180° from \(frame.position(of: cluster)), where it is without", in: [frame.view.viewport])
        }
      }
      return nil
    }
  }
}

extension ContractTrial {
  /// The frames of the sample's views with all points and views moved by half of the globe; longitudes are
  /// in ±180°.
  func turnedFrames() throws(ClusteringError) -> [Frame] {
    var columns = sample.columns.numbered
    columns.longitude = columns.longitude.map { ($0 + 180).remainder(dividingBy: 360) }
    let map = try map(of: columns)
    return try sample.viewports.map { (viewport) throws(ClusteringError) in
      var turned = viewport
      turned.center.longitude = (viewport.center.longitude + 180).remainder(dividingBy: 360)
      return try frame(of: map, for: turned)
    }
  }

  /// The frames of the sample's views with some points and all views written a full turn further.
  fileprivate func woundFrames() throws(ClusteringError) -> [Frame] {
    var columns = sample.columns.numbered
    for row in stride(from: 0, to: columns.count, by: 2) { columns.longitude[row] += 360 }
    let map = try map(of: columns)
    return try sample.viewports.map { (viewport) throws(ClusteringError) in
      var wound = viewport
      wound.center.longitude += viewport.center.longitude > 180 ? -360 : 360
      return try frame(of: map, for: wound)
    }
  }

  /// Views of the whole globe at the sample's zooms, where it is not too large, with the center at the points
  /// plus an offset in degrees, twice as large, so that no marker is at an edge; none if the points are wider
  /// than 90°.
  fileprivate func viewsOfAll(offset: Double) -> [Viewport] {
    let rect = points.bounds(of: Array(0..<points.count))
    guard rect.width <= 1 << 30 else { return [] }
    let middle = WorldPoint(
      x: rect.west &+ UInt32(rect.width / 2), y: UInt32((UInt64(rect.north) + rect.height / 2) & 0xFFFF_FFFF))
    var center = sample.projection.unproject(middle)
    center.longitude = (center.longitude + offset).remainder(dividingBy: 360)
    return sample.viewports.filter { $0.worldWidth <= 1024 }.map { viewport in
      let side = max(1, 2 * viewport.worldWidth)
      return Viewport(
        center: center, zoom: viewport.zoom, width: side, height: side, tileSize: viewport.tileSize)
    }
  }
}

extension Frame {
  /// Whether no cell of the trial's grid goes halfway around the globe, where the short way is either.
  fileprivate var hasNarrowCells: Bool { view.viewport.worldWidth >= 256 }
}

/// Whether two values differ by no more than arithmetic with fractions may.
private func areClose(_ a: MeasuredValue, _ b: MeasuredValue) -> Bool {
  guard let first = a.number, let second = b.number else { return a == b }
  return abs(first - second) <= 1e-6 * max(1, abs(first), abs(second))
}
