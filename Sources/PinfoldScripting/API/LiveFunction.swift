import Lua
package import Pinfold
package import PinfoldDefinitions
package import PinfoldServer
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
      for strategy in definition.strategies {
        try call.reserve(indexOf: dataset.points.count, by: try strategy.clusterer())
      }
      let map = try definition.map(of: dataset.named, in: scope.registry)
      if definition.open { showPage(map.address) }
      return LiveObject(map, dataset: dataset)
    }
  }
}

/// The options of a live map.
package struct LiveDefinition: Definition {
  private(set) var strategies: [ClustererDefinition] = []

  /// How it begins; nil for all points.
  private(set) var view: ViewDefinition?

  /// The port; 0 for any that is free.
  private(set) var port = 0

  private(set) var open = true

  package init() {}

  package static let owner = "live"
  package static let options: [DefinedOption<LiveDefinition>] = [
    DefinedOption(
      "strategies", .list(.type("string|strategy|table", "names, or tables with name and parameters")),
      standard: Registry.usualStrategy, "Strategies, one to four, side by side."
    ) { (live, node, registry) throws(DefinitionError) in
      live.strategies = try node.elements.each { (node) throws(DefinitionError) in
        try ClustererDefinition.all(node, in: registry)
      }
      guard (1...LiveBeginning.mostPanes).contains(live.strategies.count) else {
        throw node.mistake("strategies", takes: "one to four strategies")
      }
    },
    DefinedOption("view", .type("view", "a view"), standard: "all points", "How the map begins.") {
      (live, node, _) throws(DefinitionError) in live.view = try ViewDefinition(node)
    },
    DefinedOption(
      "port", \.port, takes: .integer(0...65535), standard: "any that is free", "The port to listen at."),
    DefinedOption("open", \.open, "Open the page in the browser."),
  ]

  package mutating func prepare(registry: Registry) throws(DefinitionError) {
    let usual = Node(.text(Registry.usualStrategy), place: Self.owner)
    strategies = try ClustererDefinition.all(usual, in: registry)
  }

  /// Begins to serve points.
  package func map(of points: NamedPoints, in registry: Registry) throws -> LiveMap {
    let view = try view?.viewport(on: points.points.projection)
    if let view { try LiveObject.checkUpright(view, Self.owner) }
    let subject = LiveSubject(
      points, registry: registry, beginning: LiveBeginning(view: view, strategies: strategies))
    return try LiveMap(subject, port: UInt16(port))
  }
}

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
    lua.about(
      "A map in the browser, served until it is closed or the shell ends.",
      example: #"cities:filter(m.selection)"#)
    lua.getter("address", "string", "The address of the page.") { $0.map.address }
    lua.getter("dataset", "dataset", "The points that it shows.") { $0.dataset }
    lua.getter("view", "view?", "What the person looks at; nil where no page is open yet.") { live in
      live.sight.map { ViewObject($0.view) }
    }
    lua.getter("frames", "frame[]", "What the panes show, from left to right.") { live in
      live.sight?.panes.map { FrameObject($0.frame, of: $0.map, by: $0.map?.strategy) } ?? []
    }
    lua.getter("selection", "column", "A mask of the points that the person has selected.") { live in
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
    lua.method("play", "(camera: camera)", "Flies along a camera path from where the person is.") {
      (live, camera: CameraObject) in
      guard let view = live.sight?.view else {
        throw LuaError("play: nobody looks at the map yet; open \(live.map.address) first")
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
