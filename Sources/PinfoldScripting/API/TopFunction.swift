import Lua
import Pinfold

/// `top`: the rows or points with the greatest values of a column, or the largest clusters of a frame.
enum TopFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "top", "(rows: table[]|dataset|frame, count?: integer, by?: string): rows",
      "The rows or points with the greatest values of a column, in order; of a frame the largest clusters.",
      example: "top(frame, 5)"
    ) { (call: LuaCall, rows: LuaValue, first: LuaValue, second: LuaValue) in
      let (count, column) = try RowLists.arguments(first, second, at: 2)
      if let frame = rows.object(as: FrameObject.self) {
        return try Rows(frame, by: column ?? "count", call).largest(count, by: column ?? "count")
      }
      let dataset = rows.object(as: DatasetObject.self)
      guard dataset != nil || rows.table != nil else {
        throw LuaArgumentError(1, "a list of tables, a dataset or a frame expected, got \(rows.typeName)")
      }
      guard let column else { throw LuaArgumentError(3, "the name of a column expected, got nil") }
      if let dataset {
        let top = try dataset.top(count ?? dataset.points.count, by: column, call)
        return TableList(columns: top.columns, tables: top.tables.map { call.makeTable($0) })
      }
      let list = try Rows(rows.table ?? call.makeTable())
      try list.check(column, argument: 3)
      return list.largest(count, by: column)
    }
  }
}

extension Rows {
  /// The clusters of a frame, with the column that they are sorted by first.
  fileprivate init(_ frame: FrameObject, by column: String, _ call: LuaCall) throws {
    try call.reserve(bytes: frame.frame.count << 10)
    tables = (0..<frame.frame.count).map { index in
      var row = frame.table(index)
      row.set("cluster", index + 1)
      return call.makeTable(row)
    }
    let usual = ["cluster", "count", "lon", "lat", "id"]
    let names = Set(try tables.prefix(1).flatMap { try $0.keys.compactMap(\.string) } + usual)
    guard names.contains(column) else {
      guard frame.frame.points.attributes.contains(where: { $0.name == column }) else {
        throw LuaArgumentError(3, UnknownName.message("a cluster", column, names.sorted()))
      }
      throw LuaArgumentError(
        3,
        "'\(column)' is a column of points; of clusters write "
          + "frame:clusters():derive { sum = frame:aggregate(\"sum\", \"\(column)\") }:top(5, \"sum\")")
    }
    columns = usual.contains(column) ? usual : [column] + usual
  }

  /// So many rows, or all: numbers from the greatest on, then texts by their letters, then rows that have
  /// nothing there; equal ones in the order in which they were.
  func largest(_ count: Int?, by column: String) -> TableList<[LuaTable]> {
    let keys = tables.map { $0.raw(column) }
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
    let order = tables.indices.sorted(by: precedes).prefix(max(0, count ?? tables.count))
    return TableList(columns: columns.showing(column), tables: order.map { tables[$0] })
  }
}
