extension Table {
  /// Decides by the numbers which of two coordinates without names is the longitude, and puts it first.
  ///
  /// Only longitudes go past ±90. So one order makes some rows unusable that the other does not; it is
  /// refuted if these are at least a tenth of the rows and more than one, or all rows, and hardly any row
  /// speaks against it. A single odd row decides nothing.
  ///
  /// - Throws: ``DataError/unclearOrder(_:columns:values:)`` if the numbers do not decide.
  mutating func orderByRange(source: String) throws(DataError) {
    var rows = 0
    // The rows that are usable in one order only.
    var (longitudeFirst, latitudeFirst) = (0, 0)
    var example: Int?
    for row in 0..<count where problems[row] == 0 {
      let (first, second) = (x[row].magnitude, y[row].magnitude)
      guard min(first, second) <= 90, max(first, second) <= 360 else { continue }
      rows += 1
      if first > 90 {
        longitudeFirst += 1
      } else if second > 90 {
        latitudeFirst += 1
      } else if example == nil {
        example = row
      }
    }
    // Numbers that are no degrees in either order have another problem.
    if rows == 0 { return }
    let (most, least) = (max(longitudeFirst, latitudeFirst), min(longitudeFirst, latitudeFirst))
    let isClear = most == rows || most > 1 && most * 10 >= rows && most > least * 10
    guard isClear else {
      let row = example ?? problems.firstIndex(of: 0) ?? 0
      let columns = [roles.longitude, roles.latitude].map { $0.map { names[$0.column] } ?? "" }
      throw .unclearOrder(source, columns: columns, values: [x[row], y[row]])
    }
    guard latitudeFirst > longitudeFirst else { return }
    swap(&x, &y)
    self.latitudeFirst = true
  }
}
