import Lua

/// Tables with the order of their columns, as a list whose field `columns` names these.
struct TableList<Table: LuaPushable>: LuaPushable {
  let columns: [String]
  let tables: [Table]

  func push(to call: LuaCall) {
    let list = call.makeTable(["columns": columns])
    // A table without metatable takes any value, so setting cannot fail.
    for (place, table) in tables.enumerated() { try? list.set(place + 1, table) }
    list.push(to: call)
  }
}

extension TableList<LuaFields> {
  /// Rows with their elements in the order of the columns.
  init(columns: [String], rows: [[LuaValue]]) {
    self.init(columns: columns, tables: rows.map { LuaFields(zip(columns, $0)) })
  }
}

/// Rows with the order of their columns, as a list of tables.
typealias RowList = TableList<LuaFields>
