package import Pinfold
package import PinfoldData

/// An answer that is written as a table or as JSON.
package protocol ListText {
  /// The table as people read it.
  var table: String { get }

  func write(to json: inout JSONWriter)
}

extension ListText {
  package var json: [UInt8] { JSONWriter.document { write(to: &$0) } }
}

/// An answer that is written as CSV too.
package protocol TableText: ListText {
  var csv: [UInt8] { get }
}

/// The form of an answer in a script: a list, with further members by name.
package struct ScriptForm {
  package let list: [Node]
  package var members: [(name: String, value: Node)]

  package init(list: [Node] = [], _ members: KeyValuePairs<String, any CellValue> = [:]) {
    (self.list, self.members) = (list, members.map { ($0, $1.node) })
  }
}

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
    self.value = { Node(.list(value($0).map(\.node))) }
  }
}

package protocol CellValue {
  var node: Node { get }
}

extension Node: CellValue { package var node: Node { self } }
extension String: CellValue { package var node: Node { Node(.text(self)) } }
extension Int: CellValue { package var node: Node { Node(.integer(self)) } }
extension Double: CellValue { package var node: Node { Node(.number(self)) } }
extension Bool: CellValue { package var node: Node { Node(.flag(self)) } }
extension PointID: CellValue {
  package var node: Node {
    switch self {
    case .integer(let number): Int(number).node
    case .text(let text): text.node
    }
  }
}
extension Array: CellValue where Element: CellValue {
  package var node: Node { Node(.list(map(\.node))) }
}
extension Optional: CellValue where Wrapped: CellValue {
  package var node: Node { self?.node ?? Node(.null) }
}

extension Node {
  /// Makes a table of an answer; what is missing is null.
  package init(_ members: KeyValuePairs<String, any CellValue>) {
    self.init(.table(members.map { ($0, $1.node) }))
  }

  package init<Row>(_ row: Row, _ columns: [RowColumn<Row>]) {
    self.init(
      .table(columns.compactMap { column in column.value(row).map { (column.name, $0) } }))
  }

  package init<Row>(_ rows: [Row], _ columns: [RowColumn<Row>]) {
    self.init(.list(rows.map { Node($0, columns) }))
  }

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

extension JSONWriter {
  /// The bytes of a document of one object, indented, as commands write it.
  package static func document(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object(members)
    json.newline()
    return json.bytes
  }

  package mutating func member<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ write: (Elements.Element, inout JSONWriter) -> Void
  ) {
    array(name, elements) { write($1, &$0) }
  }

  /// Writes several members; what is missing is null.
  package mutating func members(_ members: KeyValuePairs<String, any CellValue>) {
    for (name, value) in members { member(name, value.node) }
  }

  package mutating func member(_ name: String, _ node: Node) {
    key(name)
    node.write(to: &self)
  }
}
