import Lua
import Pinfold

/// `top`: the rows with the greatest values of a column, or the largest clusters of a frame.
enum TopFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "top", "(rows: table[]|frame, count?: integer, by?: string): table[]",
      "The rows with the greatest values of a column, in order; of a frame the largest clusters.",
      example: "top(frame, 5)"
    ) { (call: LuaCall, rows: LuaValue, count: Int?, column: String?) in
      if let frame = rows.object(as: FrameObject.self) {
        return try TopRows(frame, by: column ?? "count", call).largest(count)
      }
      guard let table = rows.table else {
        throw LuaArgumentError(1, "a list of tables or a frame expected, got \(rows.typeName)")
      }
      guard let column else { throw LuaArgumentError(3, "the name of a column expected, got nil") }
      return try TopRows(table, by: column, call).largest(count)
    }
  }
}

private struct TopRows {
  private let rows: [LuaTable]
  private let columns: [String]
  private let column: String

  init(_ table: LuaTable, by column: String, _ call: LuaCall) throws {
    rows = try table.elements(as: LuaTable.self, of: "top")
    let names = try OutputFunctions.names(of: table, rows)
    guard names.contains(column) || rows.isEmpty else {
      throw LuaArgumentError(3, UnknownName.message("the list", column, names))
    }
    columns = names
    self.column = column
  }

  init(_ frame: FrameObject, by column: String, _ call: LuaCall) throws {
    try call.reserve(bytes: frame.frame.count << 10)
    rows = (0..<frame.frame.count).map { index in
      var row = frame.table(index)
      row.set("cluster", index + 1)
      return call.makeTable(row)
    }
    let usual = ["cluster", "count", "lon", "lat", "id"]
    let names = Set(try rows.prefix(1).flatMap { try $0.keys.compactMap(\.string) } + usual)
    guard names.contains(column) else {
      throw LuaArgumentError(3, UnknownName.message("a cluster", column, names.sorted()))
    }
    columns = usual.contains(column) ? usual : [column] + usual
    self.column = column
  }

  /// So many rows, or all: numbers from the greatest on, then texts by their letters, then rows that have
  /// nothing there; equal ones in the order in which they were.
  func largest(_ count: Int?) -> TableList<LuaTable> {
    let keys = rows.map { $0.raw(column) }
    func precedes(_ a: Int, _ b: Int) -> Bool {
      switch (keys[a].number, keys[b].number) {
      case (let x?, let y?): x == y || x.isNaN && y.isNaN ? a < b : y.isNaN || x > y
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil):
        switch (keys[a].string, keys[b].string) {
        case (let x?, let y?): x == y ? a < b : Array(x.utf8).lexicographicallyPrecedes(Array(y.utf8))
        case (_?, nil): true
        case (nil, _?): false
        case (nil, nil): a < b
        }
      }
    }
    let order = rows.indices.sorted(by: precedes)
    return TableList(columns: columns, tables: order.prefix(max(0, count ?? rows.count)).map { rows[$0] })
  }
}
