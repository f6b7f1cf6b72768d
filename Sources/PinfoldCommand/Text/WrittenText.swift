import PinfoldVerbs

extension ListText {
  func written(as format: ListFormat) -> [UInt8] {
    switch format {
    case .table: Array(table.utf8)
    case .json: json
    }
  }
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
