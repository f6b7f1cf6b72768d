import Lua
import Pinfold
import PinfoldData

/// `show(rows)` prints an aligned table; `json(value)` and `csv(rows)` return texts.
enum OutputFunctions {
  static func open(in state: LuaState) {
    state.define("show") { [weak state] (call: LuaCall, rows: LuaTable, columns: [String]?) in
      let (columns, cells) = try cells(of: rows, columns, call) { shown($0).escapingControls() }
      var table = TextTable(header: columns.map { $0.escapingControls() })
      for row in cells { table.row(row) }
      state?.output(
        try table.text { bytes in
          try call.checkStop()
          try call.reserve(bytes: bytes)
        })
    }
    state.define("csv") { (call: LuaCall, rows: LuaTable, columns: [String]?) in
      let (columns, cells) = try cells(of: rows, columns, call, exact)
      var csv = CSVWriter()
      csv.row(columns)
      for row in cells {
        try call.checkStop()
        csv.row(row)
      }
      return csv.text
    }
    state.define("json") { (call: LuaCall, value: LuaValue) in
      var writer = JSONWriter(indent: 2)
      try write(value, to: &writer, call, depth: 0)
      return writer.text
    }
  }

  /// The columns that the rows name themselves, or else every key of any row.
  static func names(of table: LuaTable, _ rows: [LuaTable]) throws -> [String] {
    if let names = try table.get("columns", as: [String]?.self) { return names }
    var names: [String] = []
    var known: Set<String> = []
    for row in rows {
      for key in try row.keys { if let key = key.string, known.insert(key).inserted { names.append(key) } }
    }
    return names
  }

  /// The columns of a list of rows, and the text of every element.
  private static func cells(
    of table: LuaTable, _ columns: [String]?, _ call: LuaCall, _ text: (LuaValue) -> String
  ) throws -> (columns: [String], rows: [[String]]) {
    let rows = try table.elements(as: LuaValue.self).enumerated().map { position, value in
      guard let row = value.table else {
        throw LuaArgumentError(1, "row \(position + 1): table expected, got \(value.typeName)")
      }
      return row
    }
    let columns = try columns ?? names(of: table, rows)
    var bytes = 0
    let cells = try rows.map { row in
      try call.checkStop()
      let cells = try columns.map { text(try row[$0]) }
      bytes += cells.reduce(0) { $0 + MemoryLayout<String>.stride + $1.utf8.count }
      try call.reserve(bytes: bytes)
      return cells
    }
    return (columns, cells)
  }

  /// A table's element for reading: with no more digits than are significant.
  static func shown(_ value: LuaValue) -> String {
    guard case .number(let number) = value, number != number.rounded(), number.magnitude < 1e15 else {
      return exact(value)
    }
    var scale = 10_000.0
    // Small numbers keep three significant digits.
    while (number * scale).magnitude < 100, scale < 1e18 { scale *= 10 }
    return "\(ParameterValue.number((number * scale).rounded() / scale))"
  }

  static func exact(_ value: LuaValue) -> String {
    switch value {
    case .nil: ""
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(ParameterValue.number(number))"
    case .string(let text): text
    default: value.typeName
    }
  }

  /// Writes a table as an array where it has a length or is empty, else as an object.
  private static func write(
    _ value: LuaValue, to writer: inout JSONWriter, _ call: LuaCall, depth: Int
  ) throws {
    guard depth < 100 else {
      throw LuaError(.runtime, "json: a table that is nested more than 100 deep, or in itself")
    }
    switch value {
    case .nil: writer.null()
    case .boolean(let flag): writer.value(flag)
    case .integer(let number): writer.value(number)
    case .number(let number): writer.value(number)
    case .string(let text): writer.value(text)
    case .table(let table):
      // Tables that others share are written once for each path to them, which may take practically forever.
      try call.checkStop()
      try call.reserve(bytes: writer.bytes.count)
      let elements = try table.elements(as: LuaValue.self, of: "json")
      let keys = try table.keys
      if !elements.isEmpty || keys.isEmpty {
        try writer.array { writer in
          for element in elements { try write(element, to: &writer, call, depth: depth + 1) }
        }
      } else {
        try writer.object { writer in
          for key in keys {
            writer.key(try call.string(of: key))
            try write(try table.get(key), to: &writer, call, depth: depth + 1)
          }
        }
      }
    default: writer.value(try call.string(of: value))
    }
  }
}
