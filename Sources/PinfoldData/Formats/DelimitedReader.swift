import Pinfold

/// Reads CSV and its relatives into a table, keeping only the columns that are needed.
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
    guard hasMemory(for: text, columns: collected.count) else { throw .outOfMemory(source) }
    var parts = try DelimitedRows.read(
      FieldScanner(text: text, delimiter: dialect.delimiter, position: dialect.start),
      plan: DelimitedRows.Plan(
        width: dialect.names.count, longitude: longitude, latitude: latitude, collected: collected,
        decimalComma: options.decimalComma),
      parts: text.count > 1 << 16 ? context.threads : 1, context: context)
    var rows = parts.removeFirst()
    rows.append(parts, threads: context.threads)
    (table.x, table.y, table.problems, table.offsets) = (rows.x, rows.y, rows.problems, rows.offsets)
    table.cells = dialect.names.map { _ in nil }
    for (column, cells) in zip(collected, rows.cells) { table.cells[column] = cells }
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

  /// Whether there is the least memory that a text's table takes: the rows' coordinates, offsets and
  /// problems, the points' coordinates once more, and the text, which the columns' elements repeat.
  private static func hasMemory(for text: UnsafeBufferPointer<UInt8>, columns: Int) -> Bool {
    func memory(rows: Int) -> Int { rows * (2 * 16 + 8 + 1) + (columns == 0 ? 0 : text.count) }
    // Rows are counted only where as many as there may be, of four bytes each, would be too many.
    return Memory.allows(memory(rows: text.count / 4))
      || Memory.allows(memory(rows: text.count(where: { $0 == .lineFeed })))
  }
}
