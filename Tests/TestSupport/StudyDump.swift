import GRDB

/// The content of a study's database as text, but for times and the machine.
public enum StudyDump {
  /// One line for each row of each table, in an order that does not depend on the order of writing.
  public static func text(of folder: String) throws -> String {
    let database = try DatabaseQueue(path: "\(folder)/study.sqlite")
    return try database.read { db in
      let tables = try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sample' ORDER BY name")
      return try tables.flatMap { table in
        let columns = try db.columns(in: table).map(\.name).filter { $0 != "seconds" }
        let list = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
        let rows = try String.fetchAll(db, sql: "SELECT \(list) FROM \(table)").sorted()
        return rows.filter { row in !["'run'", "'began'", "'manifest'"].contains { row.hasPrefix($0) } }
          .map { "\(table): \($0)\n" }
      }.joined()
    }
  }
}
