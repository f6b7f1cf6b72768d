import Pinfold

/// Finds the ids of the usable rows: the named column, else a guessed one, else the rows' numbers. Where
/// ids of the data repeat or are missing, rows are named `#0`, `#1`, unlike any id of the data.
struct IdentifierReader {
  let table: Table
  let kept: KeptRows
  let input: InputBytes
  let source: String
  let threads: Int

  struct Result {
    /// The ids; nil where the points' indices serve as well.
    var ids: PointIDs?
    var column: Int?
    var isFeature = false

    /// Why ids of the data are not used; nil where they are, or where there are none.
    var defect: String?
  }

  /// - Parameters:
  ///   - name: the column that an option names, in which gaps and duplicates are errors; in a guessed column
  ///     they show that it holds no ids.
  ///   - tells: whether gaps and duplicates are listed, instead of an error where the column is named.
  func read(named name: String?, telling tells: Bool) throws(DataError) -> Result {
    if let name, !tells {
      if let choice = table.roles[.id], let cells = table.cells[choice.column] {
        return Result(ids: try unique(cells, name: table.names[choice.column]), column: choice.column)
      }
      if let cells = table.featureIDs { return Result(ids: try unique(cells, name: name), isFeature: true) }
    }
    if let name, table.roles[.id] == nil, table.featureIDs == nil {
      throw .unknownColumn(source, name: name, option: "--id", columns: table.names)
    }
    var defect: (defect: Defect, column: String)?
    if let cells = table.featureIDs, name == nil || table.roles[.id] == nil {
      switch checked(cells) {
      case .success(let ids): return Result(ids: ids, isFeature: true)
      case .failure(let own): defect = (own, "of the features")
      }
    }
    if let column = table.roles[.id]?.column, let cells = table.cells[column], name != nil || !cells.isMissing
    {
      switch checked(cells) {
      case .success(let ids): return Result(ids: ids, column: column)
      case .failure(let own):
        defect = defect ?? (own, "column '\(table.names[column].onOneLine(limit: 40))'")
      }
    }
    let rows = table.isPart ? table.features.map(kept.of) : kept.places
    guard let defect else { return Result(ids: rows.map { .integers($0.map(Int64.init)) }) }
    return Result(
      ids: .rowNames(rows ?? Array(0..<kept.count)),
      defect: try text(of: defect.defect, defect.column, limit: tells ? 3 : 1))
  }

  private enum Defect: Error {
    /// Points without an id: the first, and how many there are.
    case missing(Int, Int)
    case repeated([(id: PointID, first: Int, second: Int)])

    /// The number of different ids that repeat, or of points without one.
    var count: Int {
      switch self {
      case .missing(_, let count): count
      case .repeated(let pairs): Set(pairs.map(\.first)).count
      }
    }
  }

  /// The ids of a column, or why they identify nothing.
  private func checked(_ cells: CellColumn) -> Swift.Result<PointIDs, Defect> {
    let missing = cells.isComplete ? [] : (0..<kept.count).filter { cells.kind(kept.row($0)) == .missing }
    if let first = missing.first { return .failure(.missing(first, missing.count)) }
    let ids = identifiers(cells)
    let pairs = ids.repeats(threads: threads)
    return pairs.isEmpty ? .success(ids) : .failure(.repeated(pairs.map { (ids[$0], $0, $1) }))
  }

  /// - Parameter limit: the most repeated ids that are listed, each with its first two points.
  private func text(of defect: Defect, _ column: String, limit: Int) throws(DataError) -> String {
    switch defect {
    case .missing(let place, let count):
      let others = count > 1 && limit > 1 ? ", the first of \(count)" : ""
      return "\(try self.place(place)) has no id\(others) (\(column))"
    case .repeated(let pairs):
      var told = Set<Int>()
      let lines = try pairs.filter { told.insert($0.first).inserted }.prefix(limit).map {
        (pair) throws(DataError) in
        let id = "the id '\(pair.id.description.onOneLine(limit: 40))'"
        let (one, other) = (try self.place(pair.first), try self.place(pair.second))
        return one == other ? "\(one) has several points of \(id)" : "\(other) has \(id) of \(one)"
      }
      let count = limit > 1 && defect.count > 1 ? "\(defect.count) ids repeat: " : ""
      return
        "\(count)\(lines.joined(separator: ", "))\(count.isEmpty || defect.count <= limit ? "" : "…") (\(column))"
    }
  }

  private func place(_ place: Int) throws(DataError) -> String {
    try table.example(kept.row(place), "", in: input).place
  }

  private func unique(_ cells: CellColumn, name: String) throws(DataError) -> PointIDs {
    switch checked(cells) {
    case .success(let ids): return ids
    case .failure(.missing(let place, let count)):
      throw .missingID(source, column: name, line: try line(place), count: count)
    case .failure(.repeated(let pairs)):
      throw .duplicateID(
        source, id: pairs[0].id.description, column: name, firstLine: try line(pairs[0].first),
        secondLine: try line(pairs[0].second), count: Defect.repeated(pairs).count)
    }
  }

  /// The line of a point, or the number of its row from 1 in formats without lines.
  private func line(_ place: Int) throws(DataError) -> Int {
    let row = kept.row(place)
    return table.report.format.isText ? try input.whole().line(of: table.offsets[row]) : row + 1
  }

  // MARK: Types

  private func identifiers(_ cells: CellColumn) -> PointIDs {
    var integers: [Int64] = []
    integers.reserveCapacity(kept.count)
    while integers.count < kept.count, let value = integer(cells, kept.row(integers.count)) {
      integers.append(value)
    }
    if integers.count == kept.count { return .integers(integers) }
    // In delimited text a single id that is no number turns all into strings; JSON has types.
    if !table.report.format.textMayBeNumber,
      (0..<kept.count).contains(where: { integer(cells, kept.row($0)) != nil })
    {
      return .mixed(
        (0..<kept.count).map { place in
          let row = kept.row(place)
          return integer(cells, row).map { .integer($0) } ?? .text(cells.string(row) ?? "")
        })
    }
    return .texts(
      [String](count: kept.count, threads: threads) { texts, rows in
        for row in rows { texts.set(row, to: cells.string(kept.row(row)) ?? "") }
      })
  }

  private func integer(_ cells: CellColumn, _ row: Int) -> Int64? {
    switch cells.kind(row) {
    case .integer: cells.integer(row)
    case .number: Int64(exactly: cells.double(row))
    case .text where table.report.format.textMayBeNumber: cells.withText(row, Int64.init(canonical:))
    default: nil
    }
  }
}

extension Int64 {
  /// The number that prints as a text; nil for every other text, because "007" and "+7" would print
  /// differently.
  init?(canonical text: Bytes) {
    let isNegative = text.first == .minus
    var index = isNegative ? 1 : 0
    let digits = text.count - index
    guard digits > 0, digits <= 19, text[index] != .zero || (digits == 1 && !isNegative) else { return nil }
    // Below zero, where there is one number more.
    var value: Int64 = 0
    while index < text.count {
      guard text[index].isDigit else { return nil }
      let (tens, high) = value.multipliedReportingOverflow(by: 10)
      let (sum, low) = tens.subtractingReportingOverflow(Int64(text[index] &- .zero))
      if high || low { return nil }
      value = sum
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
