import Lua
import Pinfold
import PinfoldColumns
import PinfoldData

/// The columns and rows of a dataset: `cities.population`, `cities[1]`, `cities:where("population > 1e6")`.
extension DatasetObject {
  static func describeColumns(_ lua: LuaClass<DatasetObject>) {
    lua.method(
      "column", "(column: string): column|texts",
      "A column of the data, also one that is called lon, lat or weight."
    ) { (dataset, call: LuaCall, name: String) in
      guard let column = try dataset.column(named: name, call) else {
        throw LuaArgumentError(2, UnknownName.message("the dataset", name, dataset.columnNames))
      }
      return column
    }
    lua.method("head", "(count?: integer): rows", "The first rows of the data. Default: 10.") {
      (dataset, call: LuaCall, count: Int?) in
      try dataset.list(Array(dataset.order.prefix(max(0, count ?? 10))), call)
    }
    lua.method(
      "top", "(count: integer, column: string, per?: string): rows",
      "The points with the greatest values of a column, the greatest first; with a second column, that many for each of its values.",
      example: #"plants:top(3, "capacity", "state")"#
    ) { (dataset, call: LuaCall, first: LuaValue, second: LuaValue, per: String?) in
      let (count, name) = try RowLists.arguments(first, second, at: 2)
      guard let count, let name else {
        throw LuaArgumentError(2, "a number of points and a column expected, as in top(5, \"population\")")
      }
      return try dataset.top(count, by: name, per: per, call)
    }
    lua.method(
      "filter", "(test: column|fun(index: integer): boolean): dataset",
      "The points for which a mask or a function is true.", example: "cities:filter(cities.lat:gt(50))"
    ) { (dataset, call: LuaCall, test: LuaValue) in
      try dataset.filtered(try PointMask(test, of: dataset).isIncluded, call)
    }
    lua.method(
      "where", "(condition: string): dataset", "The points that meet a condition on columns.",
      example: #"cities:where("lat > 50 and lon < 10")"#
    ) { (dataset, call: LuaCall, text: String) in
      try call.checkStop()
      try call.reserve(bytes: 2 * dataset.points.count)
      do {
        let condition = try Condition(text) { call.shouldStop }
        let columns = ConditionColumns(dataset.points, adding: try dataset.fields(of: condition))
        let mask = try condition.mask(of: columns) { call.shouldStop }
        call.note(condition.unmatched(in: columns))
        return try dataset.filtered(mask, call)
      } catch {
        try call.checkStop()
        throw error
      }
    }
    lua.preference { (dataset, call, name) -> LuaAny? in
      dataset.reserved.contains(name) ? nil : try dataset.column(named: name, call)
    }
    lua.fallback(
      "table",
      "The row of a point as a table, counted from 1 in the order of the data, as the values of columns are."
    ) { (dataset, _, key) -> LuaFields? in
      guard let row = key.integer, row >= 1, row <= dataset.points.count else { return nil }
      let (fields, point) = (dataset.rowFields, dataset.order[row - 1])
      return LuaFields(fields.map { ($0.name, $0.value(point)) })
    }
    lua.builtIn(
      .operation, ".column", "column|texts",
      "A column of the data by its name: numbers, a mask of booleans, or texts. It hides a field of that name "
        + "but lon, lat and the points' own weight, and a method until it is called.")
  }

  /// Names that mean the same in all datasets, whatever columns the data have.
  var reserved: [String] { ["lon", "lat"] + (points.weight == nil ? [] : ["weight"]) }

  /// The names of the data's columns besides coordinates and ids.
  var columnNames: [String] { points.attributes.map(\.name) }

  /// A column of the data, made on first use; nil for an unknown name.
  private func column(named name: String, _ call: LuaCall) throws -> LuaAny? {
    if let known = columns[name] { return known }
    guard let attribute = points.attributes.first(where: { $0.name == name }) else { return nil }
    try call.checkStop()
    try call.reserve(bytes: 8 * points.count)
    var values = attribute.reordered(order).values
    if case .integers(let wholes) = values, !hasLargeWholes {
      values = .numbers(wholes.converted { Double($0) })
    }
    let column = values.luaValues
    columns[name] = column
    return column
  }

  var overview: RowList {
    func range(_ values: some Sequence<Double>) -> [LuaValue] {
      let present = values.filter { !$0.isNaN }
      return [present.min().map { .number($0) } ?? .nil, present.max().map { .number($0) } ?? .nil]
    }
    let coordinates = [("lon", points.longitude), ("lat", points.latitude)].map { name, values in
      [.string(name), .string("number"), .integer(0)] + range(values)
    }
    let others = points.attributes.map { attribute -> [LuaValue] in
      let values = attribute.values
      let present = values.presentRows
      let head: [LuaValue] = [
        .string(attribute.name), .string(values.kind.rawValue),
        .integer(points.count - present.count),
      ]
      return switch values {
      case .numbers(let numbers): head + range(numbers.present.lazy.map(\.element))
      case .integers(let numbers):
        head
          + [
            numbers.present.lazy.map(\.element).min().map { .integer(Int($0)) } ?? .nil,
            numbers.present.lazy.map(\.element).max().map { .integer(Int($0)) } ?? .nil,
          ]
      case .booleans, .texts:
        head + [.nil, .nil, present.min { points.rows[$0] < points.rows[$1] }.map(values.luaValue) ?? .nil]
      }
    }
    return RowList(
      columns: ["column", "type", "missing", "least", "greatest", "first"],
      rows: coordinates + others)
  }

  /// The fields of a row: what all points have unless a column of the data hides it, then the columns of the
  /// data that are not hidden themselves.
  var rowFields: [(name: String, value: (Int) -> LuaValue)] {
    let points = points
    let (longitude, latitude, names) = (points.longitude, points.latitude, Set(columnNames))
    var fields: [(name: String, value: (Int) -> LuaValue)] = [
      ("id", { points.id($0).luaValue }), ("lon", { .number(longitude[$0]) }),
      ("lat", { .number(latitude[$0]) }),
    ]
    if let weight = points.weight { fields.append(("weight", { .number(weight[$0]) })) }
    if !points.groupNames.isEmpty {
      fields.append(("group", { points.groupName(of: $0).map { .string($0) } ?? .nil }))
    }
    return fields.filter { reserved.contains($0.name) || !names.contains($0.name) }
      + points.attributes.filter { !reserved.contains($0.name) }
      .map { attribute in (attribute.name, attribute.values.luaValue) }
  }

  /// What all points have, as ids, where a condition reads it and no column of the data has its name.
  private func fields(of condition: Condition) throws -> [Attribute] {
    let wanted = Set(condition.columns).subtracting(columnNames + ["lon", "lat"])
    return try rowFields.filter { wanted.contains($0.name) }.map { name, value in
      Attribute(
        name: name, values: try Attribute.Values((0..<points.count).map(value), of: name, argument: 2))
    }
  }

  /// The points with the greatest values of a column, as rows.
  ///
  /// - Parameter per: a column of which each value has so many; nil for so many of all.
  func top(_ count: Int, by column: String, per: String? = nil, _ call: LuaCall) throws -> RowList {
    guard let per else {
      let rows = try list(try largest(count, by: column), call)
      return RowList(columns: rows.columns.showing(column), tables: rows.tables)
    }
    guard let group = points.attributes.first(where: { $0.name == per }) else {
      throw LuaArgumentError(4, UnknownName.message("the dataset", per, columnNames))
    }
    let sorted = try largest(points.count, by: column)
    let rows = try list(sorted.first(count) { group.values.text(at: $0) }, call)
    return RowList(columns: rows.columns.showing(column).showing(per), tables: rows.tables)
  }

  func list(_ indices: [Int], _ call: LuaCall) throws -> RowList {
    let fields = rowFields
    // A table and its elements, as Lua holds them.
    try call.reserve(bytes: indices.count * (64 + 40 * fields.count))
    return RowList(columns: fields.map(\.name), rows: indices.map { point in fields.map { $0.value(point) } })
  }

  /// The points with the greatest values of a column, the greatest first; ties in the order of rows.
  private func largest(_ count: Int, by name: String) throws -> [Int] {
    guard let attribute = points.attributes.first(where: { $0.name == name }) else {
      throw LuaArgumentError(3, UnknownName.message("the dataset", name, columnNames))
    }
    guard attribute.values.kind == .number else {
      throw LuaArgumentError(
        3, "a column of numbers expected; '\(name)' holds \(attribute.values.kind.rawValue)s")
    }
    let sorted = attribute.values.sorted(points.rowOrder, descending: true)
    return Array(sorted.prefix(min(max(0, count), attribute.values.presentRows.count)))
  }

  private func filtered(_ isIncluded: [Bool], _ call: LuaCall) throws -> DatasetObject {
    try checkRows()
    try call.reserve(points: isIncluded.count(where: \.self))
    return DatasetObject(name: name, points: points.filtering { isIncluded[$0] })
  }
}

extension LuaCall {
  /// Tells the person at the terminal, a line each.
  func note(_ lines: [String]) {
    for line in lines { Descriptor.standardError.write("pinfold: note: \(line)\n".utf8) }
  }
}

extension DatasetObject {
  /// Throws for cells, of which the rows do not stand each for itself.
  func checkRows() throws {
    guard points.tally?.hasOthers == true else { return }
    throw LuaError(
      "these points stand for cells, several for one, and cannot be selected one by one; "
        + "select cells as they are read: dataset(path, { where = \"...\" })")
  }
}

/// Which points of a dataset are meant: a mask of its rows, or the results of a function that gets the index
/// of each.
struct PointMask {
  let isIncluded: [Bool]

  init(_ test: LuaValue, of dataset: DatasetObject) throws {
    let order = dataset.order
    var isIncluded = [Bool](repeating: false, count: order.count)
    if let function = test.function {
      for (row, point) in order.enumerated() {
        isIncluded[point] =
          switch try function(row + 1).first ?? .nil {
          case .nil, .boolean(false): false
          default: true
          }
      }
    } else if let column = test.object(as: LuaColumn.self) {
      try Mask(column: column).check(count: order.count)
      for (point, flag) in zip(order, column.map(\.holds)) { isIncluded[point] = flag }
    } else if let flag = test.boolean {
      throw LuaArgumentError(2, Mask.mistake(flag).description)
    } else {
      throw LuaArgumentError(2, "function or mask expected, got \(test.typeName)")
    }
    self.isIncluded = isIncluded
  }
}
