import Pinfold

extension DataFormat {
  /// CSV, TSV and the like (RFC 4180).
  public static let delimited = Self("delimited text", isText: true, textMayBeNumber: true)
}

/// Reads CSV and its relatives into a table, keeping only the columns that are needed.
enum DelimitedReader: PointFormat {
  static let names = ["CSV", "TSV"]
  static let isBinary = false
  static let beginning: [UInt8] = []

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    try request.refuseForeign(input.bytes)
    let origin = input.bytes.textStart
    if input.bytes[origin...].allSatisfy(\.isBlank) { throw .empty(request.source) }
    return try read(.memory(input), from: origin, request)
  }

  static func read(
    _ file: PiecewiseFile, head: Bytes, _ request: ReadRequest
  ) throws(DataError) -> Table? {
    let origin = head.textStart
    // Blanks, and markup, which may be refused in its own encoding, are read as a whole.
    guard let first = head[origin...].first(where: { !$0.isBlank }), first != UInt8(ascii: "<") else {
      return nil
    }
    try request.refuseForeign(head)
    return try read(.file(file), from: origin, request)
  }

  /// Reads rows from an offset; nil where a text that is needed is not UTF-8.
  private static func read(
    _ input: InputBytes, from origin: Int, _ request: ReadRequest
  ) throws(DataError) -> Table? {
    let (options, context) = (request.options, request.context)
    let dialect = try input.first { text, needsMore in
      Dialect(text, from: origin, request, needsMore: &needsMore)
    }
    guard input.bytes(origin..<max(origin, dialect.start))?.withView(\.isUTF8) != false else { return nil }
    var roles = try ColumnRoles(names: dialect.names, options: options, source: request.source)
    let isNameless = try completeCoordinates(&roles, dialect, input, request)
    if options.areDegrees, roles.coordinates != nil, dialect.names.count < 1000 {
      roles.findHemispheres(names: dialect.names, letters: try input.first(dialect.hemispheres))
    }
    roles.takeRemaining(of: dialect.names, options: options)
    let collected = roles.columnsOfCells.sorted()
    guard try hasMemory(for: input, columns: collected.count) else { throw .outOfMemory(request.source) }
    var parts = try DelimitedRows.read(
      input, from: dialect.start,
      plan: DelimitedRows.Plan(
        delimiter: dialect.delimiter, width: dialect.names.count, coordinates: roles.coordinates,
        collected: collected, style: CoordinateStyle(options), isPadded: dialect.isPadded),
      parts: input.count > 1 << 16 ? context.threads : 1, context: context)
    var rows = parts.removeFirst()
    rows.append(parts, threads: context.threads)
    var table = rows.table
    table.names = dialect.names
    table.roles = roles
    table.report.delimiter = dialect.delimiter
    table.report.hasHeader = dialect.hasHeader
    table.report.linesAboveHeader = dialect.preamble
    guard table.firstForeignRow == nil else { return nil }
    if isNameless { try table.orderByRange(source: request.source) }
    try table.placeLocations(options, source: request.source, context)
    return table
  }

  // Whether the coordinates were guessed without a name or an option.
  private static func completeCoordinates(
    _ roles: inout ColumnRoles, _ dialect: Dialect, _ input: InputBytes, _ request: ReadRequest
  ) throws(DataError) -> Bool {
    let (options, source) = (request.options, request.source)
    if !dialect.hasNames, !dialect.hasPlace, roles.longitude == nil, roles.latitude == nil {
      if let first = try dialect.names.count == 2 ? 0 : input.first(dialect.coordinateColumns) {
        roles[.longitude] = .init(column: first, guessed: true)
        roles[.latitude] = .init(column: first + 1, guessed: true)
        return options.areDegrees
      }
    }
    do throws(DataError) {
      try roles.completeCoordinates(names: dialect.names, options: options, source: source)
    } catch .noCoordinateColumns where !options.planar && roles.longitude == nil && roles.latitude == nil {
      let samples = try input.first(dialect.samples)
      if let column = try roles.locationColumn(
        names: dialect.names, source: source, decimalComma: options.decimalComma, { samples[$0] })
      {
        roles[.location] = .init(column: column, guessed: true)
        return false
      }
      let possible = try input.first(dialect.possibleCoordinates)
      guard possible.count > 1 else { throw .noCoordinateColumns(source, columns: dialect.names) }
      throw .unclearOrder(
        source, columns: possible.map { dialect.names[$0.column] }, values: possible.map(\.example))
    }
    return false
  }

  /// Whether there is the least memory that a text's table takes: the rows' coordinates, offsets and
  /// problems, the points' coordinates once more, and the text, which the columns' elements repeat.
  private static func hasMemory(for input: InputBytes, columns: Int) throws(DataError) -> Bool {
    func memory(rows: Int) -> Int { rows * (2 * 16 + 8 + 1) + (columns == 0 ? 0 : input.count) }
    // Rows are counted only where as many as there may be, of four bytes each, would be too many.
    if Memory.allows(memory(rows: input.count / 4)) { return true }
    let window = try InputWindow(input, at: 0)
    var rows = 0
    while true {
      rows += window.bytes.count(where: { $0 == .lineFeed })
      if window.isLast { return Memory.allows(memory(rows: rows)) }
      try window.move(to: window.end)
    }
  }
}
