import Pinfold

/// Reads CSV and its relatives into a table, in one pass, keeping only the columns that are needed.
enum DelimitedReader {
  /// Reads rows from an offset in bytes.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func read(
    _ text: UnsafeBufferPointer<UInt8>, from origin: Int, options: ReadOptions, source: String,
    context: RunContext
  ) throws(DataError) -> Table {
    let dialect = Dialect(text, from: origin, options: options, source: source)
    var roles = try ColumnRoles(names: dialect.names, options: options, source: source)
    let isNameless = try completeCoordinates(
      &roles, dialect, text, options: options, source: source)
    roles.takeRemaining(of: dialect.names.count, options: options)
    guard let longitude = roles.longitude?.column, let latitude = roles.latitude?.column else {
      throw .noCoordinateColumns(source, columns: dialect.names)
    }
    var table = Table()
    table.names = dialect.names
    table.roles = roles
    table.delimiter = dialect.delimiter
    table.header = dialect.hasHeader
    let collected = roles.columnsOfCells.sorted()
    guard Memory.allows(Self.memory(of: text, columns: collected.count)) else {
      throw .outOfMemory(source)
    }
    let plan = Plan(
      width: dialect.names.count, longitude: longitude, latitude: latitude, collected: collected)
    let cells = try scan(
      text, from: dialect.start, delimiter: dialect.delimiter, decimalComma: options.decimalComma,
      plan: plan,
      into: &table
    ) { () throws(DataError) in try context.checkReading() }
    table.cells = dialect.names.map { _ in nil }
    for (column, values) in zip(collected, cells) { table.cells[column] = values }
    if isNameless { table.latitudeFirst = table.orderByRange() }
    return table
  }

  // Whether the coordinates were taken without a name or an option that says which is which.
  private static func completeCoordinates(
    _ roles: inout ColumnRoles, _ dialect: Dialect, _ text: UnsafeBufferPointer<UInt8>,
    options: ReadOptions,
    source: String
  ) throws(DataError) -> Bool {
    if !dialect.hasHeader, roles.longitude == nil, roles.latitude == nil {
      let first =
        dialect.names.count == 2
        ? 0 : Dialect.coordinateColumns(text, from: dialect.start, delimiter: dialect.delimiter)
      if let first {
        roles.longitude = .init(column: first, guessed: true)
        roles.latitude = .init(column: first + 1, guessed: true)
        return !options.planar
      }
    }
    try roles.completeCoordinates(names: dialect.names, options: options, source: source)
    return false
  }

  /// The least memory that a text's table takes, in bytes: the rows' coordinates, offsets and problems, the
  /// points' coordinates once more, and the text, which the columns' elements repeat.
  private static func memory(of text: UnsafeBufferPointer<UInt8>, columns: Int) -> Int {
    text.count(where: { $0 == .lineFeed }) * (2 * 16 + 8 + 1) + (columns == 0 ? 0 : text.count)
  }

  /// The use of each field of a row.
  private struct Plan {
    enum Coordinate: UInt8 { case none, longitude, latitude }

    struct Step {
      var coordinate = Coordinate.none
      /// The index among the collected columns; negative for none.
      var collector = -1
    }

    var steps: [Step]
    /// The number of fields that a row needs to have coordinates.
    var needed: Int
    var collectors: Int

    init(width: Int, longitude: Int, latitude: Int, collected: [Int]) {
      steps = Array(repeating: Step(), count: width)
      steps[longitude].coordinate = .longitude
      // One column for both is absurd but harmless: latitude wins, and longitude stays missing.
      steps[latitude].coordinate = .latitude
      for (place, column) in collected.enumerated() { steps[column].collector = place }
      needed = max(longitude, latitude) + 1
      collectors = collected.count
    }
  }

  private static func scan(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, delimiter: UInt8, decimalComma: Bool,
    plan: Plan,
    into table: inout Table,
    _ check: () throws(DataError) -> Void
  ) throws(DataError) -> [CellColumn] {
    var scanner = FieldScanner(text: text, delimiter: delimiter, position: start)
    var cells = [CellColumn](repeating: CellColumn(), count: plan.collectors)
    try plan.steps.withUnsafeBufferPointer { (steps) throws(DataError) in
      while scanner.beginRow() {
        if table.count & 0xFFF == 0 { try check() }
        let offset = scanner.position
        var x = DecimalField.missing
        var y = DecimalField.missing
        var column = 0
        var isMalformed = false
        while true {
          let field = scanner.nextField()
          if column < steps.count {
            let step = steps[column]
            switch step.coordinate {
            case .none: break
            case .longitude: x = DecimalField(scanner.bytes(field), decimalComma: decimalComma)
            case .latitude: y = DecimalField(scanner.bytes(field), decimalComma: decimalComma)
            }
            if step.collector >= 0 {
              cells[step.collector].pad(to: table.count)
              if decimalComma, let number = DecimalField.pointed(scanner.bytes(field)) {
                number.withUnsafeBufferPointer { cells[step.collector].append(field: $0) }
              } else if field.isQuoted {
                cells[step.collector].append(quoted: scanner.bytes(field))
              } else {
                cells[step.collector].append(field: scanner.bytes(field))
              }
            }
          } else if field.end > field.start {
            // More fields than columns: a stray delimiter shifted them, and any of them may be wrong.
            isMalformed = true
          }
          column += 1
          if field.next == .field { continue }
          if field.next == .unterminatedQuote { isMalformed = true }
          break
        }
        if column < plan.needed { isMalformed = true }
        append(x, y, isMalformed: isMalformed, offset: offset, to: &table)
      }
    }
    // Short rows have no elements in the last columns.
    for place in cells.indices { cells[place].pad(to: table.count) }
    return cells
  }

  @inline(__always)
  private static func append(
    _ x: DecimalField, _ y: DecimalField, isMalformed: Bool, offset: Int, to table: inout Table
  ) {
    switch (x, y) {
    case _ where isMalformed: table.append(x: 0, y: 0, problem: .malformedRow, offset: offset)
    case (.value(let x), .value(let y)): table.append(x: x, y: y, problem: nil, offset: offset)
    case (.missing, _), (_, .missing):
      table.append(x: 0, y: 0, problem: .missingCoordinates, offset: offset)
    default: table.append(x: 0, y: 0, problem: .unparsable, offset: offset)
    }
  }
}
