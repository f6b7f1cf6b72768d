package import Pinfold

extension PointSet {
  /// Makes a point set of columns: on the globe, or on the square plane that encloses them.
  ///
  /// - Throws: `PointSetError`; `ClusteringError` where `context` says that the call should stop.
  package init(_ columns: PointColumns, isPlanar: Bool, context: RunContext = RunContext()) throws {
    let plane = isPlanar ? PlanarExtent(enclosing: columns.longitude, columns.latitude) : nil
    try self.init(columns, projection: plane.map { .planar($0) } ?? .mercator, context: context)
  }
}
