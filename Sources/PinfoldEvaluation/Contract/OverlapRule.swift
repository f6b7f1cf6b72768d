import Pinfold

extension ContractRule {
  /// Between groups, and of points that never merge, markers may overlap: the samples have neither.
  static var overlap: Self {
    Self(
      "overlap", "Markers that are kept apart overlap at no zoom.",
      on: { $0.columns.count > 1 && $0.columns.group == nil && $0.columns.mergeable == nil },
      waiver: { clusterer, _ in
        guard let separation = clusterer.keptApart else { return "it keeps no markers apart" }
        if clusterer.separation == nil, clusterer.representative != nil { return "markers stand elsewhere" }
        return separation.hidesLosers || clusterer.selected.isEmpty ? nil : "selected points stay"
      },
      check: { (trial) throws(ClusteringError) in
        guard let separation = trial.clusterer.keptApart else { return nil }
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
                viewports: [viewport], seen: "\(counted(pairs, "pair")) of markers that overlap",
                expected: "none, as they are kept apart")
            }
          }
        }
        return nil
      })
  }

  private static let zooms = [
    -8.0, -3.5, -1, 0, 2.7, 6, 9.5, 13, 16, 16.9, 17, 18.4, 20, 22, 24.5, 27, 29, 30.2, 32,
  ]
}

extension Clusterer {
  /// How markers are kept apart; nil where they are not.
  fileprivate var keptApart: Separation? { separation ?? (strategy as? SeparateStrategy)?.separation }
}
