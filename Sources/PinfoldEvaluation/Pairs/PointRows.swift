import Pinfold

extension PointColumns {
  func coordinate(_ row: Int) -> Coordinate {
    Coordinate(longitude: longitude[row], latitude: latitude[row])
  }

  mutating func move(row: Int, to coordinate: Coordinate) {
    longitude[row] = coordinate.longitude
    latitude[row] = coordinate.latitude
  }
}

extension Frame {
  /// The cluster of each row of the columns that the points were made from; −1 for those not shown.
  var labelsByRow: [Int32] {
    let labels = labels
    var byRow = [Int32](repeating: -1, count: points.count)
    for (point, row) in points.rows.enumerated() { byRow[Int(row)] = labels[point] }
    return byRow
  }
}

extension PointSet {
  /// A set of the same points in another order or elsewhere.
  func remade(_ columns: PointColumns) -> PointSet {
    do {
      return try PointSet(columns, projection: projection)
    } catch {
      preconditionFailure("the points of a set are no set: \(error)")
    }
  }
}
