import Lua
import Pinfold

/// Edits of a map's points: each answers a new map, and the old one stays as it is.
extension MapObject {
  static func describeEdits(_ lua: LuaClass<MapObject>) {
    lua.method("insert") { (map, points: LuaValue) in
      let columns = try columns(points)
      return try map.edited { (edited, context) in try edited.insert(columns, context: context) }
    }
    lua.method("remove") { (map, ids: [LuaValue]) in
      let ids = try ids.map { try PointID($0, of: "remove: the list") }
      return try map.edited { (edited, context) in try edited.remove(ids, context: context) }
    }
    lua.method("move") { (map, what: LuaValue, place: LuaValue) in
      let moves = try moves(what, place)
      return try map.edited { (edited, context) in try edited.move(moves, context: context) }
    }
    lua.method("filter") { (map, test: LuaValue) in
      let mask = try mask(test, count: map.dataset.points.count)
      return try map.edited { (edited, context) in try edited.filter(context: context) { mask[$0] } }
    }
  }

  private func edited(_ edit: (inout ClusterMap, RunContext) throws -> Void) throws -> MapObject {
    var map = map
    try edit(&map, scope.context)
    return MapObject(
      strategy: strategy, dataset: DatasetObject(name: dataset.name, points: map.points), map: map,
      scope: scope)
  }

  /// A dataset's points, or a table of columns.
  private static func columns(_ points: LuaValue) throws -> PointColumns {
    if let dataset = points.object(as: DatasetObject.self) {
      return dataset.points.columns(in: Array(0..<dataset.points.count))
    }
    guard let table = points.table else {
      throw LuaArgumentError(2, "dataset or table of columns expected, got \(points.typeName)")
    }
    var options = OptionTable(try fields(of: table), of: "insert", known: PointColumns.fields)
    let columns = try PointColumns(&options, of: "insert")
    try options.finish()
    return columns
  }

  /// An id with its place, or a list of tables of both.
  private static func moves(_ what: LuaValue, _ place: LuaValue) throws -> [(id: PointID, to: Coordinate)] {
    if let list = what.table {
      return try list.elements(as: LuaValue.self, of: "move: the list").map { value in
        guard let move = value.table else {
          throw LuaError(.runtime, "move: the list holds a \(value.typeName); it takes tables")
        }
        return (try PointID(try move["id"], of: "move: 'id'"), try coordinate(move, known: ["id"]))
      }
    }
    guard let table = place.table else {
      throw LuaArgumentError(3, "table with lon and lat, or x and y, expected, got \(place.typeName)")
    }
    return [(try PointID(what, of: "move: the first argument"), try coordinate(table, known: []))]
  }

  private static func coordinate(_ table: LuaTable, known: [String]) throws -> Coordinate {
    var options = OptionTable(try fields(of: table), of: "move", known: known + ["lon", "lat", "x", "y"])
    for name in known { _ = options.value(name) }
    guard let x = try options.number("lon") ?? options.number("x"),
      let y = try options.number("lat") ?? options.number("y")
    else { throw LuaError(.runtime, "move: a coordinate is missing; give lon and lat, or x and y") }
    try options.finish()
    return Coordinate(longitude: x, latitude: y)
  }

  /// A mask of the dataset's points, or what a function answers for the place of each.
  private static func mask(_ test: LuaValue, count: Int) throws -> [Bool] {
    if let function = test.function {
      return try (1...max(1, count)).prefix(count).map { place in
        switch try function(place).first ?? .nil {
        case .nil, .boolean(false): false
        default: true
        }
      }
    }
    guard let column = test.object(as: LuaColumn.self) else {
      throw LuaArgumentError(2, "function or mask expected, got \(test.typeName)")
    }
    guard column.count == count else {
      throw LuaArgumentError(2, "a mask of \(count) values expected, got \(column.count)")
    }
    return column.withNumbers { $0.map { $0 != 0 } }
  }

  private static func fields(of table: LuaTable) throws -> [String: LuaValue] {
    var fields: [String: LuaValue] = [:]
    for (key, value) in try table.entries { fields[key.string ?? "[\(key.number ?? 0)]"] = value }
    return fields
  }
}
