import Lua
import Pinfold
import PinfoldData

/// `show(rows)` prints an aligned table; `json(value)` and `csv(rows)` make texts.
enum OutputFunctions {
  static func open(in state: LuaState) {
    state.define("show") { [weak state] (rows: LuaTable, columns: [String]?) in
      let columns = try columns ?? names(of: rows)
      var table = TextTable(header: columns)
      for row in try cells(of: rows, columns) { table.row(row.map(shown)) }
      state?.output(table.text)
    }
    state.define("csv") { (rows: LuaTable, columns: [String]?) in
      let columns = try columns ?? names(of: rows)
      var csv = CSVWriter()
      csv.row(columns)
      for row in try cells(of: rows, columns) { csv.row(row.map(exact)) }
      return csv.text
    }
    state.define("json") { (call: LuaCall, value: LuaValue) in
      var writer = JSONWriter(indent: 2)
      try write(value, to: &writer, call: call, depth: 0)
      return writer.text
    }
  }

  /// The columns that the rows name themselves, or else every key of any row.
  static func names(of rows: LuaTable) throws -> [String] {
    if let names = try rows.get("columns", as: [String]?.self) { return names }
    var names: [String] = []
    for place in 1...max(1, try rows.length) {
      guard let row = try rows[place].table else { continue }
      for key in try row.keys { if let key = key.string, !names.contains(key) { names.append(key) } }
    }
    return names
  }

  private static func cells(of rows: LuaTable, _ columns: [String]) throws -> [[LuaValue]] {
    try (0..<rows.length).map { place in
      guard let row = try rows[place + 1].table else {
        throw LuaArgumentError(1, "row \(place + 1): table expected, got \(try rows[place + 1].typeName)")
      }
      return try columns.map { try row[$0] }
    }
  }

  /// A cell for reading: no more digits than tell something.
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
    _ value: LuaValue, to writer: inout JSONWriter, call: LuaCall, depth: Int
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
      let count = try table.length
      let keys = try table.keys
      var failure: (any Error)?
      if count > 0 || keys.isEmpty {
        writer.array { writer in
          for place in 0..<count where failure == nil {
            do { try write(try table[place + 1], to: &writer, call: call, depth: depth + 1) } catch {
              failure = error
            }
          }
        }
      } else {
        writer.object { writer in
          for key in keys where failure == nil {
            do {
              writer.key(try call.string(of: key))
              try write(try table.get(key), to: &writer, call: call, depth: depth + 1)
            } catch { failure = error }
          }
        }
      }
      if let failure { throw failure }
    default: writer.value(try call.string(of: value))
    }
  }
}
