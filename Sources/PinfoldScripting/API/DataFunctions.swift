import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// `dataset`, `points` and `generate` make points.
enum DataFunctions {
  /// - Parameter writer: writes functions of the script as plugins.
  static func open(in state: LuaState, scope: ScriptScope, writer: @escaping () -> PluginWriter) {
    state.define("dataset") { (call: LuaCall, path: String, options: LuaTable?) in
      try dataset(
        try Node(options, of: "dataset", with: [("path", .text(path))]), scope.registry, call, scope)
    }
    state.define("generate") { (call: LuaCall, what: LuaValue, options: LuaTable?) in
      let wanted = try Wanted(.generator, what, options, in: scope.workbench, writer)
      return try dataset(wanted.node, wanted.registry, call, scope)
    }
    state.define("points") { (call: LuaCall, table: LuaTable) in
      let table = try PointTable(table, of: "points")
      let columns = try table.columns(of: "points")
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
    for line in named.report?.losses ?? [] { Descriptor.standardError.write("pinfold: note: \(line)\n".utf8) }
    return DatasetObject(named)
  }
}
