import Pinfold

/// Finds the ids of the usable rows: the named column, else a fit guess, else the rows' numbers.
struct IdentifierReader {
  let table: Table
  let kept: KeptRows
  let input: InputBytes
  let source: String

  /// The number of threads that share the work.
  let threads: Int

  struct Result {
    /// The ids; nil where the points' indices serve as well.
    var ids: PointIDs?

    /// The column of the ids.
    var column: Int?

    /// Whether they are the ids of GeoJSON features.
    var isFeature = false
  }

  /// - Parameter name: the column that an option names, in which gaps and duplicates are errors; in a guessed
  ///   column they show that it holds no ids.
  func read(named name: String?) throws(DataError) -> Result {
    if let name {
      if let choice = table.roles.id, let cells = table.cells[choice.column] {
        return Result(ids: try unique(cells, name: table.names[choice.column]), column: choice.column)
      }
      if let cells = table.featureIDs { return Result(ids: try unique(cells, name: name), isFeature: true) }
      throw .unknownColumn(source, name: name, option: "--id", columns: table.names)
    }
    if let cells = table.featureIDs, let ids = fit(cells) { return Result(ids: ids, isFeature: true) }
    if let column = table.roles.id?.column, let cells = table.cells[column], let ids = fit(cells) {
      return Result(ids: ids, column: column)
    }
    if table.isPart, let features = table.features {
      return Result(ids: .integers(kept.of(features).map(Int64.init)))
    }
    return Result(ids: kept.places.map { .integers($0.map(Int64.init)) })
  }

  private func fit(_ cells: CellColumn) -> PointIDs? {
    guard missing(cells) == nil else { return nil }
    let ids = identifiers(cells)
    return ids.firstRepeat(threads: threads) == nil ? ids : nil
  }

  private func unique(_ cells: CellColumn, name: String) throws(DataError) -> PointIDs {
    if let place = missing(cells) { throw .missingID(source, column: name, line: try line(place)) }
    let ids = identifiers(cells)
    if let (first, second) = ids.firstRepeat(threads: threads) {
      throw .duplicateID(
        source, id: ids[first].description, column: name, firstLine: try line(first),
        secondLine: try line(second))
    }
    return ids
  }

  /// The line of a point, or the number of its row from 1 in formats without lines.
  private func line(_ place: Int) throws(DataError) -> Int {
    let row = kept.row(place)
    return table.format.isText ? try input.whole().line(of: table.offsets[row]) : row + 1
  }

  private func missing(_ cells: CellColumn) -> Int? {
    if cells.isComplete { return nil }
    return (0..<kept.count).first { cells.kind(kept.row($0)) == .missing }
  }

  // MARK: Types

  private func identifiers(_ cells: CellColumn) -> PointIDs {
    var integers: [Int64] = []
    integers.reserveCapacity(kept.count)
    while integers.count < kept.count, let value = integer(cells, kept.row(integers.count)) {
      integers.append(value)
    }
    if integers.count == kept.count { return .integers(integers) }
    // In delimited text a single id that is no number makes texts of all; JSON says which is which.
    if !table.textMayBeNumber && (!integers.isEmpty || hasIntegers(cells)) {
      return .mixed(
        (0..<kept.count).map { place in
          let row = kept.row(place)
          return integer(cells, row).map { .integer($0) } ?? .text(cells.string(row) ?? "")
        })
    }
    return .texts(
      [String](count: kept.count, threads: threads) { texts, rows in
        for row in rows { (texts + row).initialize(to: cells.string(kept.row(row)) ?? "") }
      })
  }

  private func hasIntegers(_ cells: CellColumn) -> Bool {
    (0..<kept.count).contains { integer(cells, kept.row($0)) != nil }
  }

  private func integer(_ cells: CellColumn, _ row: Int) -> Int64? {
    switch cells.kind(row) {
    case .integer: cells.integer(row)
    case .number: Int64(exactly: cells.double(row))
    case .text where table.textMayBeNumber: cells.withText(row, Int64.init(canonical:))
    default: nil
    }
  }
}

extension Int64 {
  /// The number that prints as a text; nil for every other text: "007" and "+7" would not come back as they
  /// were.
  init?(canonical text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == .minus
    var index = isNegative ? 1 : 0
    let digits = text.count - index
    guard digits > 0, digits <= 19, text[index] != .zero || (digits == 1 && !isNegative) else { return nil }
    // Below zero, where there is one number more.
    var value: Int64 = 0
    while index < text.count {
      guard text[index].isDigit else { return nil }
      let digit = Int64(text[index] &- .zero)
      if index < 18 {
        value = value &* 10 &- digit
      } else {
        let (tens, high) = value.multipliedReportingOverflow(by: 10)
        let (sum, low) = tens.subtractingReportingOverflow(digit)
        if high || low { return nil }
        value = sum
      }
      index += 1
    }
    if isNegative {
      self = value
    } else if value > .min {
      self = -value
    } else {
      return nil
    }
  }
}
