import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldServer
import PinfoldVerbs

/// `live(dataset, { strategies = …, view = …, open = … })`: shows points on a map in the browser, which goes
/// on in the background.
enum LiveFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope, showPage: @escaping (String) -> Void) {
    lua.define(
      "live", "(data: dataset, options?: LiveOptions): livemap",
      "Shows points on a map in the browser that can be moved, one strategy beside another.",
      example: #"m = live(cities, { strategies = { "radius", "grid" } })"#
    ) { (call: LuaCall, dataset: DatasetObject, options: LuaTable?) in
      let definition = try LiveDefinition(options, of: "live", registry: scope.registry)
      let view = try definition.view?.viewport(on: dataset.points.projection)
      if let view { try LiveObject.checkUpright(view, "live") }
      let serve = definition.serving(dataset.named, in: scope.registry)
      for strategy in serve.strategies {
        try call.reserve(indexOf: dataset.points.count, by: try strategy.clusterer())
      }
      let map = try serve.answer(scope.verbContext(call))
      if serve.options.open { showPage(map.address) }
      return LiveObject(map, dataset: dataset)
    }
  }
}
