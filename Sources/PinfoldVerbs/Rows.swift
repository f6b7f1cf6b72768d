import PinfoldData
package import PinfoldDefinitions

/// A column of an answer's rows, declared once for CSV, JSON and scripts.
package struct RowColumn<Row> {
  let name: String

  /// Whether CSV has the column; lists are in JSON and scripts only.
  var isInCSV = true

  /// The value in a row; nil where JSON leaves the member out.
  let value: (Row) -> Node?

  /// A column whose missing values are null in JSON.
  package init(_ name: String, _ value: @escaping (Row) -> some CellValue) {
    self.name = name
    self.value = { value($0).node }
  }

  /// A column whose missing values JSON leaves out.
  package init(ifAny name: String, _ value: @escaping (Row) -> (some CellValue)?) {
    self.name = name
    self.value = { value($0)?.node }
  }

  /// A column that CSV does not have.
  package init(list name: String, _ value: @escaping (Row) -> [some CellValue]) {
    self.name = name
    isInCSV = false
    self.value = { Node(.list(value($0).map(\.node)), place: "") }
  }
}

/// A value of a row.
package protocol CellValue {
  /// The value as a node; null where it is missing.
  var node: Node { get }
}

extension String: CellValue { package var node: Node { Node(self) } }
extension Int: CellValue { package var node: Node { Node(self) } }
extension Double: CellValue { package var node: Node { Node(self) } }
extension Optional: CellValue where Wrapped: CellValue {
  package var node: Node { self?.node ?? Node(.null, place: "") }
}

extension Node {
  /// A row's values by name.
  package init<Row>(_ row: Row, _ columns: [RowColumn<Row>]) {
    self.init(
      .table(columns.compactMap { column in column.value(row).map { (column.name, $0) } }), place: "")
  }

  /// Rows of values by name.
  package init<Row>(_ rows: [Row], _ columns: [RowColumn<Row>]) {
    self.init(.list(rows.map { Node($0, columns) }), place: "")
  }

  /// The value as a field of CSV.
  fileprivate var field: String {
    switch value {
    case .number(let number): Numeral.text(number)
    case .integer(let number): "\(number)"
    default: text ?? ""
    }
  }
}

extension CSVWriter {
  /// The bytes of a line of names and a line for each row.
  package static func document<Row>(_ rows: [Row], _ columns: [RowColumn<Row>]) -> [UInt8] {
    let columns = columns.filter(\.isInCSV)
    var csv = CSVWriter()
    csv.row(columns.map(\.name))
    for row in rows { csv.row(columns.map { $0.value(row)?.field ?? "" }) }
    return csv.bytes
  }
}
