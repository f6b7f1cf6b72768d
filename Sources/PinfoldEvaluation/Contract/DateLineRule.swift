import Pinfold

extension ContractRule {
  /// A strategy may have borders between cells anywhere; but one at ±180° that is nowhere else is the world's
  /// edge, and a globe has none. Standard cells have borders at other meridians too, in each view where they
  /// have one at ±180°.
  static var dateLine: Self {
    Self(
      "dateLine", "Near points on both sides of ±180° merge as others do.",
      on: { $0.isOfNeighbours },
      check: { (trial) throws(ClusteringError) in
        var maps: [Double: ClusterMap] = [:]
        /// Whether the first two points share a cluster when they and the view are moved east.
        func isPair(at meridian: Double, in viewport: Viewport) throws(ClusteringError) -> Bool {
          if maps[meridian] == nil {
            maps[meridian] = try trial.map(of: HardPoints.moving(trial.sample.columns, east: meridian))
          }
          guard let map = maps[meridian] else { return false }
          var moved = viewport
          moved.center.longitude += meridian
          let pair = (0..<map.points.count).filter { [0, 1].contains(map.points.rows[$0]) }
          return try trial.frame(of: map, for: moved).sortedMembers.contains { Set($0).isSuperset(of: pair) }
        }
        trial.isIdle = true
        var apart: [Viewport] = []
        views: for viewport in trial.sample.viewports {
          for meridian in [10, -75.3, 100.7] where try !isPair(at: meridian, in: viewport) { continue views }
          trial.isIdle = false
          if try !isPair(at: 180, in: viewport) { apart.append(viewport) }
        }
        guard let first = apart.first else { return nil }
        // Meridians at which cells that halve the world, or the faces of a cube, have borders.
        cells: for meridian in [0, -90, 90, -45, 45, -135, 135.0] {
          for viewport in apart where try isPair(at: meridian, in: viewport) { continue cells }
          return nil
        }
        return Defect(
          "the first two points apart when all are moved east by 180°",
          "them together, as when all are moved by 10°, −75.3° or 100.7°", in: [first])
      })
  }
}

extension ContractSample {
  /// Two points 0.0002° apart and others far away, on which a budget is spent first; whole in view at several
  /// zooms.
  static var neighbours: ContractSample {
    var columns = PointColumns(longitude: [-0x1p-13, 0x1p-13], latitude: [-17, -17])
    for i in 0..<40 {
      columns.longitude.append(4.5 + Double(i) * 8.5)
      columns.latitude.append(Double(i * 37 % 100) * 0.6)
    }
    return ContractSample(
      "neighbours", columns,
      viewports: [0, 1, 2, 3, 4.5, 6, 8].map { zoom in
        // Wide enough for the whole world at each of these zooms.
        Viewport(
          center: Coordinate(longitude: 0, latitude: -17), zoom: zoom, width: 90_000, height: 90_000
        )
      })
  }

  /// Whether the first two points are neighbors across the meridian of Greenwich.
  fileprivate var isOfNeighbours: Bool {
    projection.wraps && columns.count >= 2 && columns.latitude[0] == columns.latitude[1]
      && columns.group == nil && columns.mergeable == nil
      && (-0.001..<0).contains(columns.longitude[0]) && (0..<0.001).contains(columns.longitude[1])
  }
}
