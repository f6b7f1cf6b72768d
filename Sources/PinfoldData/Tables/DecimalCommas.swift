import Pinfold

/// A column of delimited text with decimal commas as one of plain decimals, for those who look for numbers.
///
/// A point before three digits may part thousands: "1.500". It does where another number of the column has a
/// decimal comma, or two such points, and none has a point elsewhere. Where nothing shows it, such a field is
/// no number.
struct DecimalCommas {
  /// The numbers in place of how they are written; all other cells as they are.
  private(set) var cells: CellColumn

  /// The first row of which nothing shows what its point is; nil for none, and in a column with other texts.
  private(set) var firstUnclear: Int?

  /// - Parameter areNumbers: whether an option says that they are numbers: then points need no proof.
  init(_ written: CellColumn, areNumbers: Bool) {
    var (isProved, isRefuted) = (areNumbers, false)
    for row in written.presentRows where written.kind(row) == .text {
      written.withText(row) { field in
        let points = field.count { $0 == .dot }
        if DecimalField.pointed(field, isGrouped: true) != nil {
          isProved = isProved || points > 1 && !Self.isAddress(field) || field.contains(.comma)
        } else if points == 1, DecimalField(field).number != nil {
          isRefuted = true
        }
      }
    }
    var hasTexts = false
    cells = CellColumn()
    cells.makeRoom(for: written.count)
    for row in 0..<written.count {
      guard written.kind(row) == .text else {
        cells.append(written, row)
        continue
      }
      let pointed = written.withText(row) { DecimalField.pointed($0, isGrouped: !isRefuted) }
      let isSure = isProved || written.withText(row) { $0.contains(.comma) || !$0.contains(.dot) }
      if let pointed, isSure {
        pointed.withView { cells.append(text: $0) }
      } else if pointed != nil {
        firstUnclear = firstUnclear ?? row
        cells.append(text: Self.noNumber)
      } else {
        cells.append(written, row)
        hasTexts = hasTexts || written.decimal(row) == .invalid
      }
    }
    if hasTexts { firstUnclear = nil }
  }

  /// Whether a field may be an address of the Internet, as 192.168.100.200.
  private static func isAddress(_ field: Bytes) -> Bool {
    let parts = field.text.split(separator: ".")
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  private static let noNumber = "?"
}
