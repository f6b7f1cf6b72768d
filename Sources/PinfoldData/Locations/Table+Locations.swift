import Pinfold

extension ColumnRoles {
  /// The column that holds a location in most fields of a sample that are not empty; nil where there is none.
  ///
  /// - Throws: ``DataError/severalLocations(_:columns:)`` where several do, and
  ///   ``DataError/otherFormat(_:name:advice:)`` where none does, but one has lines or polygons.
  func locationColumn(
    names: [String], source: String, decimalComma: Bool, ofJSON: Bool = false, _ sample: (Int) -> [String]
  ) throws(DataError) -> Int? {
    let found = names.indices.filter { column in
      let fields = sample(column).filter { !LocationText.isEmpty($0) }
      if LocationText.isGeohash(named: names[column]) {
        return !fields.isEmpty && fields.allSatisfy { LocationText(geohash: $0) != nil }
      }
      return holdLocations(fields, decimalComma: decimalComma)
    }
    if found.isEmpty {
      for column in names.indices {
        let fields = sample(column).filter { !LocationText.isEmpty($0) }
        if !decimalComma, let first = fields.first, holdLocations(fields, decimalComma: true) {
          throw .otherFormat(
            source,
            name:
              "column '\(names[column].onOneLine(limit: 40))' has commas between its numbers and perhaps in "
              + "them: '\(first.onOneLine(limit: 40))'",
            advice: "--decimal-comma reads pairs with decimal commas")
        }
        let shapes = fields.compactMap(LocationText.shape)
        guard let shape = shapes.first, shapes.count * 2 > fields.count else { continue }
        throw .otherFormat(
          source, name: "column '\(names[column].onOneLine(limit: 40))' has \(shape)",
          advice: LocationText.adviceOnShapes(in: names[column], ofJSON: ofJSON))
      }
    }
    guard found.count > 1 else { return found.first }
    // Exports of Opendatasoft and others have both the point and its shape.
    let points = found.filter { !ColumnNames.fold(names[$0]).hasSuffix("shape") }
    if points.count == 1 { return points[0] }
    throw .severalLocations(source, columns: found.map { names[$0] })
  }

  /// Whether most texts are locations, and some are no pair of integers, such as scores: these are taken for
  /// locations only if an option requests it.
  private func holdLocations(_ fields: [String], decimalComma: Bool) -> Bool {
    let places = fields.filter { LocationText($0, decimalComma: decimalComma ? true : nil) != nil }
    return places.count * 2 > fields.count
      && places.contains { place in
        place.contains { ".;°".contains($0) || $0.isLetter } || place.contains(/\d,\d{3,}.*\d,\d/)
      }
  }

  /// The columns of coordinates; nil where there are none.
  var coordinates: (longitude: Int, latitude: Int)? {
    guard let longitude, let latitude else { return nil }
    return (longitude.column, latitude.column)
  }

  /// The columns of coordinates, where no option named them.
  var guessedCoordinates: (longitude: Int, latitude: Int)? {
    longitude?.guessed == true && latitude?.guessed == true ? coordinates : nil
  }
}

extension Table {
  /// Takes the coordinates of rows from the column of locations, and decides which number is the longitude.
  ///
  /// - Throws: ``DataError/unclearPair(_:column:text:)`` if there is no evidence, and
  ///   ``DataError/otherSystem(_:name:fitsDegrees:)``.
  mutating func placeLocations(
    _ options: ReadOptions, source: String, _ context: RunContext
  ) throws(DataError) {
    guard let column = roles[.location]?.column, let cells = cells[column] else { return }
    let isGeohash = LocationText.isGeohash(named: names[column])
    // Twelve letters are centimeters.
    if isGeohash, cells.presentRows.allSatisfy({ cells.kind($0) == .integer }),
      cells.presentRows.contains(where: { cells.integer($0).magnitude > 1_000_000_000_000 })
    {
      throw .otherFormat(
        source,
        name: "column '\(names[column].onOneLine(limit: 40))' has whole numbers, as Redis's geohashes of "
          + "52 bits, and no geohashes in letters",
        advice: "export longitude and latitude, as GEOPOS gives them")
    }
    var isUsual: Bool?
    var isUndecided = [Bool](repeating: false, count: count)
    var isStandard = [Bool](repeating: false, count: count)
    var systems: Set<Int> = []
    // Meters have commas between thousands too.
    let decimalComma: Bool? = options.decimalComma ? true : options.hasMetres ? false : nil
    for row in 0..<count where problems[row] != .malformedRow {
      if row & 0xFFF == 0 { try context.checkReading() }
      let plain =
        !isGeohash && cells.kind(row) == .text ? cells.withText(row) { LocationText(plain: $0) } : nil
      let text = plain == nil ? cells.string(row) ?? "" : ""
      guard
        let place = plain ?? (isGeohash ? LocationText(geohash: text) : nil)
          ?? LocationText(text, decimalComma: decimalComma)
      else {
        problems[row] = LocationText.isEmpty(text) ? .missingCoordinates : .unparsable
        continue
      }
      (x[row], y[row], problems[row]) = (place.first, place.second, nil)
      if let system = place.system, system != 0 { systems.insert(system) }
      switch place.order {
      case .certain: break
      case .standard: isStandard[row] = true
      case .usual(let latitudeFirst):
        isUndecided[row] = true
        isUsual = isUsual ?? latitudeFirst
      case .unknown: isUndecided[row] = true
      }
    }
    if !options.planar { try take(systems, options, source) }
    if options.planar { return }
    if options.latitudeFirst == true {
      for row in 0..<count where isStandard[row] { isUndecided[row] = true }
    }
    let rows = isUndecided.indices.filter { isUndecided[$0] }
    guard let row = rows.first else { return }
    report.hasPairs = true
    let (name, counts) = (ColumnNames.saysLatitudeFirst(names[column]), AxisCounts(self, rows: rows))
    let says = options.latitudeFirst ?? counts.latitudeFirst(named: name) ?? name
    guard let first = says ?? isUsual else {
      let row = counts.example ?? row
      throw .unclearPair(source, column: names[column], values: [x[row], y[row]])
    }
    report.isOrderGuessed = says == nil
    guard first else { return }
    report.isLatitudeFirst = true
    for row in rows { (x[row], y[row]) = (y[row], x[row]) }
  }

  /// Whether an option may say that coordinates have the latitude first: those in one cell, and positions of
  /// text, which some programs write so.
  var hasOptionalOrder: Bool {
    roles[.location] != nil
      || roles.coordinates == nil && [.geoJSON, .geoJSONSequence, .topoJSON, .kml].contains(report.format)
  }

  /// Takes positions with the latitude first, where an option says so; ``placeLocations(_:source:_:)`` does
  /// for those in cells.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)`` where the order is not one of positions.
  mutating func takeOrder(_ options: ReadOptions, source: String) throws(DataError) {
    guard let isFirst = options.latitudeFirst else { return }
    guard hasOptionalOrder, !options.planar else {
      throw .badOption(
        isFirst ? "--latitude-first" : "--no-latitude-first",
        reason: options.planar
          ? "with --planar, x is before y"
          : roles.coordinates == nil
            ? "the order of coordinates is that of \(report.format.name)"
            : "longitude and latitude are columns of their own; name them with --lon and --lat")
    }
    guard isFirst, roles[.location] == nil else { return }
    swap(&x, &y)
    report.isLatitudeFirst = true
  }

  /// Takes the coordinates that rows have not from a column of locations.
  mutating func takeCenters(from column: Int) {
    guard let cells = cells[column] else { return }
    for row in 0..<count where problems[row] == .missingCoordinates {
      guard let place = cells.string(row).flatMap({ LocationText($0) }) else { continue }
      (x[row], y[row], problems[row]) = (place.first, place.second, nil)
    }
  }

  private mutating func take(
    _ systems: Set<Int>, _ options: ReadOptions, _ source: String
  ) throws(DataError) {
    guard let code = systems.min() else { return }
    let isOne = systems.count == 1
    var declared = DeclaredSystem(
      name: systems.sorted().map(CoordinateSystem.name).joined(separator: " and "),
      system: isOne ? CoordinateSystem(code: code) : nil,
      definition: isOne ? CoordinateSystem.name(ofCode: code) : nil)
    declared.isSeveral = !isOne
    report.system = try options.system(of: declared, source: source, fitsDegrees: fitsDegrees)
    declaredSystem = declared
  }
}
