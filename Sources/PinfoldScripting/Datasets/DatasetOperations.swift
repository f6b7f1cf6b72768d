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
      // Points have these in any case.
      let own = ["id", "lon", "lat", "weight", "group"].filter { !dataset.columnNames.contains($0) }
      let chosen = try names.filter { !own.contains($0) }.map { try dataset.attribute($0, argument: 2) }
      return try dataset.made(call, attributes: chosen.map { $0.reordered(dataset.order) })
    }
    lua.method(
      "derive", "(columns: table<string, column|texts>): dataset",
      "The points with further columns; existing ones of the same name are replaced.",
      example: "quakes:derive { energy = quakes.mag * 1.5 + 4.8 }"
    ) { (dataset, call: LuaCall, columns: LuaTable) in
      try dataset.derived(columns, call)
    }
    lua.method(
      "sort", "(column: string, options?: SortOptions): dataset",
      "The points as rows in the order of a column: numbers, or texts by their bytes; ties stay as they are, "
        + "what is missing comes last.", example: #"quakes:sort("mag", { descending = true }):head(5)"#
    ) { (dataset, call: LuaCall, name: String, options: LuaValue) in
      try dataset.sorted(by: name, try SortDefinition(options, of: name, among: dataset.columnNames), call)
    }
    lua.method(
      "sample", "(count: integer, seed?: integer): dataset",
      "Points drawn at random, each at most once; a smaller sample of the same seed is part of a larger one.",
      example: "quakes:sample(1000)"
    ) { (dataset, call: LuaCall, count: Int, seed: Int?) in
      guard count >= 0 else { throw LuaArgumentError(2, "a number of points expected, got \(count)") }
      try dataset.checkRows()
      try call.reserve(points: min(count, dataset.points.count))
      var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed ?? 1)))
      let drawn = random.shuffled(0..<dataset.points.count).prefix(count)
      let columns = dataset.points.columns(in: drawn.map { dataset.order[$0] })
      return DatasetObject(
        name: dataset.name, points: try PointSet(columns, projection: dataset.points.projection))
    }
    lua.method(
      "group", "(columns: string|string[], aggregates?: string|string[]|table): rows",
      "For each value of a column, or of several together, the number of points and aggregates as of --aggregate; without any "
        + "the means of the columns of numbers.",
      example: #"plants:group({ "fuel", "clean" }, { "capacity:sum,max", "name:distinct" })"#
    ) { (dataset, call: LuaCall, names: LuaValue, aggregates: LuaValue?) in
      let keys = try names.listOfTexts(argument: 2).map { try dataset.attribute($0, argument: 2) }
      guard !keys.isEmpty else { throw LuaArgumentError(2, "a column expected, got none") }
      let wanted = try aggregates.map { try $0.aggregates(of: dataset.columnNames, argument: 3) }
      return try dataset.grouped(by: keys, wanted, call)
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
    let own = ["lon": points.longitude, "lat": points.latitude]
    if let own = own[name], !columnNames.contains(name) { return .numbers(own) }
    return try attribute(name, argument: 2).values
  }

  private func derived(_ columns: LuaTable, _ call: LuaCall) throws -> DatasetObject {
    let given = try columns.entries.map { key, value -> Attribute in
      guard let name = key.string else {
        throw LuaArgumentError(2, "names of columns expected, got a \(key.typeName)")
      }
      guard !["lon", "lat", "weight"].contains(name) else {
        throw LuaArgumentError(
          2,
          "'\(name)' is what clusters are made of, and no further column; take another name, or make new points: "
            + "points { lon = …, lat = …, weight = … }")
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

  /// A row for each value of some columns: the values, the number of points, and aggregates. The largest
  /// group comes first; points without a value are a group.
  ///
  /// - Parameter aggregates: as in `population:sum,mean`; nil for the means of all columns of numbers.
  private func grouped(by keys: [Attribute], _ aggregates: [String]?, _ call: LuaCall) throws -> RowList {
    try call.checkStop()
    try call.reserve(bytes: 32 * points.count * keys.count)
    let (numbers, values) = Self.groups(keys.map(\.values), count: points.count)
    try call.reserve(bytes: points.count * 12 + values.count * 160)
    var members = [[UInt32]](repeating: [], count: values.count)
    for (point, group) in numbers.enumerated() { members[group].append(UInt32(point)) }
    var columns = keys.map(\.name) + ["count"]
    var aggregated: [[LuaValue]] = []
    let means = points.attributes.filter { attribute in
      attribute.values.rounded != nil && !keys.contains { $0.name == attribute.name }
    }
    let texts = aggregates ?? means.map { "\($0.name):mean" }
    if !values.isEmpty {
      let view = try ProjectedView(ScreenDefinition().viewport.fitted(to: points), on: points.projection)
      let frame = Frame(
        listing: members, positions: members.map { points.position(Int($0[0])) }, of: points, in: view)
      let node = Node(.list(texts.map { Node(.text($0), place: "aggregates") }), place: "aggregates")
      for aggregation in try WritingDefinition(Node(.table([("aggregate", node)]), place: "group"))
        .aggregations
      {
        try call.checkStop()
        let result = try aggregation.kind.aggregate(aggregation.column, of: frame, context: RunContext())
        columns.append(aggregates == nil ? aggregation.column : result.name)
        let isWhole =
          switch aggregation.kind {
          case .number(.count), .number(.distinct): true
          default: false
          }
        aggregated.append(
          values.indices.map { group in
            let value = result.values.luaValue(of: group)
            return isWhole ? value.integer.map { .integer($0) } ?? value : value
          })
      }
    }
    let order = values.indices.sorted { (-members[$0].count, $0) < (-members[$1].count, $1) }
    return RowList(
      columns: columns,
      rows: order.map { group in
        values[group] + [.integer(members[group].count)] + aggregated.map { $0[group] }
      })
  }

  /// The group of each point, and the values of each group, in rising order.
  private static func groups(
    _ keys: [Attribute.Values], count: Int
  ) -> (numbers: [Int], values: [[LuaValue]]) {
    let parts = keys.map { groups($0, count: count) }
    if parts.count == 1 { return (parts[0].numbers, parts[0].keys.map { [$0] }) }
    let each = (0..<count).map { point in parts.map { $0.numbers[point] } }
    let found = Set(each).sorted { $0.lexicographicallyPrecedes($1) }
    let places = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1, $0) })
    return (each.map { places[$0] ?? 0 }, found.map { group in zip(parts, group).map { $0.keys[$1] } })
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
    for case let (.integers, .numbers(floats)) in [(own.values, others.values), (others.values, own.values)]
    where floats.present.contains(where: { $0.element.magnitude >= 0x1p53 }) {
      throw LuaArgumentError(
        3, "'\(name)' holds whole numbers in one and floats past 2^53 in the other, which are rounded")
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
    var taken = Set(columnNames + reserved)
    var attributes = points.attributes.map { $0.reordered(order) }
    for attribute in other.points.attributes where attribute.name != name {
      var free = attribute.name
      while !taken.insert(free).inserted { free += "_" }
      attributes.append(Attribute(name: free, values: attribute.values.gathered(found)))
    }
    return try made(call, attributes: attributes)
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

  init() {}

  /// Reads the options of a sort by a column.
  ///
  /// - Throws: `LuaArgumentError` for an order as other languages write it, with what it is here.
  init(_ options: LuaValue, of column: String, among columns: [String]) throws {
    func order(_ name: String) -> String { "as in sort(\"\(name)\", { descending = true })" }
    let words = column.split(separator: " ").map(String.init)
    let bare = column.hasPrefix("-") ? String(column.dropFirst()) : words.first ?? ""
    if !columns.contains(column), columns.contains(bare),
      column.hasPrefix("-") || words.count == 2 && ["asc", "desc"].contains(words[1].lowercased())
    {
      throw LuaArgumentError(2, "'\(column)' is no column; the order is an option, \(order(bare))")
    }
    guard options.isNil || options.table != nil else {
      throw LuaArgumentError(3, "a table of options expected, \(order(column)), got \(options.typeName)")
    }
    if let ascending = options.table?.raw("ascending"), !ascending.isNil {
      throw LuaArgumentError(
        3, "there is no 'ascending'; rows are in ascending order unless told, \(order(column))")
    }
    self = try SortDefinition(options.table, of: "sort")
  }

  static let options: [DefinedOption<SortDefinition>] = [
    DefinedOption("descending", \.descending, "The greatest first; what is missing is last all the same.")
  ]
}

extension LuaValue {
  /// The texts of a list, or the only one.
  fileprivate func listOfTexts(argument: Int) throws -> [String] {
    if let text = string { return [text] }
    guard let table else {
      let column = object(as: TextsObject.self) != nil || object(as: LuaColumn.self) != nil
      let advice = column || isNil ? "; names are texts in quotes, as in group(\"fuel\")" : ""
      throw LuaArgumentError(argument, "a name or a list of names expected, got \(typeName)\(advice)")
    }
    if let key = try table.keys.compactMap(\.string).min() {
      throw LuaArgumentError(argument, "a list of names expected, got a table with the key '\(key)'")
    }
    return try table.elements(as: String.self)
  }

  /// Aggregates as `--aggregate` takes them: texts such as `capacity:sum,max`, or by their columns, as in
  /// `{ capacity = "sum" }`.
  fileprivate func aggregates(of columns: [String], argument: Int) throws -> [String] {
    guard let table, case let keys = try table.keys, case let names = keys.compactMap(\.string),
      !names.isEmpty
    else {
      return try listOfTexts(argument: argument)
    }
    guard names.count == keys.count else {
      throw LuaArgumentError(argument, "either a list of aggregates expected, or a table by columns")
    }
    return try names.map { name in
      let kinds = try table[name]
      guard columns.contains(name) else {
        throw LuaArgumentError(
          argument,
          UnknownName.message("the dataset", name, columns)
            + #"; names here are those of columns, as in { capacity = "sum" }, and the count is always there"#
        )
      }
      guard
        let text = try kinds.string
          ?? kinds.table.map({ try $0.elements(as: String.self).joined(separator: ",") }),
        !text.contains(":")
      else {
        throw LuaArgumentError(
          argument, "\(name) = \"sum\" is the sum of a column '\(name)'; results cannot be given names")
      }
      return "\(name):\(text)"
    }
  }
}

extension FrameAggregate.Values {
  /// The value of a cluster; of categories a text, as in `gas (2), sun (1)`.
  fileprivate func luaValue(of cluster: Int) -> LuaValue {
    switch self {
    case .numbers(let numbers): numbers[cluster].map { .number($0) } ?? .nil
    case .integers(let numbers):
      numbers[cluster].map { whole in Int(exactly: whole).map { .integer($0) } ?? .number(Double(whole)) }
        ?? .nil
    case .texts(let texts): texts[cluster].map { .string($0) } ?? .nil
    case .categories(let lists):
      .string(lists[cluster].map { "\($0.value) (\($0.count))" }.joined(separator: ", "))
    }
  }
}
