import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldServer
import PinfoldVerbs

/// A live map as a script sees it. Lua closes it when it collects it, at the latest with the interpreter.
final class LiveObject: LuaObject, Sendable {
  static let luaName = "livemap"
  private let map: LiveMap
  private let dataset: DatasetObject

  init(_ map: LiveMap, dataset: DatasetObject) {
    self.map = map
    self.dataset = dataset
  }

  static func describe(_ lua: LuaClass<LiveObject>) {
    lua.about(
      "A map in the browser, served until it is closed or the shell ends.",
      example: #"cities:filter(m.selection)"#)
    lua.getter("address", "string", "The address of the page.") { $0.map.address }
    lua.getter("dataset", "dataset", "The points that it shows.") { $0.dataset }
    lua.getter("view", "view?", "The current view of the page; nil before a page is opened.") { live in
      live.sight.map { ViewObject($0.view) }
    }
    lua.getter("frames", "frame[]", "The frames of the panes, from left to right.") { live in
      live.sight?.panes.map { FrameObject($0.frame, of: $0.map, by: $0.map?.strategy) } ?? []
    }
    lua.getter("selection", "column", "A mask of the selected points.") { live in
      var mask = [UInt32](repeating: 0, count: live.dataset.points.count)
      for point in live.sight?.selection ?? [] { mask[point] = 1 }
      return LuaColumn(live.dataset.order.map { mask[$0] })
    }
    lua.method("look", "(view: view)", "Flies to a view.") { (live, view: ViewObject) in
      let view = try view.viewport(on: live.dataset.points.projection)
      try checkUpright(view, "look")
      live.map.subject.lead(through: [view])
    }
    lua.method("show", "(frame: frame)", "Flies to a frame's view, and gives the first pane its strategy.") {
      (live, frame: FrameObject) in try live.show(frame)
    }
    lua.method("play", "(camera: camera)", "Flies along a camera path from the current view.") {
      (live, camera: CameraObject) in
      guard let view = live.sight?.view else {
        throw LuaError("play: no page shows the map yet; open \(live.map.address) first")
      }
      live.map.subject.lead(through: try camera.views(from: view, on: live.dataset.points.projection))
    }
    lua.method("close", "()", "Stops serving.") { $0.map.close() }
    lua.metamethod(.toString) { (live: LiveObject) in
      "live map of \(live.dataset.name) at \(live.map.address)"
    }
  }

  private var sight: LiveSight? { map.subject.sight }

  private func show(_ frame: FrameObject) throws {
    guard frame.frame.points.isIdentical(to: dataset.points) else {
      throw LuaArgumentError(2, "a frame of the map's own dataset, '\(dataset.name)', expected")
    }
    guard let strategy = frame.strategy, strategy.steps.selected == frame.map?.clusterer.selected else {
      throw LuaArgumentError(2, "a frame expected that a strategy with its settings makes by itself")
    }
    try Self.checkUpright(frame.frame.view.viewport, "show")
    map.subject.lead(through: [frame.frame.view.viewport], strategy: strategy)
  }

  static func checkUpright(_ view: Viewport, _ function: String) throws {
    guard view.bearing == 0 else {
      throw LuaError("\(function): the page has north up, and the view a bearing of \(view.bearing)")
    }
  }
}

/// `live(dataset, { strategies = …, view = …, open = … })`: shows points on a map in the browser, served in
/// the background.
enum LiveFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope, showPage: @escaping (String) -> Void) {
    lua.define(
      "live", "(data: dataset, options?: LiveOptions): livemap",
      "Shows points on a live map in the browser, with strategies side by side.",
      example: #"m = live(cities, { strategies = { "radius", "grid" } })"#
    ) { (call: LuaCall, dataset: DatasetObject, options: LuaTable?) in
      let definition = try LiveDefinition(options, of: "live", registry: scope.registry)
      let view = try definition.view?.viewport(on: dataset.points.projection)
      if let view { try LiveObject.checkUpright(view, "live") }
      var serve = definition.serving(dataset.named, in: scope.registry)
      serve.recommend = Workbench.recommend
      for strategy in serve.strategies {
        try call.reserve(indexOf: dataset.points.count, by: try strategy.clusterer())
      }
      let map = try serve.answer(scope.verbContext(call))
      if serve.options.open { showPage(map.address) }
      return LiveObject(map, dataset: dataset)
    }
  }
}
