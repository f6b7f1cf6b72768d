import Lua

/// A row as a table; values that are nil are left out.
struct Row: LuaPushable {
  let columns: [String]

  /// The elements, in the order of the columns.
  let values: [LuaValue]

  fileprivate func table(_ call: LuaCall) -> LuaTable {
    let table = call.makeTable()
    // A table without metatable takes any value, so setting cannot fail.
    for (name, value) in zip(columns, values) where !value.isNil { try? table.set(name, value) }
    return table
  }

  func push(to call: LuaCall) { table(call).push(to: call) }
}

/// Rows with the order of their columns, as a list of tables whose field `columns` names these.
struct RowList: LuaPushable {
  let columns: [String]

  /// The elements of each row, in the order of the columns.
  let rows: [[LuaValue]]

  func push(to call: LuaCall) {
    let list = call.makeTable()
    for (place, row) in rows.enumerated() {
      try? list.set(place + 1, Row(columns: columns, values: row).table(call))
    }
    try? list.set("columns", columns)
    list.push(to: call)
  }
}
