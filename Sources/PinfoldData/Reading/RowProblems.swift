struct RowProblems {
  private(set) var summaries: [UnusableRows] = []

  /// The first unusable row of all, with its line, or its number from 1 in formats without lines.
  private(set) var first: (reason: UnusableReason, line: Int, text: String)?

  init(table: Table, input: InputBytes) throws(DataError) {
    var counts = [Int](repeating: 0, count: UnusableReason.allCases.count)
    var examples: [(row: Int, reason: UnusableReason)] = []
    for row in 0..<table.count where table.problems[row] != 0 {
      guard let reason = UnusableReason(code: table.problems[row]) else { continue }
      counts[Int(reason.code) - 1] += 1
      if counts[Int(reason.code) - 1] <= Table.shownProblems { examples.append((row, reason)) }
    }
    summaries = UnusableReason.allCases.compactMap { reason in
      let count = counts[Int(reason.code) - 1]
      return count == 0 ? nil : UnusableRows(reason: reason, count: count, examples: [])
    }
    if examples.isEmpty { return }
    // In the order of rows, so that lines are counted once over the file.
    let buffer = try input.whole()
    let text = RowText(table: table, buffer: buffer)
    var line = 1
    var counted = 0
    for (row, reason) in examples {
      guard table.format.isText else {
        add(reason, row + 1, .init(line: nil, feature: table.features?[row], text: text.text(row, reason)))
        continue
      }
      let offset = table.offsets[row]
      if offset >= counted {
        line += buffer.lineEnds(in: counted..<offset)
        counted = offset
      }
      let example = UnusableRows.Example(
        line: line, feature: table.format == .delimited ? nil : table.features?[row] ?? row,
        text: text.text(row, reason))
      add(reason, line, example)
    }
  }

  private mutating func add(_ reason: UnusableReason, _ line: Int, _ example: UnusableRows.Example) {
    if first == nil { first = (reason, line, example.text) }
    if let place = summaries.firstIndex(where: { $0.reason == reason }) {
      summaries[place].examples.append(example)
    }
  }
}

private struct RowText {
  let table: Table
  let buffer: ByteBuffer

  private static let limit = 80

  func text(_ row: Int, _ reason: UnusableReason) -> String {
    switch reason {
    case .badWeight: return cell(.weight, row)
    case .badPriority: return cell(.priority, row)
    case .badMergeable: return cell(.mergeable, row)
    case _ where !table.format.isText:
      return table.notes[row] ?? "\(Numeral.text(table.x[row])), \(Numeral.text(table.y[row]))"
    case .malformedRow: return line(row)
    case _ where table.roles[.location] != nil: return cell(.location, row)
    default: return table.format == .delimited ? fields(row) : json(row)
    }
  }

  private func cell(_ role: ColumnUse.Role, _ row: Int) -> String {
    guard let column = table.roles[role]?.column, let cells = table.cells[column] else { return "" }
    return "\(table.names[column]) \(quoted(cells.string(row) ?? ""))"
  }

  // Coordinates are not kept as texts; the few that are shown are read again.
  private func fields(_ row: Int) -> String {
    guard let delimiter = table.delimiter, let longitude = table.roles.longitude?.column,
      let latitude = table.roles.latitude?.column
    else { return "" }
    var scanner = FieldScanner(text: buffer.bytes, delimiter: delimiter, position: table.offsets[row])
    let fields = scanner.nextRow() ?? []
    func part(_ column: Int) -> String {
      "\(table.names[column]) \(quoted(column < fields.count ? fields[column] : ""))"
    }
    return part(longitude) + ", " + part(latitude)
  }

  private func json(_ row: Int) -> String {
    if table.roles.longitude != nil, table.roles.latitude != nil {
      return cell(.longitude, row) + ", " + cell(.latitude, row)
    }
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

/// Advice on coordinates that make no sense as they were read, but would with another option.
enum OddCoordinates {
  /// What most rows of a table look like that cannot be used; nil where nothing explains them.
  static func advice(_ table: Table, _ problems: RowProblems) -> String? {
    if problems.first == nil { return nil }
    var (metres, swapped, others) = (0, 0, 0)
    for row in 0..<table.count where table.problems[row] != 0 {
      let (x, y) = (table.x[row].magnitude, table.y[row].magnitude)
      switch UnusableReason(code: table.problems[row]) {
      case .latitudeOutOfRange, .longitudeOutOfRange:
        // The map of Web Mercator ends at 20,037,508 m; nothing in degrees goes past 360.
        if max(x, y) > 360 && max(x, y) < 20_100_000 {
          metres += 1
        } else if x <= 90 && y <= 180 {
          swapped += 1
        }
      case .unparsable: others += 1
      default: break
      }
    }
    if metres * 2 > table.count {
      if table.declaredSystem?.system == nil && table.declaredSystem != nil { return nil }
      return
        "coordinates look like metres: say --crs EPSG:3857 if they are Web Mercator's, convert those of another "
        + "system, such as UTM, to degrees, or take them as a plane with --planar"
    }
    if swapped * 2 > table.count, !table.hasLongitudesPast90 {
      return "longitude and latitude look swapped; name them with --lon and --lat"
    }
    let texts = problems.summaries.first { $0.reason == .unparsable }?.examples.map(\.text) ?? []
    if others * 2 > table.count, !texts.isEmpty, texts.allSatisfy(hasDecimalComma) {
      return "numbers look written with a decimal comma; say --decimal-comma"
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

extension Table {
  fileprivate var hasLongitudesPast90: Bool {
    (0..<count).contains { problems[$0] == 0 && x[$0].magnitude > 90 }
  }
}
