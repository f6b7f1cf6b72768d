import Lua

/// Rows with the order of their columns, as a list of tables whose field `columns` names these.
struct RowList: LuaPushable {
  let columns: [String]

  /// The elements of each row, in the order of the columns; those that are nil are left out.
  let rows: [[LuaValue]]

  func push(to call: LuaCall) {
    let list = call.makeTable()
    // Tables without metatables take any value, so setting cannot fail.
    for (place, row) in rows.enumerated() {
      let table = call.makeTable()
      for (name, value) in zip(columns, row) where !value.isNil { try? table.set(name, value) }
      try? list.set(place + 1, table)
    }
    try? list.set("columns", columns)
    list.push(to: call)
  }
}
