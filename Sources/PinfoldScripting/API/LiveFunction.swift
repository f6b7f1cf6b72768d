import Lua
package import Pinfold
package import PinfoldDefinitions
package import PinfoldServer

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
