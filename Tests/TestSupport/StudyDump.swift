import PinfoldData

/// The content of a study's database as text, but for times and the machine.
public enum StudyDump {
  /// One line for each row of each table, in an order that does not depend on the order of writing.
  public static func text(of folder: String) throws -> String {
    let database = try SQLiteDatabase(path: "\(folder)/study.sqlite", .writing)
    func texts(_ sql: String) throws -> [String] { try database.values(sql).compactMap(\.text) }
    let tables = try texts(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sample' ORDER BY name")
    return try tables.flatMap { table in
      let columns = try texts("SELECT name FROM pragma_table_info('\(table)')").filter { $0 != "seconds" }
      let list = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
      let rows = try texts("SELECT \(list) FROM \(table)").sorted()
      return rows.filter { row in !["'run'", "'began'", "'manifest'"].contains { row.hasPrefix($0) } }
        .map { "\(table): \($0)\n" }
    }.joined()
  }
}
