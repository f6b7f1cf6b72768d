import Lua
import Pinfold
import PinfoldData

/// `dataset`, `points` and `generate`: where points come from; `view`: where to look.
enum DataFunctions {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("dataset") { (path: String, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "dataset", known: readFields)
      let read = try readOptions(&options)
      let name = try options.text("name") ?? fileName(path)
      try options.finish()
      let data = try PointReader.read(path: path, options: read)
      return DatasetObject(
        name: name, points: try data.columns.pointSet(isPlanar: data.report.isPlanar), report: data.report)
    }
    state.define("generate") { (name: String, options: [String: LuaValue]?) in
      let registration = try scope.registry.find(name, kind: .generator)
      let own = ["name", "count", "seed"]
      var options = OptionTable(
        options, of: registration.label, known: own + registration.parameters.map(\.name))
      let count = try options.integer("count", in: 0...100_000_000) ?? 10_000
      let seed = UInt64(try options.integer("seed", in: 0...Int.max) ?? 1)
      let label = try options.text("name") ?? name
      let generator = try registration(try options.remaining())
      return DatasetObject(name: label, points: try PointSet(generator.columns(count: count, seed: seed)))
    }
    state.define("points") { (table: [String: LuaValue]) in
      var options = OptionTable(
        table, of: "points", known: ["name", "planar"] + PointColumns.fields)
      return try columns(&options)
    }
    state.define("view") { (table: [String: LuaValue]) in ViewObject(try ViewObject.viewport(table)) }
  }

  private static let readFields = [
    "name", "lon", "lat", "id", "weight", "group", "priority", "delimiter", "header", "planar", "strict",
    "attributes",
  ]

  private static func readOptions(_ options: inout OptionTable) throws -> ReadOptions {
    var read = ReadOptions()
    read.longitude = try options.text("lon")
    read.latitude = try options.text("lat")
    read.id = try options.text("id")
    read.weight = try options.text("weight")
    read.group = try options.text("group")
    read.priority = try options.text("priority")
    read.delimiter = try options.text("delimiter").map { try ReadOptions.delimiter(named: $0) }
    read.header = try options.flag("header")
    read.planar = try options.flag("planar") ?? false
    read.strict = try options.flag("strict") ?? false
    read.attributes = try options.flag("attributes") ?? true ? .all : .none
    return read
  }

  /// Makes a set of columns or lists: `points { lon = {…}, lat = {…}, id = {…}, weight = {…} }`.
  private static func columns(_ options: inout OptionTable) throws -> DatasetObject {
    let isPlanar = try options.flag("planar") ?? false
    let columns = try PointColumns(&options, of: "points")
    let name = try options.text("name") ?? "points"
    try options.finish()
    return DatasetObject(name: name, points: try columns.pointSet(isPlanar: isPlanar))
  }

  /// The part of a path that names the data: neither folders nor endings.
  private static func fileName(_ path: String) -> String {
    let last = path.split(separator: "/").last ?? Substring(path)
    return String(last.prefix { $0 != "." })
  }
}

extension PointColumns {
  /// The names of the columns that scripts give.
  static let fields = ["lon", "lat", "x", "y", "id", "weight"]

  /// Takes columns or lists from a table that a script gives to a function.
  init(_ options: inout OptionTable, of function: String) throws {
    func numbers(_ names: String...) throws -> [Double]? {
      for name in names {
        guard let value = options.value(name) else { continue }
        if let column = value.object(as: LuaColumn.self) { return column.withNumbers { Array($0) } }
        guard let table = value.table else {
          throw LuaError(
            .runtime, "\(function): '\(name)' is a \(value.typeName); it takes a list of numbers or a column")
        }
        return try (0..<table.length).map { try table.get($0 + 1, as: Double.self) }
      }
      return nil
    }
    guard let x = try numbers("lon", "x"), let y = try numbers("lat", "y") else {
      throw LuaError(.runtime, "\(function): coordinates are missing; give lon and lat, or x and y")
    }
    self.init(longitude: x, latitude: y)
    weight = try numbers("weight")
    ids = try options.list("id").map { ids in
      PointIDs(try ids.map { try PointID($0, of: "\(function): 'id'") })
    }
  }

  /// The points, on the globe or on a plane around them.
  func pointSet(isPlanar: Bool) throws(PointSetError) -> PointSet {
    let projection: Projection = isPlanar ? .planar(PlanarExtent(enclosing: longitude, latitude)) : .mercator
    return try PointSet(self, projection: projection)
  }
}

extension PointID {
  /// The id that a script gives.
  ///
  /// - Parameter owner: what holds it, for messages.
  init(_ value: LuaValue, of owner: String) throws {
    if let number = value.integer {
      self = .integer(Int64(number))
    } else if let text = value.string {
      self = .text(text)
    } else {
      throw LuaError(.runtime, "\(owner) holds a \(value.typeName); ids are whole numbers or texts")
    }
  }
}
