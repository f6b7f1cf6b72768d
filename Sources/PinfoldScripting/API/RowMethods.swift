import Lua
import Pinfold
import PinfoldColumns
import PinfoldData

/// The methods of lists of rows: `plants:group("fuel", "capacity:sum"):sort("capacity_sum"):head(3)`.
enum RowMethods {
  /// The name of the kind in the reference, and of its metatable in a state.
  static let name = RowLists.kind

  static let entry = LuaEntry(
    .object, name, "",
    "Rows as a list of tables, of groups, points or clusters; the field columns has the names in order.",
    example: #"plants:group("fuel", "capacity:sum"):sort("capacity_sum", { descending = true }):head(3)"#,
    members: [
      LuaEntry(.operation, "#", "integer", "The number of rows."),
      LuaEntry(.operation, "[i]", "table", "A row, counted from 1."),
      LuaEntry(.operation, ".column", "column|texts", "The values of a column by its name."),
    ] + LuaLibrary.methods(open))

  /// The methods' names, for messages and completion.
  static let names = entry.members.filter { $0.kind == .method }.map(\.name)

  /// Gives lists of rows their methods in a state.
  static func open(in lua: LuaState) {
    let methods = lua.makeTable()
    open(in: LuaLibrary(methods: methods))
    let metatable = lua.makeTable()
    metatable.setRaw(
      "__index",
      lua.makeFunction { (table: LuaTable, key: LuaValue) throws -> LuaAny in
        guard let name = key.string else { return LuaAny(LuaValue.nil) }
        let method = methods.raw(name)
        if method.function != nil { return LuaAny(method) }
        return try Rows(table).member(name)
      })
    // Fields such as columns are no rows.
    metatable.setRaw("__pairs", lua.global("ipairs"))
    lua.keepMetatable(metatable, as: name)
    lua.keepMetatable(lua.makeTable(), as: LuaRows.kind)
  }

  private static func open(in lua: LuaLibrary) {
    lua.define(
      "sort", "(column: string, options?: SortOptions): rows",
      "The rows in the order of a column: numbers, or strings by their bytes; equal ones stay in order, missing "
        + "values come last.", example: #"groups:sort("count", { descending = true })"#
    ) { (call: LuaCall, table: LuaTable, column: String, options: LuaValue) in
      let rows = try Rows(table)
      let sort = try SortDefinition(options, of: column, among: rows.columns)
      try call.reserve(bytes: 64 * rows.tables.count)
      let order = try rows.values(of: column, argument: 2)
        .sorted(Array(rows.tables.indices), descending: sort.descending)
      return rows.taking(order)
    }
    lua.define("head", "(count?: integer): rows", "The first rows. Default: 10.") {
      (table: LuaTable, count: Int?) in
      let rows = try Rows(table)
      return rows.taking(rows.tables.indices.prefix(max(0, count ?? 10)))
    }
    lua.define(
      "top", "(count: integer, column: string, per?: string): rows",
      "The rows with the greatest values of a column; with a second column, that many for each of its values.",
      example: #"groups:top(3, "capacity_sum")"#
    ) { (table: LuaTable, first: LuaValue, second: LuaValue, per: String?) in
      let (count, column) = try RowLists.arguments(first, second, at: 2)
      guard let count, let column else {
        throw LuaArgumentError(2, "a number of rows and a column expected, as in top(3, \"count\")")
      }
      let rows = try Rows(table)
      guard rows.columns.contains(column) || rows.tables.isEmpty else {
        throw LuaArgumentError(
          3,
          UnknownName.message("the list", column, rows.columns)
            + #"; d:top(3, "column", "group") has the points with the greatest values of each group"#)
      }
      guard let per else { return rows.largest(count, by: column) }
      try rows.check(per, argument: 4)
      let sorted = rows.largest(nil, by: column)
      let taken = Array(sorted.tables.indices).first(count) { place in
        let value = sorted.tables[place].raw(per)
        return value.isNil ? nil : OutputFunctions.exact(value)
      }
      return TableList(columns: sorted.columns.showing(per), tables: taken.map { sorted.tables[$0] })
    }
    lua.define(
      "where", "(condition: string): rows", "The rows for which a condition on columns holds.",
      example: #"groups:where("count >= 10 and fuel != 'Gas'")"#
    ) { (call: LuaCall, table: LuaTable, text: String) in
      let rows = try Rows(table)
      try call.reserve(bytes: 64 * rows.tables.count * rows.columns.count)
      // A column of tables cannot be in a condition.
      let attributes = rows.columns.compactMap { name in
        (try? rows.values(of: name, argument: 2)).map { Attribute(name: name, values: $0) }
      }
      let (condition, columns) = (
        try Condition(text) { call.shouldStop }, ConditionColumns(rows: rows.tables.count, attributes)
      )
      let mask = try condition.mask(of: columns) { call.shouldStop }
      try call.checkStop()
      call.note(condition.unmatched(in: columns))
      return rows.taking(mask.indices.filter { mask[$0] })
    }
    lua.define(
      "select", "(columns: string[]): rows", "The rows with some of their columns, in this order.",
      example: #"groups:select { "fuel", "count" }"#
    ) { (table: LuaTable, names: [String]) in
      let rows = try Rows(table)
      for name in names { try rows.check(name, argument: 2) }
      return RowList(columns: names, rows: rows.tables.map { row in names.map { row.raw($0) } })
    }
    lua.define(
      "derive", "(columns: table<string, column|texts|any[]>): rows",
      "The rows with more columns, or others of the same names.",
      example: "groups:derive { share = groups.count / 100 }"
    ) { (call: LuaCall, table: LuaTable, columns: LuaTable) in
      try Rows(table).deriving(columns, call)
    }
    lua.define("column", "(column: string): column|texts", "The values of a column.") {
      (table: LuaTable, name: String) in
      try Rows(table).values(of: name, argument: 2).luaValues
    }
  }
}

extension Attribute.Values {
  /// The values as scripts get them: a column of numbers, or texts.
  var luaValues: LuaAny {
    switch self {
    case .numbers(let numbers): LuaAny(LuaColumn(Array(numbers)))
    case .integers(let numbers): LuaAny(LuaColumn(Array(numbers)))
    case .booleans(let flags): LuaAny(LuaColumn(booleans: flags.map(\.self)))
    case .texts(let texts): LuaAny(TextsObject(texts))
    }
  }
}

/// A list of tables with the names of its columns.
struct Rows {
  let columns: [String]
  let tables: [LuaTable]

  init(_ table: LuaTable) throws {
    tables = try table.elements(as: LuaTable.self, of: "the list of rows")
    columns = try OutputFunctions.names(of: table, tables)
  }

  func taking(_ order: some Collection<Int>) -> TableList<[LuaTable]> {
    TableList(columns: columns, tables: order.map { tables[$0] })
  }

  /// The rows with more columns, by the names of these.
  func deriving(_ given: LuaTable, _ call: LuaCall) throws -> TableList<[LuaTable]> {
    var names: [String] = []
    var added: [[LuaValue]] = []
    for (key, value) in try given.entries {
      guard let name = key.string else {
        throw LuaArgumentError(2, "names of columns expected, got a \(key.typeName)")
      }
      let cells: [LuaValue]
      if let booleans = value.object(as: LuaColumn.self)?.booleans {
        cells = booleans.map { $0.map { .boolean($0) } ?? .nil }
      } else if let column = value.object(as: LuaColumn.self) {
        cells = (0..<column.count).map { column.value(at: $0) }
      } else if let texts = value.object(as: TextsObject.self)?.texts {
        cells = (0..<texts.count).map { texts[$0].map { .string($0) } ?? .nil }
      } else if let list = value.table {
        cells = try list.elements(as: LuaValue.self, of: "'\(name)'")
      } else {
        throw LuaArgumentError(2, "'\(name)' is a \(value.typeName); it takes a column or a list")
      }
      guard cells.count == tables.count else {
        throw LuaArgumentError(2, "'\(name)' has \(cells.count) values, not \(tables.count)")
      }
      names.append(name)
      added.append(cells)
    }
    try call.reserve(bytes: tables.count * (64 + 40 * (columns.count + names.count)))
    let rows = try tables.enumerated().map { place, row in
      let copy = call.makeTable()
      for (key, value) in try row.entries { copy.setRaw(key, value) }
      for (name, cells) in zip(names, added) { copy.setRaw(name, cells[place]) }
      return copy
    }
    return TableList(columns: columns + names.filter { !columns.contains($0) }, tables: rows)
  }

  func check(_ name: String, argument: Int) throws {
    guard columns.contains(name) || tables.isEmpty else {
      throw LuaArgumentError(argument, UnknownName.message("the list", name, columns))
    }
  }

  /// The values of a column: numbers, booleans, or else texts.
  func values(of name: String, argument: Int) throws -> Attribute.Values {
    try check(name, argument: argument)
    return try Attribute.Values(tables.map { $0.raw(name) }, of: name, argument: argument)
  }

  /// The values of a column by its name.
  func member(_ name: String) throws -> LuaAny {
    guard columns.contains(name) else {
      throw LuaError(UnknownName.message(rows: name, columns, methods: RowMethods.names))
    }
    return try values(of: name, argument: 2).luaValues
  }
}

extension Attribute.Values {
  /// The cells of a column: numbers, booleans, or else texts.
  init(_ cells: [LuaValue], of name: String, argument: Int) throws {
    func isMissing(_ cell: LuaValue) -> Bool { cell.isNil || cell.number?.isNaN == true }
    let present = cells.filter { !isMissing($0) }
    if present.allSatisfy({ $0.boolean != nil }), !present.isEmpty {
      self = .booleans(cells.map(\.boolean))
      return
    }
    if present.allSatisfy({ if case .integer = $0 { true } else { false } }) {
      self = .integers(cells.map { isMissing($0) ? .missing : Int64($0.integer ?? 0) })
      return
    }
    if present.allSatisfy({ $0.number != nil }) {
      self = .numbers(cells.map { $0.number ?? .nan })
      return
    }
    var texts = TextColumn()
    for cell in cells {
      switch cell {
      case .table, .userdata, .function, .other:
        throw LuaArgumentError(
          argument, "'\(name)' holds values of type \(cell.typeName), which have no order")
      default:
        if isMissing(cell) { texts.appendMissing(1) } else { texts.append(OutputFunctions.exact(cell)) }
      }
    }
    self = .texts(texts)
  }
}
