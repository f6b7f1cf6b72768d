import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// Datasets made of others: `plants:select { "fuel" }`, `plants:join(prices, "fuel")`; and groups of points.
extension DatasetObject {
  static func describeOperations(_ lua: LuaClass<DatasetObject>) {
    lua.method(
      "select", "(columns: string[]): dataset", "The points with some of their columns.",
      example: #"plants:select { "fuel", "capacity" }"#
    ) { (dataset, call: LuaCall, names: [String]) in
      let chosen = try names.map { try dataset.attribute($0, argument: 2) }
      return try dataset.made(call, attributes: chosen.map { $0.reordered(dataset.order) })
    }
    lua.method(
      "derive", "(columns: table<string, column|texts>): dataset",
      "The points with more columns, or others of the same names.",
      example: "quakes:derive { energy = quakes.mag * 1.5 + 4.8 }"
    ) { (dataset, call: LuaCall, columns: LuaTable) in
      try dataset.derived(columns, call)
    }
    lua.method(
      "sort", "(column: string, options?: SortOptions): dataset",
      "The points as rows in the order of a column: numbers, or texts by their bytes; ties stay as they are, "
        + "what is missing comes last.", example: #"quakes:sort("mag", { descending = true }):head(5)"#
    ) { (dataset, call: LuaCall, name: String, options: LuaTable?) in
      try dataset.sorted(by: name, try SortDefinition(options, of: "sort"), call)
    }
    lua.method(
      "sample", "(count: integer, seed?: integer): dataset",
      "Points drawn at random, each at most once; a smaller sample of the same seed is part of a larger one.",
      example: "quakes:sample(1000)"
    ) { (dataset, call: LuaCall, count: Int, seed: Int?) in
      guard count >= 0 else { throw LuaArgumentError(2, "a number of points expected, got \(count)") }
      try call.reserve(points: min(count, dataset.points.count))
      var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed ?? 1)))
      let drawn = random.permutation(of: dataset.points.count).prefix(count)
      let columns = dataset.points.columns(in: drawn.map { dataset.order[$0] })
      return DatasetObject(
        name: dataset.name, points: try PointSet(columns, projection: dataset.points.projection))
    }
    lua.method(
      "group", "(column: string): table[]",
      "For each value of a column the number of points and the means of the columns of numbers.",
      example: #"plants:group("fuel")"#
    ) { (dataset, call: LuaCall, name: String) in
      try dataset.grouped(by: try dataset.attribute(name, argument: 2), call)
    }
    lua.method(
      "join", "(other: dataset, column: string): dataset",
      "The points with the other's columns where it has the same value of a column; none where it has not.",
      example: #"plants:join(prices, "fuel")"#
    ) { (dataset, call: LuaCall, other: DatasetObject, name: String) in
      try dataset.joined(with: other, by: name, call)
    }
    lua.method(
      "concat", "(other: dataset): dataset",
      "The points of both; they keep their ids unless two are equal, which numbers them.",
      example: "january:concat(february)"
    ) { (dataset, call: LuaCall, other: DatasetObject) in
      try dataset.followed(by: other, call)
    }
  }

  private func attribute(_ name: String, argument: Int) throws -> Attribute {
    guard let found = points.attributes.first(where: { $0.name == name }) else {
      throw LuaArgumentError(argument, UnknownName.message("the dataset", name, columnNames))
    }
    return found
  }

  private func made(_ call: LuaCall, attributes: [Attribute]) throws -> DatasetObject {
    try call.checkStop()
    try call.reserve(points: points.count)
    var columns = points.columns(in: order)
    columns.attributes = attributes
    return DatasetObject(name: name, points: try PointSet(columns, projection: points.projection))
  }

  // MARK: Order

  /// The same points as rows in the order of a column; ties in the order that they had, what is missing last.
  private func sorted(by name: String, _ sort: SortDefinition, _ call: LuaCall) throws -> DatasetObject {
    try call.checkStop()
    try call.reserve(bytes: 48 * points.count)
    let order = try values(named: name).sorted(order, descending: sort.descending)
    try call.reserve(points: points.count)
    let columns = points.columns(in: order)
    return DatasetObject(name: self.name, points: try PointSet(columns, projection: points.projection))
  }

  private func values(named name: String) throws -> Attribute.Values {
    switch name {
    case _ where columnNames.contains(name): try attribute(name, argument: 2).values
    case "lon": .numbers(points.longitude)
    case "lat": .numbers(points.latitude)
    default: try attribute(name, argument: 2).values
    }
  }

  private func derived(_ columns: LuaTable, _ call: LuaCall) throws -> DatasetObject {
    let given = try columns.entries.map { key, value -> Attribute in
      guard let name = key.string else {
        throw LuaArgumentError(2, "names of columns expected, got a \(key.typeName)")
      }
      if let texts = value.object(as: TextsObject.self)?.texts {
        return Attribute(name: name, values: .texts(texts))
      }
      guard let column = value.object(as: LuaColumn.self) else {
        throw LuaArgumentError(2, "'\(name)' is a \(value.typeName); it takes a column")
      }
      return Attribute(name: name, values: column.values)
    }
    for attribute in given where attribute.values.count != points.count {
      throw LuaArgumentError(
        2, "'\(attribute.name)' has \(attribute.values.count) values, not \(points.count)")
    }
    let names = Set(given.map(\.name))
    // By name, for a table has no order.
    return try made(
      call,
      attributes: points.attributes.filter { !names.contains($0.name) }.map { $0.reordered(order) }
        + given.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  // MARK: Groups

  /// A row for each value of a column: the value, the number of points, and the means of the columns of
  /// numbers. The largest group comes first; points without a value are a group.
  private func grouped(by key: Attribute, _ call: LuaCall) throws -> RowList {
    try call.checkStop()
    let (numbers, keys) = Self.groups(key.values, count: points.count)
    try call.reserve(bytes: points.count * 8 + keys.count * 160)
    var counts = [Int](repeating: 0, count: keys.count)
    for group in numbers { counts[group] += 1 }
    var columns = [key.name, "count"]
    var means: [[LuaValue]] = []
    for attribute in points.attributes where attribute.name != key.name {
      guard let values = attribute.values.rounded else { continue }
      try call.checkStop()
      var sums = [Double](repeating: 0, count: keys.count)
      var present = [Int](repeating: 0, count: keys.count)
      for (row, value) in values.present {
        sums[numbers[row]] += value
        present[numbers[row]] += 1
      }
      columns.append(attribute.name)
      means.append(zip(sums, present).map { $1 == 0 ? .nil : .number($0 / Double($1)) })
    }
    let order = keys.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    return RowList(
      columns: columns,
      rows: order.map { group in [keys[group], .integer(counts[group])] + means.map { $0[group] } })
  }

  /// The group of each point, and the groups' values in rising order, what is missing last.
  private static func groups(_ values: Attribute.Values, count: Int) -> (
    numbers: [Int], keys: [LuaValue]
  ) {
    func numbered<Key: Hashable>(
      _ key: (Int) -> Key?, _ precedes: (Key, Key) -> Bool, _ value: (Key) -> LuaValue
    ) -> ([Int], [LuaValue]) {
      let each = (0..<count).map(key)
      let keys = Set(each.lazy.compactMap(\.self)).sorted(by: precedes)
      let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
      let isComplete = !each.contains { $0 == nil }
      return (
        each.map { $0.flatMap { places[$0] } ?? keys.count },
        keys.map(value) + (isComplete ? [] : [.nil])
      )
    }
    return switch values {
    case .numbers(let numbers):
      numbered({ numbers[$0].isNaN ? nil : numbers[$0] }, <) { .number($0) }
    case .integers(let numbers):
      numbered({ numbers[$0].isMissing ? nil : numbers[$0] }, <) { .integer(Int($0)) }
    case .booleans(let flags): numbered({ flags[$0] }, { !$0 && $1 }) { .boolean($0) }
    case .texts(let texts):
      numbered(
        { texts[$0].map { ExactText($0) } }, { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
      ) { .string($0.text) }
    }
  }

  // MARK: Several datasets

  /// The points with the columns that another dataset has for the same value of a column; missing values
  /// elsewhere.
  private func joined(with other: DatasetObject, by name: String, _ call: LuaCall) throws
    -> DatasetObject
  {
    let (own, others) = (try attribute(name, argument: 3), try other.attribute(name, argument: 3))
    guard own.values.kind == others.values.kind else {
      throw LuaArgumentError(
        3,
        "'\(name)' holds \(own.values.kind.rawValue)s here and \(others.values.kind.rawValue)s there"
      )
    }
    try call.checkStop()
    try call.reserve(bytes: 64 * other.points.count)
    var rows: [ExactText: Int] = [:]
    for row in 0..<other.points.count {
      guard let key = others.values.text(at: row) else { continue }
      guard rows.updateValue(row, forKey: ExactText(key)) == nil else {
        throw LuaArgumentError(
          2, "several points whose '\(name)' is '\(key)'; a join takes one of each")
      }
    }
    let found = order.map { point in own.values.text(at: point).flatMap { rows[ExactText($0)] } }
    var taken = Set(columnNames)
    var attributes = points.attributes.map { $0.reordered(order) }
    for attribute in other.points.attributes where attribute.name != name {
      var free = attribute.name
      while !taken.insert(free).inserted { free += "_" }
      attributes.append(Attribute(name: free, values: Self.values(attribute.values, found)))
    }
    return try made(call, attributes: attributes)
  }

  /// The values of rows; a missing one for none.
  private static func values(_ values: Attribute.Values, _ rows: [Int?]) -> Attribute.Values {
    switch values {
    case .numbers(let numbers): return .numbers(rows.map { $0.map { numbers[$0] } ?? .nan })
    case .integers(let numbers): return .integers(rows.map { $0.map { numbers[$0] } ?? .missing })
    case .booleans(let flags): return .booleans(rows.map { $0.flatMap { flags[$0] } })
    case .texts(let texts):
      var result = TextColumn()
      for row in rows {
        if let row, let text = texts[row] { result.append(text) } else { result.appendMissing(1) }
      }
      return .texts(result)
    }
  }

  /// The points of both, with the columns of both; ids stay where no two are equal, else points are numbered.
  private func followed(by other: DatasetObject, _ call: LuaCall) throws -> DatasetObject {
    guard points.projection.wraps == other.points.projection.wraps else {
      throw LuaArgumentError(
        2, "points on the globe and points on a plane cannot be in one dataset")
    }
    try call.checkStop()
    try call.reserve(points: points.count + other.points.count)
    let joined: PointColumns
    do {
      joined = try points.columns(in: order).followed(by: other.points.columns(in: other.order))
    } catch {
      throw LuaArgumentError(2, error.description)
    }
    let isPlanar = !points.projection.wraps
    return DatasetObject(
      name: name, points: try PointSet(joined, isPlanar: isPlanar, context: RunContext()))
  }
}

/// The order of a dataset's rows: `{ descending = true }`.
struct SortDefinition: Definition {
  private(set) var descending = false
  static let owner = "sort"
  static let options: [DefinedOption<SortDefinition>] = [
    DefinedOption("descending", \.descending, "The greatest first; what is missing is last all the same.")
  ]
}
