/// Edits, as new sets: the original and all that depends on it are unchanged.
///
/// An edited set equals a new one of the same points in everything but the rows of its points. A few edits
/// are kept beside the columns, at a cost proportional to them. Columns are merged when they are accessed as
/// a whole, and when there are more edits than four times the square root of the number of points.
///
/// A new set is created if an edit changes the unit of weights, the types of ids, or the type of a column.
///
/// - Complexity: O(*n*) for the first edit after a merge, to index ids; then O((*d* + *k*) log *n* + *g* log
///   *g*), where *d* is the number of edits since, *k* that of points in this one, and *g* that of groups.
extension PointSet {
  /// The set with additional points.
  ///
  /// - Parameter columns: the points, with new ids. Attributes are those of the set or fewer; absent values
  ///   are missing, or defaults as in columns without them.
  /// - Throws: ``PointSetError``, with rows of `columns`; ``PointSetError/outsideExtent(row:_:_:)`` for a
  ///   point outside the square of a planar set.
  public func inserting(_ columns: PointColumns) throws(PointSetError) -> PointSet {
    try columns.check(geographic: projection.wraps)
    guard columns.count > 0 else { return self }
    guard count + columns.count <= Int32.max else { throw .tooManyPoints(count + columns.count) }
    guard let ids = columns.ids else { throw .missingIDs }
    try IDOrder(ids.normalised) {}.checkUnique(ids)
    for row in 0..<columns.count {
      if index(of: ids[row]) != nil { throw .takenID(ids[row], row: row) }
      try check(Coordinate(longitude: columns.longitude[row], latitude: columns.latitude[row]), row: row)
    }
    let rows = (0..<columns.count).map { UInt32(truncatingIfNeeded: rowCount + $0) }
    return try edited(
      removing: [], adding: columns, PointStorage.Rows(ofPoints: rows, count: rowCount + columns.count))
  }

  /// The set without some points; ids may repeat.
  ///
  /// - Throws: ``PointSetError/unknownID(_:row:)``, where the row is the id's index in the list.
  public func removing(_ ids: [PointID]) throws(PointSetError) -> PointSet {
    let found = try indices(of: ids)
    return try edited(
      removing: Set(found).sorted(), adding: nil, PointStorage.Rows(ofPoints: [], count: rowCount))
  }

  /// The set with some points moved.
  ///
  /// - Parameter moves: unique ids and the new coordinates of their points.
  /// - Throws: ``PointSetError/unknownID(_:row:)``, ``PointSetError/duplicateID(_:firstRow:secondRow:)``,
  ///   ``PointSetError/badCoordinate(row:_:)`` and ``PointSetError/outsideExtent(row:_:_:)``, where the row
  ///   is the index in the list.
  public func moving(_ moves: [(id: PointID, to: Coordinate)]) throws(PointSetError) -> PointSet {
    for (row, move) in moves.enumerated() { try move.to.check(row: row, geographic: projection.wraps) }
    return try updating(moves.map { $0.id }) { columns in
      columns.longitude = moves.map { $0.to.longitude }
      columns.latitude = moves.map { $0.to.latitude }
    }
  }

  /// The set with other values for some points: weights, priorities, groups, attributes or positions.
  ///
  /// - Parameters:
  ///   - ids: unique ids of points.
  ///   - change: gets the columns of these points, in the order of the ids, and changes what shall change.
  ///     Ids stay; attributes keep their names.
  /// - Throws: as ``moving(_:)``, and for values that no point can have.
  public func updating(
    _ ids: [PointID], _ change: (inout PointColumns) -> Void
  ) throws(PointSetError) -> PointSet {
    let found = try indices(of: ids)
    var rowOf: [PointID: Int] = [:]
    for (row, id) in ids.enumerated() {
      if let first = rowOf.updateValue(row, forKey: id) {
        throw .duplicateID(id, firstRow: first, secondRow: row)
      }
    }
    let (extracted, rows) = try extracted(found)
    let order = (0..<extracted.count).sorted { first, second in
      guard let ids = extracted.ids else { return false }
      return rowOf[ids[first], default: 0] < rowOf[ids[second], default: 0]
    }
    var columns = extracted.reordered(order)
    let kept = columns.ids
    change(&columns)
    columns.ids = kept
    try columns.check(geographic: projection.wraps)
    for row in 0..<columns.count {
      try check(Coordinate(longitude: columns.longitude[row], latitude: columns.latitude[row]), row: row)
    }
    return try edited(
      removing: found.sorted(), adding: columns,
      PointStorage.Rows(ofPoints: order.map { rows[$0] }, count: rowCount))
  }

  /// The set of the points, given by canonical index, that satisfy a predicate.
  public func filtering(_ isIncluded: (Int) -> Bool) -> PointSet {
    let removed = (0..<count).filter { !isIncluded($0) }
    // Only added points can be invalid.
    return (try? edited(removing: removed, adding: nil, PointStorage.Rows(ofPoints: [], count: rowCount)))
      ?? self
  }

  /// The canonical index of the point with an id; nil if there is none.
  ///
  /// - Complexity: O(log *n*); O(*n*) for the first call after columns were merged.
  public func index(of id: PointID) -> Int? {
    guard let delta else { return base.lookup.find(id).point }
    if let index = delta.added.lookup.find(id).point { return delta.indices.added[index] }
    guard let index = base.lookup.find(id).point else { return nil }
    let removed = delta.indices.removedCount(before: index)
    let isRemoved = removed < delta.indices.removed.count && delta.indices.removed[removed] == index
    return isRemoved ? nil : delta.indices.index(ofBase: index)
  }

  private func indices(of ids: [PointID]) throws(PointSetError) -> [Int] {
    var found: [Int] = []
    for (row, id) in ids.enumerated() {
      guard let index = index(of: id) else { throw .unknownID(id, row: row) }
      found.append(index)
    }
    return found
  }

  private func check(_ coordinate: Coordinate, row: Int) throws(PointSetError) {
    guard case .planar(let extent) = projection else { return }
    let (x, y) = extent.unit(coordinate)
    guard (0...1).contains(x), (0...1).contains(y) else { throw .outsideExtent(row: row, coordinate, extent) }
  }

  private var rowCount: Int { delta?.added.rowCount ?? base.rowCount }
}
