extension Table {
  /// Marks degrees out of range, and wraps longitudes in 180…360 if none is west of Greenwich.
  ///
  /// A file that writes longitudes both below 0 and past 180 has an error in one of them; a file that has
  /// them in 0…360 merely counts another way.
  ///
  /// - Returns: the number of longitudes wrapped.
  mutating func checkDegrees() -> Int {
    // A part says nothing of the others; where one is chosen, no longitude is far past 180.
    var hasWest = isPart
    for row in 0..<count where problems[row] == 0 && x[row] < 0 && x[row] >= -180 {
      hasWest = true
      break
    }
    var wrapped = 0
    for row in 0..<count where problems[row] == 0 {
      let longitude = x[row]
      if y[row].magnitude > 90 {
        problems[row] = UnusableReason.latitudeOutOfRange.code
      } else if longitude > 180 && longitude <= 360 && !hasWest {
        x[row] = longitude - 360
        wrapped += 1
      } else if longitude.magnitude > 180 {
        problems[row] = UnusableReason.longitudeOutOfRange.code
      }
    }
    return wrapped
  }

  /// The numbers of a column, for weights and priorities; rows without a valid one are marked.
  ///
  /// A weight must be present and not negative; a missing priority is 0.
  mutating func numbers(_ choice: ColumnRoles.Choice?, reason: UnusableReason) -> [Double]? {
    guard let column = choice?.column, let cells = cells[column] else { return nil }
    var result = [Double](repeating: 0, count: count)
    for row in 0..<count where problems[row] == 0 {
      switch cells.decimal(row) {
      case .value(let value) where value >= 0 || reason != .badWeight: result[row] = value
      case .missing where reason != .badWeight: break
      default: problems[row] = reason.code
      }
    }
    return result
  }

  /// The truth values of a column; a missing one is true, any other that is none marks its row.
  mutating func mergeable(_ choice: ColumnRoles.Choice?) -> [Bool]? {
    guard let column = choice?.column, let cells = cells[column] else { return nil }
    var result = [Bool](repeating: true, count: count)
    for row in 0..<count where problems[row] == 0 {
      switch cells.string(row)?.lowercased() {
      case nil, "true", "yes", "1": break
      case "false", "no", "0": result[row] = false
      default: problems[row] = UnusableReason.badMergeable.code
      }
    }
    return result
  }
}
