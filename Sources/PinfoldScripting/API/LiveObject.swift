import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldServer
import PinfoldVerbs

/// A live map as a script sees it: what the person looks at and has selected, and ways to lead them.
///
/// It closes by `close`, or when Lua collects it, at the latest with the interpreter.
final class LiveObject: LuaObject, Sendable {
  static let luaName = "livemap"

  private let map: LiveMap
  private let dataset: DatasetObject

  init(_ map: LiveMap, dataset: DatasetObject) {
    self.map = map
    self.dataset = dataset
  }

  static func describe(_ lua: LuaClass<LiveObject>) {
    lua.getter("address") { $0.map.address }
    lua.getter("dataset") { $0.dataset }
    lua.getter("view") { live in live.sight.map { ViewObject($0.view) } }
    lua.getter("frames") { live in
      live.sight?.panes.map { FrameObject($0.frame, of: $0.map, by: $0.map?.strategy) } ?? []
    }
    lua.getter("selection") { live in
      var mask = [UInt32](repeating: 0, count: live.dataset.points.count)
      for point in live.sight?.selection ?? [] { mask[point] = 1 }
      return LuaColumn(live.dataset.order.map { mask[$0] })
    }
    lua.method("look") { (live, view: ViewObject) in
      let view = try view.viewport(on: live.dataset.points.projection)
      try checkUpright(view, "look")
      live.map.subject.lead(through: [view])
    }
    lua.method("show") { (live, frame: FrameObject) in try live.show(frame) }
    lua.method("play") { (live, camera: CameraObject) in
      guard let view = live.sight?.view else {
        throw LuaError(.runtime, "play: nobody looks at the map yet; open \(live.map.address) first")
      }
      live.map.subject.lead(through: try camera.views(from: view, on: live.dataset.points.projection))
    }
    lua.method("close") { $0.map.close() }
    lua.metamethod(.toString) { (live: LiveObject) in
      "live map of \(live.dataset.name) at \(live.map.address)"
    }
  }

  private var sight: LiveSight? { map.subject.sight }

  /// Leads pages to a frame's view, and the first pane to its strategy.
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

  /// Throws for a view that the page cannot show.
  static func checkUpright(_ view: Viewport, _ function: String) throws {
    guard view.bearing == 0 else {
      throw LuaError(
        .runtime, "\(function): the page has north up, and the view a bearing of \(view.bearing)")
    }
  }
}
