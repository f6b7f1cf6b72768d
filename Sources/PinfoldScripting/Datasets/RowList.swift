import Lua

/// A row as a table; values that are nil are left out.
struct Row: LuaPushable {
  let columns: [String]
  let values: [LuaValue]

  func push(to call: LuaCall) {
    let table = call.makeTable()
    // A table without metatable takes any value, so setting cannot fail.
    for (name, value) in zip(columns, values) where !value.isNil { try? table.set(name, value) }
    table.push(to: call)
  }
}

/// Tables with the order of their columns, as a list whose field `columns` names these.
struct TableList<Table: LuaPushable>: LuaPushable {
  let columns: [String]
  let tables: [Table]

  func push(to call: LuaCall) {
    let list = call.makeTable()
    // A table without metatable takes any value, so setting cannot fail.
    for (place, table) in tables.enumerated() { try? list.set(place + 1, table) }
    try? list.set("columns", columns)
    list.push(to: call)
  }
}

/// Rows with the order of their columns, as a list of tables.
struct RowList: LuaPushable {
  let columns: [String]

  /// The elements of each row, in the order of the columns.
  let rows: [[LuaValue]]

  func push(to call: LuaCall) {
    TableList(columns: columns, tables: rows.map { Row(columns: columns, values: $0) }).push(to: call)
  }
}
