/// The text of an unusable row, short enough for one line of a message.
struct RowText {
  let table: Table
  let buffer: ByteBuffer

  private static let limit = 80

  /// The offending text of a row: of its coordinates, its weight or all of it.
  func text(_ row: Int, _ reason: UnusableReason) -> String {
    switch reason {
    case .badWeight: return cell(table.roles.weight, row)
    case .badPriority: return cell(table.roles.priority, row)
    case .badMergeable: return cell(table.roles.mergeable, row)
    case _ where !table.format.isText:
      return table.notes[row] ?? "\(Numeral.text(table.x[row])), \(Numeral.text(table.y[row]))"
    case .malformedRow: return line(row)
    default: return table.format == .delimited ? fields(row) : json(row)
    }
  }

  private func cell(_ choice: ColumnRoles.Choice?, _ row: Int) -> String {
    guard let column = choice?.column, let cells = table.cells[column] else { return "" }
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
    if let longitude = table.roles.longitude, let latitude = table.roles.latitude {
      return cell(longitude, row) + ", " + cell(latitude, row)
    }
    let rest = buffer.bytes[table.offsets[row]...].prefix(Self.limit)
    // A position ends at its bracket, and a null where the next member begins.
    let end = rest.firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") || $0 == .comma }
    let isPosition = rest.first == UInt8(ascii: "[")
    let last = isPosition ? rest.firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 } : end
    return String(decoding: rest[..<(last ?? rest.endIndex)], as: UTF8.self).withoutTrailingBlanks()
      .onOneLine()
  }

  private func line(_ row: Int) -> String {
    let rest = buffer.bytes[table.offsets[row]...].prefix(4 * Self.limit)
    let end = rest.firstIndex { $0 == .lineFeed || $0 == .carriageReturn } ?? rest.endIndex
    return quoted(String(decoding: rest[..<end], as: UTF8.self))
  }

  private func quoted(_ text: String) -> String { "'\(text.onOneLine(limit: Self.limit))'" }
}
