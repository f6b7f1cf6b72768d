package import Pinfold

/// A strategy that can be given only the points within a distance of the view, which it declares.
package protocol ReachDeclaring: ClusteringStrategy {
  /// The distance in screen points; nil where it is given every point.
  var declaredReach: Double? { get throws(ClusteringError) }

  /// The same strategy, given every point in spite of its reach.
  var givenEveryPoint: any ClusteringStrategy { get }
}

extension ContractRule {
  /// A reach saves time, and changes no result: the frame of the points within it is that of all points.
  static var reach: Self {
    Self(
      "reach", "Points farther from the view than the declared reach change no cluster in it.",
      also: [.promises], on: \.hasPoints,
      waiver: { (clusterer, _) throws(ClusteringError) in
        try clusterer.declaredReach == nil ? "it declares no reach" : nil
      },
      check: { (trial) throws(ClusteringError) in
        guard let reach = try trial.clusterer.declaredReach, let all = trial.clusterer.givenEveryPoint else {
          return nil
        }
        let way = "every point given, not only those within the reach of \(ParameterValue.number(reach)),"
        let whole = try all.build(trial.points, context: trial.context)
        if let defect = try trial.firstDifference(way, of: whole) { return defect }
        // What `build` made may know of points that no query is given.
        for frame in try trial.frames().prefix(2) {
          if let defect = try trial.defect(of: frame, withPointsBeyond: reach) { return defect }
        }
        return nil
      })
  }
}

extension Clusterer {
  /// The distance around the view up to which its strategy is given points; nil where it is given all.
  fileprivate var declaredReach: Double? {
    get throws(ClusteringError) { try (strategy as? any ReachDeclaring)?.declaredReach }
  }

  fileprivate var givenEveryPoint: Clusterer? {
    guard let all = (strategy as? any ReachDeclaring)?.givenEveryPoint else { return nil }
    var clusterer = self
    clusterer.strategy = all
    return clusterer
  }

  /// Points on both sides of the edge of views, near and far as measured by the declared reach; none without
  /// one. From outside to inside leads a chain of ever lighter points, which a greedy choice follows.
  var samplesAtReach: [ContractSample] {
    guard let declared = try? declaredReach else { return [] }
    let reach = max(declared, 8)
    let zoom = min(max(4, Double.log2(reach / 16).rounded(.up)), 20)
    let center = Coordinate(longitude: 20, latitude: 30)
    let view = Viewport(center: center, zoom: zoom, width: 600, height: 400)
    let middle = Projection.mercator.project(center)
    func place(_ right: Double, _ down: Double) -> Coordinate {
      Projection.mercator.unproject(
        unitX: middle.unitX + right / view.worldWidth, unitY: middle.unitY + down / view.worldWidth)
    }
    // Many points near each other, few that are far from each other, crowds for what counts, and a few in the
    // view with thousands beyond the reach, for what counts few.
    return [
      ("at the reach", 60, 1.0), ("about the reach", 24, 3.0), ("crowded at the reach", 600, 1.0),
      ("few within the reach", 0, 1.0),
    ].map { name, count, spread in
      var random = SplitMix64(seed: 1)
      var columns = PointColumns()
      columns.weight = []
      func append(_ right: Double, _ down: Double, weight: Int) {
        let coordinate = place(reach * right - view.width / 2, reach * down)
        columns.longitude.append(coordinate.longitude)
        columns.latitude.append(coordinate.latitude)
        columns.weight?.append(Double(weight))
      }
      if count == 0 {
        for _ in 0..<8 {
          append(view.width / reach * (0.5 + random.unit() / 4), random.unit() * 100 / reach, weight: 1)
        }
        for _ in 0..<3000 { append(-1.3 - random.unit(), random.unit() * 2 - 1, weight: 1) }
      } else {
        for step in 0..<24 { append(Double(step) * 0.3 - 5.5, 2 * spread, weight: 100 - step) }
      }
      for _ in 0..<count {
        append(
          (random.unit() * 3.7 - 2.5) * spread, (random.unit() * 3 - 1.5) * spread, weight: random.below(100))
      }
      columns.ids = .integers((0..<Int64(columns.count)).map { $0 * 7919 % 10_007 })
      let views = (0..<10).map { number in
        var other = view
        other.center = place(Double(number / 2) * 0.3 * reach, 0)
        other.zoom = zoom + Double(number % 2) * 0.45
        return other
      }
      var sample = ContractSample(name, columns, viewports: views)
      if count == 0 || count > 60 { sample.purpose = .promises }
      return sample
    }
  }
}

extension ContractTrial {
  /// What changes in a frame as points come a little farther from its view than the reach, or much.
  fileprivate func defect(
    of frame: Frame, withPointsBeyond reach: Double
  ) throws(ClusteringError) -> ContractRule.Defect? {
    let (view, columns) = (frame.view, sample.columns.numbered)
    guard sample.projection.wraps else { return nil }
    let rect = view.rect(reach: reach)
    let world = WorldPoint.worldSize
    let (width, height) = (Double(rect.width) / world / 2, Double(rect.height) / world / 2)
    let middle = (x: Double(rect.west) / world + width, y: Double(rect.north) / world + height)
    var far: [Coordinate] = []
    for (right, down) in [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)] {
      for points in [2, reach / 2, 2 * reach] {
        let more = (points + 1) / view.viewport.worldWidth
        let (x, y) = (middle.x + right * (width + more), middle.y + down * (height + more))
        guard (0.01..<0.99).contains(y) else { continue }
        let place = sample.projection.unproject(unitX: x, unitY: y)
        if rect.contains(sample.projection.project(place)) { continue }
        // Thousands for what counts them.
        far += Array(repeating: place, count: sample.purpose == .promises ? 500 : 1)
      }
    }
    guard !far.isEmpty else { return nil }
    var more = PointColumns(
      longitude: far.map(\.longitude), latitude: far.map(\.latitude),
      ids: .integers(far.indices.map { Int64.min + Int64($0) }))
    if let group = columns.group?.first {
      (more.group, more.groupNames) = (far.map { _ in group }, columns.groupNames)
    }
    if columns.weight != nil { more.weight = far.map { _ in 0x1p20 } }
    guard let joined = try? columns.followed(by: more) else { return nil }
    return try self.frame(of: try map(of: joined), for: view.viewport).difference(
      from: frame, isOfOthers: true)?.seen(
        "with \(counted(far.count, "point")) more beyond the reach of \(ParameterValue.number(reach)),",
        in: [view.viewport])
  }
}
