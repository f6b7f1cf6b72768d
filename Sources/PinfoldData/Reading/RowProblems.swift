struct RowProblems {
  private(set) var summaries: [UnusableRows] = []

  /// Rows that are kept though their weight is none; nil where there are none.
  private(set) var weightless: UnusableRows?

  /// The first unusable row of all, with its line, or its number from 1 in formats without lines.
  private(set) var first: (reason: UnusableReason, line: Int, text: String)?

  init(table: Table, input: InputBytes) throws(DataError) {
    var counts: [UnusableReason: Int] = [:]
    var examples: [(row: Int, reason: UnusableReason)] = []
    for (row, reason) in table.problems.enumerated() {
      guard let reason else { continue }
      counts[reason, default: 0] += 1
      if counts[reason, default: 0] <= Table.shownProblems { examples.append((row, reason)) }
    }
    summaries = UnusableReason.allCases.compactMap { reason in
      counts[reason].map { UnusableRows(reason: reason, count: $0, examples: []) }
    }
    weightless =
      table.weightless.isEmpty
      ? nil : UnusableRows(reason: .badWeight, count: table.weightless.count, examples: [])
    examples += table.weightless.prefix(Table.shownProblems).map { ($0, .badWeight) }
    if examples.isEmpty { return }
    examples.sort { $0.row < $1.row }
    // In the order of rows, so that lines are counted once over the file.
    let buffer = try input.whole()
    let text = RowText(table: table, buffer: buffer)
    var line = 1
    var counted = 0
    for (row, reason) in examples {
      let offset = table.offsets[row]
      if table.report.format.isText, offset >= counted {
        line += buffer.lineEnds(in: counted..<offset)
        counted = offset
      }
      let example = UnusableRows.Example(
        line: table.report.format.isText ? line : nil, feature: table.feature(row),
        text: text.text(row, reason))
      if table.problems[row] == nil {
        weightless?.examples.append(example)
        continue
      }
      if first == nil { first = (reason, example.line ?? row + 1, example.text) }
      if let place = summaries.firstIndex(where: { $0.reason == reason }) {
        summaries[place].examples.append(example)
      }
    }
  }
}

extension Table {
  /// Where a row stands, with a text of it.
  func example(_ row: Int, _ text: String, in input: InputBytes) throws(DataError) -> UnusableRows.Example {
    UnusableRows.Example(
      line: report.format.isText ? try input.whole().line(of: offsets[row]) : nil,
      feature: feature(row), text: text.onOneLine(limit: 80))
  }

  fileprivate func feature(_ row: Int) -> Int? { report.format == .delimited ? nil : features?[row] ?? row }

  func reading(_ columns: (longitude: Int, latitude: Int)) -> DataReport.Reading {
    DataReport.Reading(longitude: names[columns.longitude], latitude: names[columns.latitude])
  }
}

private struct RowText {
  let table: Table
  let buffer: ByteBuffer

  private static let limit = 80

  func text(_ row: Int, _ reason: UnusableReason) -> String {
    switch reason {
    case .badWeight: cell(.weight, row)
    case .badPriority: cell(.priority, row)
    case .badMergeable: cell(.mergeable, row)
    case _ where !table.report.format.isText:
      table.notes[row] ?? "\(Numeral.text(table.x[row])), \(Numeral.text(table.y[row]))"
    case .malformedRow: line(row)
    case _ where table.roles[.location] != nil: cell(.location, row)
    default: table.report.format == .delimited ? fields(row) : json(row)
    }
  }

  private func cell(_ role: ColumnUse.Role, _ row: Int) -> String {
    guard let column = table.roles[role]?.column, let cells = table.cells[column] else { return "" }
    return "\(table.names[column]) \(quoted(cells.string(row) ?? ""))"
  }

  // Coordinates are not kept as texts; the few that are shown are read again.
  private func fields(_ row: Int) -> String {
    guard let delimiter = table.report.delimiter, let (longitude, latitude) = table.roles.coordinates else {
      return ""
    }
    var scanner = FieldScanner(text: buffer.bytes, delimiter: delimiter, position: table.offsets[row])
    let fields = scanner.nextRow() ?? []
    func part(_ column: Int) -> String {
      "\(table.names[column]) \(quoted(column < fields.count ? fields[column] : ""))"
    }
    return part(longitude) + ", " + part(latitude)
  }

  private func json(_ row: Int) -> String {
    if table.roles.coordinates != nil { return cell(.longitude, row) + ", " + cell(.latitude, row) }
    let rest = buffer.bytes[table.offsets[row]...].prefix(Self.limit)
    // A position ends at its bracket, and a null where the next member begins.
    let end = rest.firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") || $0 == .comma }
    let isPosition = rest.first == UInt8(ascii: "[")
    let last = isPosition ? rest.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : end
    let text = String(decoding: rest[..<(last ?? rest.endIndex)], as: UTF8.self)
    return String(text.trimmed()).onOneLine()
  }

  private func line(_ row: Int) -> String {
    let rest = buffer.bytes[table.offsets[row]...].prefix(4 * Self.limit)
    let end = rest.firstIndex { $0.isLineEnd } ?? rest.endIndex
    return quoted(String(decoding: rest[..<end], as: UTF8.self))
  }

  private func quoted(_ text: String) -> String { "'\(text.onOneLine(limit: Self.limit))'" }
}

/// Advice on coordinates that are implausible, but would be plausible with another option.
enum OddCoordinates {
  /// An explanation that fits most unusable rows of a table; nil if there is none.
  static func advice(_ table: Table, _ problems: RowProblems, _ options: ReadOptions) -> String? {
    guard let first = problems.first else { return nil }
    for (role, reason) in [(ColumnUse.Role.weight, UnusableReason.badWeight), (.priority, .badPriority)]
    where reason == first.reason && table.report.format.textMayBeNumber && !table.problems.contains(nil) {
      guard let column = table.roles[role]?.column, let cells = table.cells[column] else { continue }
      let rows = table.problems.indices.filter { table.problems[$0] == reason }
      let texts = rows.lazy.map { cells.string($0) ?? "" }
      return WrittenNumbers.options(for: texts, column: table.names[column])
    }
    var (metres, joined, whole, swapped, others) = (0, 0, 0, 0, 0)
    for row in 0..<table.count {
      let (x, y) = (table.x[row].magnitude, table.y[row].magnitude)
      switch table.problems[row] {
      case .latitudeOutOfRange, .longitudeOutOfRange:
        let isJoined = Table.isJoined(x, limit: 180) && Table.isJoined(y, limit: 90)
        if isJoined, x != x.rounded() || y != y.rounded() {
          joined += 1
        }
        // The map of Web Mercator ends at 20,037,508 m; degrees never exceed 360.
        if max(x, y) > 360 && max(x, y) < 20_100_000 {
          metres += 1
        } else if x <= 90 && y <= 180 {
          swapped += 1
        } else if max(x, y) >= 20_100_000, max(x, y) < 1e12, x == x.rounded(), y == y.rounded() {
          whole += 1
        }
      case .unparsable: others += 1
      default: break
      }
    }
    if joined * 2 > table.count, joined == metres {
      return
        "numbers look like degrees and minutes in one, as GPS receivers write them (ddmm.mmmm): put the letter of the "
        + "hemisphere behind each, as in 4851.25N, or in a column beside each"
    }
    if metres * 2 > table.count {
      if table.declaredSystem?.system == nil && table.declaredSystem != nil { return nil }
      return
        "coordinates look like meters: say --crs EPSG:3857 if they are Web Mercator's, or name another system, as in "
        + "--crs EPSG:32632 for UTM zone 32 north; or take them as a plane with --planar"
    }
    if whole * 2 > table.count {
      return
        "coordinates look like degrees that lost their decimal point: export them again with it; columns of "
        + "ten-millionths are read where their names are latitudeE7 and longitudeE7"
    }
    if swapped * 2 > table.count,
      !(0..<table.count).contains(where: { table.problems[$0] == nil && table.x[$0].magnitude > 90 })
    {
      guard let (longitude, latitude) = table.roles.coordinates else {
        return "longitude and latitude look swapped"
          + (table.hasOptionalOrder ? "; if they are, say --latitude-first" : "")
      }
      let swapped = table.reading((longitude: latitude, latitude: longitude))
      return "longitude and latitude look swapped; if they are, say \(swapped.options)"
    }
    let texts = problems.summaries.first { $0.reason == .unparsable }?.examples.map(\.text) ?? []
    guard others * 2 > table.count, !texts.isEmpty else { return nil }
    if let column = table.roles[.location]?.column, texts.allSatisfy({ LocationText.shape($0) != nil }) {
      return LocationText.adviceOnShapes(in: table.names[column], ofJSON: table.report.format == .json)
    }
    if table.report.format == .delimited, texts.allSatisfy(hasDecimalComma) {
      // In 652,862 the comma is hardly one before decimals of degrees.
      let areThousands = texts.allSatisfy { text in
        text.matches(of: /'-?([0-9]{1,3}),[0-9]{3}'/).contains { Int($0.1) ?? 0 > 180 }
      }
      if areThousands {
        return "numbers look like meters with commas between thousands: "
          + (options.hasMetres
            ? "write them without" : "name their system, as in --crs EPSG:32632 for UTM zone 32 north")
          + "; if the commas are decimal ones, say --decimal-comma"
      }
      return "numbers look written with a decimal comma; say --decimal-comma"
    }
    if texts.allSatisfy({ $0.firstMatch(of: /[0-9]\.[0-9]{3}\.[0-9]/) != nil }) {
      return
        "numbers have points between their thousands, as spreadsheets write what they took for whole numbers, and the "
        + "place of the decimal point is lost: export the data again with these columns as texts"
    }
    return nil
  }

  private static func hasDecimalComma(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropFirst().dropLast().contains {
      bytes[$0] == .comma && bytes[$0 - 1].isDigit && bytes[$0 + 1].isDigit
    }
  }
}
