import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

/// `show(rows)` prints an aligned table; `json(value)` and `csv(rows)` return texts.
enum OutputFunctions {
  /// - Parameter width: the screen's columns, within which `show` keeps its tables; nil for no limit.
  static func open(in lua: LuaLibrary, width: @escaping () -> Int?) {
    lua.define(
      "show", "(rows: table[]|dataset|frame|column, columns?: string[])", "Prints rows as an aligned table.",
      example: #"show(list("metrics"), { "name", "summary" })"#
    ) { [weak state = lua.state] (call: LuaCall, rows: LuaValue, columns: [String]?) in
      let (columns, cells) = try cells(of: rows, columns, call)
      if let width = width() {
        let header = columns.map { $0.escapingControls() }
        state?.output(FittedTable.text(header: header, rows: shown(rows: cells), width: width))
        return
      }
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
      "csv", "(rows: table[]|dataset|frame|column, columns?: string[]): string",
      "Rows as CSV; fields are strings, numbers, booleans or short lists of them. The fields of a table in a row, as "
        + "the attributes of a cluster, are columns.", example: #"csv(plants:group("fuel", "capacity:sum"))"#
    ) { (call: LuaCall, value: LuaValue, columns: [String]?) in
      if columns == nil, let frame = value.object(as: FrameObject.self) {
        let bytes = try Cluster(.made([frame.named]), WritingDefinition(), as: .csv).answer(call.verbContext)
        return String(decoding: bytes, as: UTF8.self)
      }
      let (columns, cells) = flat(try cells(of: value, columns, call))
      var csv = CSVWriter()
      csv.row(columns)
      for (position, row) in cells.enumerated() {
        try call.checkStop()
        csv.row(
          try zip(columns, row).map { name, cell in
            guard let text = text(ofField: cell) else {
              throw mistake(position + 1, name, cell, columns, cells)
            }
            return text
          })
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

  private typealias Cells = (columns: [String], rows: [[LuaValue]])

  private static func cells(
    of value: LuaValue, _ columns: [String]?, _ call: LuaCall
  ) throws -> Cells {
    guard let table = value.table else {
      guard let rows = ValueTable(object: value) else {
        throw LuaArgumentError(
          1, "a list of tables, a dataset, a frame or a column expected, got \(value.typeName)")
      }
      for name in columns ?? [] where !rows.header.contains(name) {
        throw LuaArgumentError(2, UnknownName.message("the list", name, rows.header))
      }
      let places = (columns ?? rows.header).compactMap { rows.header.firstIndex(of: $0) }
      try call.reserve(bytes: rows.count * places.count * 2 * MemoryLayout<LuaValue>.stride)
      let cells = try (0..<rows.count).map { row in
        if row & 0xFFF == 0 { try call.checkStop() }
        let cells = try rows.row(row)
        return places.map { cells[$0] }
      }
      return (columns ?? rows.header, cells)
    }
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

  /// Rows in which the fields of tables are cells of their own, in columns by their names.
  private static func flat(_ table: Cells) -> Cells {
    var (columns, rows) = ([String](), table.rows.map { _ in [LuaValue]() })
    for (place, name) in table.columns.enumerated() {
      let cells = table.rows.map { $0[place] }
      var fields: [String] = []
      for cell in cells {
        guard let record = cell.table, words(of: record) == nil, record.raw(1).isNil else { continue }
        for key in (try? record.keys) ?? [] {
          if let key = key.string, !fields.contains(key) { fields.append(key) }
        }
      }
      if fields.isEmpty {
        columns.append(name)
        for row in rows.indices { rows[row].append(cells[row]) }
      }
      for field in fields {
        columns.append(table.columns.contains(field) ? "\(name).\(field)" : field)
        for row in rows.indices { rows[row].append(cells[row].table?.raw(field) ?? .nil) }
      }
    }
    return (columns, rows)
  }

  /// The mistake of a cell that cannot be a field, and its correction.
  private static func mistake(
    _ row: Int, _ name: String, _ cell: LuaValue, _ columns: [String], _ rows: [[LuaValue]]
  ) -> LuaArgumentError {
    let good = columns.indices.filter { column in rows.allSatisfy { text(ofField: $0[column]) != nil } }
    let list = good.prefix(3).map { "\"\(columns[$0])\"" } + (good.count > 3 ? ["…"] : [])
    let advice = good.isEmpty ? "" : "; csv(rows, { \(list.joined(separator: ", ")) }) writes some columns"
    return LuaArgumentError(
      1,
      "row \(row): '\(name)' is a \(cell.typeName); a field takes a string, a number, a boolean or a short list "
        + "of them" + advice)
  }

  /// The elements of rows for reading. The numbers of a column have equally many digits after the point,
  /// unless small ones among them need more than four, or large ones show that they are of different kinds.
  static func shown(rows: [[LuaValue]]) -> [[String]] {
    var texts = rows.map { $0.map { shown($0).escapingControls() } }
    // The first column names the rows: what differs there looks different.
    for alike in Dictionary(grouping: rows.indices.filter { !rows[$0].isEmpty }, by: { texts[$0][0] }).values
    where Set(alike.map { exact(rows[$0][0]) }).count > 1 {
      for row in alike { texts[row][0] = exact(rows[row][0]).escapingControls() }
    }
    for column in 0..<(rows.map(\.count).max() ?? 0) {
      func number(_ row: Int) -> Double? { column < rows[row].count ? rows[row][column].number : nil }
      let numbers = rows.indices.filter { number($0)?.isFinite == true }
      func digits(_ row: Int) -> Int {
        texts[row][column].split(separator: ".").dropFirst().first?.utf8.count ?? 0
      }
      let most = numbers.lazy.map(digits).max() ?? 0
      guard (1...4).contains(most),
        numbers.allSatisfy({ row in
          let size = number(row)?.magnitude ?? 0
          return size < 10_000 && (size < 1000 || digits(row) > 0)
        })
      else { continue }
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

  /// The text of a field of CSV, empty for NaN as for nil; nil for what is no field.
  private static func text(ofField value: LuaValue) -> String? {
    switch value {
    case .number(let number) where number.isNaN: ""
    case .table(let table): words(of: table)
    case .function, .userdata, .other: nil
    default: exact(value)
    }
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

  /// Whether rows have columns or notes beside them, as what verbs return.
  private static func haveNotes(_ table: LuaTable) -> Bool {
    let columns = (try? table.get("columns", as: [String]?.self)) ?? nil
    return columns != nil || table.hasMetatable(LuaRows.kind)
  }

  /// Writes a table as an array where it has a length or is empty, else as an object, and refuses one that is
  /// both; columns are arrays. NaN and infinities are null, as is a missing text.
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
      let isRow = table.hasMetatable(RowMethods.name)
      if !isRow, !elements.isEmpty, keys.count != elements.count, !haveNotes(table) {
        let other = keys.first { $0.integer.map { $0 < 1 || $0 > elements.count } ?? true } ?? .nil
        let name = try call.string(of: other)
        throw LuaError("json: a table is a list and has '\(name)' too; it can be a list, or have names")
      }
      if !elements.isEmpty || keys.isEmpty || isRow {
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
      // The least integer is a missing value, as past the ends of 64 bits.
      try write(Int64.self) { if $1 == .min { $0.null() } else { $0.value($1) } }
    } else {
      try write(Double.self) { $0.value($1) }
    }
  }
}

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
