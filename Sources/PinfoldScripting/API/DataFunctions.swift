import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import Platform

/// `dataset`, `points` and `generate` make points.
enum DataFunctions {
  static func open(in lua: LuaLibrary, scope: ScriptScope, writer: @escaping () -> PluginWriter) {
    lua.define(
      "dataset", "(path: string, options?: ReadOptions): dataset",
      "Reads points from a file: \(PointFormats.inWords), gzip'd or not.",
      example: #"stations = dataset("stations.csv", { weight = "trips" })"#
    ) { (call: LuaCall, path: String, options: LuaTable?) in
      // As a shell of the system would, for those who type a path here.
      let home = path.hasPrefix("~/") ? System.variable("HOME") : nil
      let path = home.map { $0 + path.dropFirst() } ?? path
      return try dataset(
        try Node(options, of: "dataset", with: [("path", .text(path))]), scope.registry, call, scope)
    }
    lua.define(
      "generate", "(name: string|function, options?: GenerateOptions): dataset",
      "Generates points, the same ones for the same seed; a function works as 'generate' does in a plugin.",
      example: #"cities = generate("cities", { count = 5000, seed = 7 })"#
    ) { (call: LuaCall, what: LuaValue, options: LuaTable?) in
      let wanted = try Wanted(.generator, what, options, in: scope.workbench, writer)
      return try dataset(wanted.node, wanted.registry, call, scope)
    }
    lua.define(
      "points", "(columns: PointColumns): dataset", "Makes a dataset from lists or columns.",
      example: "points { lon = { 2.35, 2.36 }, lat = { 48.86, 48.87 }, id = { \"a\", \"b\" } }"
    ) { (call: LuaCall, table: LuaTable) in
      let table = try PointTable(table, of: "points")
      let columns = try table.columns(of: "points", onGlobe: !table.isPlanar)
      try call.reserve(points: columns.longitude.count)
      let points = try PointSet(columns, isPlanar: table.isPlanar, context: scope.context)
      return DatasetObject(name: table.name, points: points)
    }
  }

  private static func dataset(
    _ node: Node, _ registry: Registry, _ call: LuaCall, _ scope: ScriptScope
  ) throws -> DatasetObject {
    let definition = try DatasetDefinition.one(node, in: registry, attributes: .all)
    if let path = definition.path { try scope.checkReading(path) }
    try call.reserve(points: [definition])
    let named = try call.unpacking(atMost: definition.maxUnpacked) { megabytes in
      try definition.unpacking(atMost: megabytes).load(context: scope.context)
    }
    try call.reserve(points: named.points.count)
    call.note(named.report?.losses ?? [])
    return DatasetObject(named)
  }
}

extension PointSetError: LuaDescribedError {
  package var luaDescription: String { description(rowsFrom: 1) }
}

extension ClusteringError: LuaDescribedError {
  package var luaDescription: String {
    if case .points(let error) = self { error.luaDescription } else { description }
  }
}
