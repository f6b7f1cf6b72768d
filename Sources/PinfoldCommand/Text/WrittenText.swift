import PinfoldData

/// A result that a command writes as a table or as JSON.
protocol ListText {
  /// The table as people read it.
  var table: String { get }

  /// Writes the members of the one object of a JSON document.
  func write(to json: inout JSONWriter)
}

extension ListText {
  func written(as format: ListFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .json: json
    }
  }

  fileprivate var json: [UInt8] { JSONWriter.document { write(to: &$0) } }
}

/// A result that a command writes as CSV too.
protocol TableText: ListText {
  var csv: [UInt8] { get }
}

extension TableText {
  func written(as format: TableFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .csv: csv
    case .json: json
    case .markdown: Array("```\n\(table)```\n".utf8)
    }
  }
}
