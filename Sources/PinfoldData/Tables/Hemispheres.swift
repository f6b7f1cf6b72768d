import Pinfold

extension ColumnNames {
  /// Whether a name is that of letters of hemispheres: `N/S`, `LATREF`, `lon_dir`, `hemisphere`.
  static func isHemisphere(_ name: String) -> Bool {
    let name = fold(name).filter(\.isLetter)
    if ["ns", "ew", "we", "eo", "ow"].contains(name) || name.contains("hemi") { return true }
    return ["lat", "lon", "lng"].contains { name.contains($0) }
      && ["ref", "dir", "direction", "hem", "ns", "ew", "letter"].contains { name.hasSuffix($0) }
  }
}

extension ColumnRoles {
  /// The letters of a hemisphere that a text is: N, S, E, W or O; nil for any other text.
  static func hemisphere(_ text: String) -> Character? {
    AngleName.hemispheres[text.trimmed().lowercased()]
  }

  /// Finds the columns of hemispheres: by their names, or where just one column has letters of each axis,
  /// next to that of the coordinate.
  ///
  /// - Parameter letters: the letters in the first rows of each column, empty for a column with other texts
  ///   or none.
  mutating func findHemispheres(names: [String], letters: [Set<Character>]) {
    guard let coordinates else { return }
    func columns(_ axis: Set<Character>) -> [Int] {
      letters.indices.filter { !letters[$0].isEmpty && letters[$0].isSubset(of: axis) }
    }
    let (north, east) = (columns(["N", "S"]), columns(["E", "W", "O"]))
    let arePair =
      north.count == 1 && east.count == 1 && abs(north[0] - coordinates.latitude) == 1
      && abs(east[0] - coordinates.longitude) == 1
    func nearest(_ columns: [Int], _ coordinate: Int) -> Int? {
      columns.filter { arePair || ColumnNames.isHemisphere(names[$0]) }
        .min { abs($0 - coordinate) < abs($1 - coordinate) }
    }
    hemispheres = (nearest(east, coordinates.longitude), nearest(north, coordinates.latitude))
  }
}

extension Table {
  /// Gives coordinates the signs that stand outside of their numbers: in a column of letters, or in the name
  /// of their column.
  ///
  /// - Throws: ``DataError/otherFormat(_:name:advice:)`` where values have signs that contradict it, and
  ///   where the name says a unit other than degrees.
  mutating func takeHemispheres(source: String) throws(DataError) {
    guard report.system == .degrees, let coordinates = roles.coordinates else { return }
    for column in [coordinates.longitude, coordinates.latitude] {
      guard let unit = AngleName(ColumnNames.fold(names[column])).unit else { continue }
      throw .otherFormat(
        source, name: "column '\(names[column].onOneLine(limit: 40))' has \(unit)",
        advice: "convert them to degrees: times \(unit == "radians" ? "180 / π" : "0.9")")
    }
    // Letters that only stand beside coordinates with signs may be of anything.
    let found = [roles.hemispheres.longitude, roles.hemispheres.latitude].compactMap { $0 }
    if found.contains(where: { !ColumnNames.isHemisphere(names[$0]) }),
      (0..<count).contains(where: { problems[$0] == nil && min(x[$0], y[$0]) < 0 })
    {
      roles.hemispheres = (nil, nil)
    }
    splitMinutes(source: source)
    // In `lat_s` and `lon_s` the letter is none of a hemisphere.
    let areAlike = ColumnNames.areCounterparts(names[coordinates.longitude], names[coordinates.latitude])
    x = try signed(x, coordinates.longitude, roles.hemispheres.longitude, areAlike, source)
    y = try signed(y, coordinates.latitude, roles.hemispheres.latitude, areAlike, source)
  }

  /// Turns degrees and minutes in one number, ddmm.mmmm as GPS receivers write them, into degrees: where both
  /// axes have a column of letters, no number fits another form, and some are no degrees.
  private mutating func splitMinutes(source: String) {
    let rows = (0..<count).filter { problems[$0] == nil }
    guard let east = roles.hemispheres.longitude, let north = roles.hemispheres.latitude,
      letters(in: east) != nil, letters(in: north) != nil,
      rows.contains(where: { x[$0] > 180 || y[$0] > 90 }),
      rows.allSatisfy({ Self.isJoined(x[$0], limit: 180) && Self.isJoined(y[$0], limit: 90) })
    else { return }
    func degrees(_ number: Double) -> Double {
      let whole = (number / 100).rounded(.down)
      return whole + (number - whole * 100) / 60
    }
    for row in rows { (x[row], y[row]) = (degrees(x[row]), degrees(y[row])) }
    report.notes.append(
      "\(source): coordinates are read as degrees and minutes in one (ddmm.mmmm), as GPS receivers write them"
    )
  }

  /// Whether a number may be degrees and minutes in one, as in 4851.25, up to a limit of degrees.
  static func isJoined(_ number: Double, limit: Double) -> Bool {
    number >= 0 && number <= limit * 100 && number.truncatingRemainder(dividingBy: 100) < 60
  }

  /// The values of an axis with their signs.
  private mutating func signed(
    _ values: [Double], _ column: Int, _ letters: Int?, _ areAlike: Bool, _ source: String
  ) throws(DataError) -> [Double] {
    if let letters { return try signed(values, column, by: letters, source) }
    guard !areAlike, let letter = AngleName(ColumnNames.fold(names[column])).hemisphere else { return values }
    return try signed(values, column, letter, source)
  }

  private mutating func signed(
    _ values: [Double], _ column: Int, _ letter: Character, _ source: String
  ) throws(DataError) -> [Double] {
    let name = "column '\(names[column].onOneLine(limit: 40))'"
    if letter == "O" { throw Self.unclearLetter(name, "write E or W in its name", source) }
    guard letter == "W" || letter == "S" else { return values }
    let direction = letter == "W" ? "west" : "south"
    if let row = (0..<count).first(where: { problems[$0] == nil && values[$0] < 0 }) {
      throw .otherFormat(
        source, name: "\(name) is \(direction) by its name, but has the sign of \(Numeral.text(values[row]))",
        advice: "take the hemisphere out of the name if a minus means it, or the signs out of the values")
    }
    report.notes.append("\(source): \(name) counts degrees \(direction), which are read as negative")
    return values.map { $0 == 0 ? 0 : -$0 }
  }

  /// The letter of each row in a column of hemispheres; nil for another column that only has such a name.
  private func letters(in column: Int) -> [Character?]? {
    guard let cells = cells[column] else { return nil }
    let found = (0..<count).map { cells.string($0).flatMap(ColumnRoles.hemisphere) }
    return found.count(where: { $0 != nil }) * 2 > cells.presentCount ? found : nil
  }

  private static func unclearLetter(_ name: String, _ advice: String, _ source: String) -> DataError {
    .otherFormat(
      source, name: "\(name) says O, which is east in German and west in French and Spanish", advice: advice)
  }

  private mutating func signed(
    _ values: [Double], _ column: Int, by letters: Int, _ source: String
  ) throws(DataError) -> [Double] {
    guard let found = self.letters(in: letters) else { return values }
    let name = "column '\(names[letters].onOneLine(limit: 40))'"
    let all = Set(found.compactMap { $0 })
    let negative: Set<Character> = all.contains("W") ? ["S", "W"] : ["S", "W", "O"]
    if all.contains("O"), all.isDisjoint(with: ["E", "W"]) || all.isSuperset(of: ["E", "W"]) {
      throw Self.unclearLetter(name, "write E and W in it", source)
    }
    var result = values
    for row in 0..<count where problems[row] == nil && values[row] != 0 {
      guard let letter = found[row] else {
        problems[row] = .missingCoordinates
        continue
      }
      if values[row] < 0, !negative.contains(letter) {
        throw .otherFormat(
          source,
          name:
            "\(name) says \(letter), but '\(names[column].onOneLine(limit: 40))' beside it has the sign of "
            + Numeral.text(values[row]),
          advice: "take the signs out of the values, or rename the column of letters")
      }
      if negative.contains(letter) { result[row] = -values[row].magnitude }
    }
    report.notes.append(
      "\(source): the signs of '\(names[column].onOneLine(limit: 40))' are those of \(name)")
    return result
  }
}
