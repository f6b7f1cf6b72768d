import Lua
import Pinfold
import PinfoldColumns
import PinfoldData

/// `show(rows)` prints an aligned table; `json(value)` and `csv(rows)` return texts.
enum OutputFunctions {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "show", "(rows: table[], columns?: string[])", "Prints rows as an aligned table.",
      example: #"show(list("metrics"), { "name", "summary" })"#
    ) { [weak state = lua.state] (call: LuaCall, rows: LuaTable, columns: [String]?) in
      let (columns, cells) = try cells(of: rows, columns, call)
      var table = TextTable(header: columns.map { $0.escapingControls() })
      for row in shown(rows: cells) { table.row(row) }
      state?.output(
        try table.text { bytes in
          try call.checkStop()
          try call.reserve(bytes: bytes)
        })
    }
    TopFunction.open(in: lua)
    lua.define(
      "csv", "(rows: table[], columns?: string[]): string",
      "Rows as CSV; fields are strings, numbers, booleans or short lists of them."
    ) { (call: LuaCall, rows: LuaTable, columns: [String]?) in
      let (columns, cells) = try cells(of: rows, columns, call)
      var csv = CSVWriter()
      csv.row(columns)
      for (position, row) in cells.enumerated() {
        try call.checkStop()
        csv.row(try zip(columns, row).map { try field($1, "row \(position + 1): '\($0)'") })
      }
      return csv.text
    }
    lua.define(
      "json", "(value: any): string",
      "A value as JSON: lists and columns as arrays; NaN, infinity and a missing text as null."
    ) { (call: LuaCall, value: LuaValue) in
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

  private static func cells(
    of table: LuaTable, _ columns: [String]?, _ call: LuaCall
  ) throws -> (columns: [String], rows: [[LuaValue]]) {
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
      let cells = try columns.map { try row[$0] }
      bytes += cells.reduce(0) { $0 + 2 * MemoryLayout<LuaValue>.stride + ($1.string?.utf8.count ?? 16) }
      try call.reserve(bytes: bytes)
      return cells
    }
    return (columns, cells)
  }

  /// The elements of rows for reading. The numbers of a column have equally many digits after the point,
  /// unless small ones among them need more than four, or large ones show that they are of different kinds.
  static func shown(rows: [[LuaValue]]) -> [[String]] {
    var texts = rows.map { $0.map { shown($0).escapingControls() } }
    for column in 0..<(rows.map(\.count).max() ?? 0) {
      func number(_ row: Int) -> Double? { column < rows[row].count ? rows[row][column].number : nil }
      let numbers = rows.indices.filter { number($0)?.isFinite == true }
      func digits(_ row: Int) -> Int {
        texts[row][column].split(separator: ".").dropFirst().first?.utf8.count ?? 0
      }
      let most = numbers.lazy.map(digits).max() ?? 0
      guard (1...4).contains(most), numbers.allSatisfy({ (number($0) ?? 0).magnitude < 10_000 }) else {
        continue
      }
      for row in numbers {
        let missing = most - digits(row)
        if missing == most { texts[row][column] += "." }
        texts[row][column] += String(repeating: "0", count: missing)
      }
    }
    return texts
  }

  private static func shown(_ value: LuaValue) -> String {
    guard case .number(let number) = value, number != number.rounded(), number.magnitude < 1e15 else {
      return exact(value)
    }
    var scale = 10_000.0
    // Small numbers keep three significant digits.
    while (number * scale).magnitude < 100, scale < 1e18 { scale *= 10 }
    return "\(ParameterValue.number((number * scale).rounded() / scale))"
  }

  /// The text of a field of CSV; empty for NaN, as for nil.
  private static func field(_ value: LuaValue, _ owner: String) throws -> String {
    switch value {
    case .number(let number) where number.isNaN: return ""
    case .table(let table) where words(of: table) == nil: break
    case .function, .userdata, .other: break
    default: return exact(value)
    }
    throw LuaArgumentError(
      1,
      "\(owner) is a \(value.typeName); a field takes a string, a number, a boolean or a short list of them")
  }

  static func exact(_ value: LuaValue) -> String {
    switch value {
    case .nil: ""
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(ParameterValue.number(number))"
    case .string(let text): text
    case .table(let table): words(of: table) ?? value.typeName
    default: value.typeName
    }
  }

  /// The elements of a list in a line, those that are tables by their names; nil for any other table.
  private static func words(of table: LuaTable) -> String? {
    guard let elements = try? table.elements(as: LuaValue.self), elements.count <= 100 else { return nil }
    if elements.isEmpty { return (try? table.keys.isEmpty) == true ? "" : nil }
    let words = elements.map { element -> String? in
      switch element {
      case .string(let text): text
      case .integer, .number, .boolean: exact(element)
      case .table(let row): row.raw("name").string
      default: nil
      }
    }
    return words.contains(nil) ? nil : words.compactMap { $0 }.joined(separator: ", ")
  }

  /// Writes a table as an array where it has a length or is empty, else as an object; columns are arrays. NaN
  /// and infinities are null, as is a missing text.
  private static func write(
    _ value: LuaValue, to writer: inout JSONWriter, _ call: LuaCall, depth: Int
  ) throws {
    guard depth < 100 else {
      throw LuaError("json: a table that is nested more than 100 deep, or in itself")
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
    default:
      if let column = value.object(as: LuaColumn.self) {
        try write(column, to: &writer, call)
      } else if let texts = value.object(as: TextsObject.self)?.texts {
        try writer.array { writer in
          try call.forEachPart(of: texts.count) { part in
            try call.reserve(bytes: writer.bytes.count)
            for row in part { if let text = texts[row] { writer.value(text) } else { writer.null() } }
          }
        }
      } else {
        throw LuaError(
          "json: a \(value.typeName) has no form in JSON; "
            + "it takes tables, columns, texts, strings, numbers, booleans and nil")
      }
    }
  }

  private static func write(_ column: LuaColumn, to writer: inout JSONWriter, _ call: LuaCall) throws {
    func write<Number: ColumnNumber>(_: Number.Type, _ value: (inout JSONWriter, Number) -> Void) throws {
      try writer.array { writer in
        try column.forEachBlock(of: Number.self, call) { block in
          try call.reserve(bytes: writer.bytes.count)
          for i in 0..<block.rows.count { value(&writer, block[i]) }
        }
      }
    }
    if column.isInteger {
      try write(Int64.self) { $0.value($1) }
    } else {
      try write(Double.self) { $0.value($1) }
    }
  }
}
