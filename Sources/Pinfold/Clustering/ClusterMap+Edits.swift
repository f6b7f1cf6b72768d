/// Edits in place. Copies of the map and frames made before the edit are unaffected.
///
/// An edited map returns the same frames as a fresh build over the edited points, bit for bit. If the
/// strategy is ``Capabilities/incremental`` an edit costs about as much as ``PointSet/inserting(_:)``;
/// otherwise the index is rebuilt. An edit that throws changes nothing.
///
/// An edit of `radius` or `separate` costs more if points move far, as clusters that keep a distance affect
/// each other; with `grid` and `quadtree` only the cells of the points change.
extension ClusterMap {
  /// Adds points; see ``PointSet/inserting(_:)``.
  ///
  /// - Throws: ``ClusteringError/points(_:)`` for points that cannot be added, and if the context stops the
  ///   call.
  public mutating func insert(
    _ columns: PointColumns, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    try edit(context) { (points) throws(PointSetError) in try points.inserting(columns) }
  }

  /// Removes points; see ``PointSet/removing(_:)``.
  ///
  /// - Throws: ``ClusteringError/points(_:)`` for an id that no point has, and if the context stops the call.
  public mutating func remove(
    _ ids: [PointID], context: RunContext = RunContext()
  ) throws(ClusteringError) {
    try edit(context) { (points) throws(PointSetError) in try points.removing(ids) }
  }

  /// Moves points; see ``PointSet/moving(_:)``.
  ///
  /// - Throws: ``ClusteringError/points(_:)`` for an id that no point has or that is given twice, and for a
  ///   bad coordinate; and if the context stops the call.
  public mutating func move(
    _ moves: [(id: PointID, to: Coordinate)], context: RunContext = RunContext()
  ) throws(ClusteringError) {
    try edit(context) { (points) throws(PointSetError) in try points.moving(moves) }
  }

  /// Moves a point; see ``move(_:context:)``.
  public mutating func move(
    _ id: PointID, to coordinate: Coordinate, context: RunContext = RunContext()
  ) throws(ClusteringError) {
    try move([(id, coordinate)], context: context)
  }

  /// Changes values of some points; see ``PointSet/updating(_:_:)``.
  ///
  /// ```swift
  /// try map.update([.integer(7)]) { columns in columns.weight = [12] }
  /// ```
  ///
  /// - Throws: ``ClusteringError/points(_:)`` for an unknown id, an id that is given twice, and an invalid
  ///   value; and if the context stops the call.
  public mutating func update(
    _ ids: [PointID], context: RunContext = RunContext(), _ change: (inout PointColumns) -> Void
  ) throws(ClusteringError) {
    try edit(context) { (points) throws(PointSetError) in try points.updating(ids, change) }
  }

  /// Removes the points for whose canonical index a test returns false.
  ///
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  public mutating func filter(
    context: RunContext = RunContext(), _ isIncluded: (Int) -> Bool
  ) throws(ClusteringError) {
    try edit(context) { (points) throws(PointSetError) in points.filtering(isIncluded) }
  }

  /// The map of edited points; see ``IncrementalIndex/updated(for:context:)``.
  ///
  /// - Parameter edited: the map's own points with any number of edits.
  /// - Throws: as the context asks.
  package func following(
    _ edited: PointSet, context: RunContext = RunContext()
  ) throws(ClusteringError) -> ClusterMap {
    if let index = index.incremental {
      let changed = try index.updated(for: edited, context: context)
      return ClusterMap(points: edited, index: changed, clusterer: clusterer)
    }
    // A full build scans all points, for which merged columns are best.
    let merged = edited.merged
    let built = try clusterer.strategy.makeIndex(over: merged, context: context)
    return ClusterMap(points: merged, index: built, clusterer: clusterer)
  }

  private mutating func edit(
    _ context: RunContext, _ change: (PointSet) throws(PointSetError) -> PointSet
  ) throws(ClusteringError) {
    let edited: PointSet
    do {
      edited = try change(index.builtIndex != nil ? points : points.mergedIfAsked)
    } catch {
      throw .points(error)
    }
    self = try following(edited, context: context)
  }
}
