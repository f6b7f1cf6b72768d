import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldVerbs

/// A configured strategy as a script sees it.
final class StrategyObject: LuaObject, Sendable {
  static let luaName = "strategy"
  let definition: ClustererDefinition
  let clusterer: Clusterer
  private let scope: ScriptScope

  init(_ definition: ClustererDefinition, scope: ScriptScope) throws(ParameterError) {
    self.definition = definition
    clusterer = try definition.clusterer()
    self.scope = scope
  }

  /// The strategy without its parameters.
  var name: String { definition.choice.registration.name }

  private var values: ParameterValues {
    Dictionary(definition.choice.parameters.map { ($0.name, $0.value) }) { $1 }
  }

  static func describe(_ lua: LuaClass<StrategyObject>) {
    lua.about(
      "A configured strategy, with the steps that follow it.",
      example: #"strategy("grid", { cellSize = 80 }):frame(cities, cities:fit())"#)
    lua.getter("name", "string", "Its name.") { $0.name }
    lua.getter("parameters", "Parameters", "The values of its parameters.") { $0.values.luaTable }
    lua.getter("capabilities", "string[]", "What it promises, such as \"nested\".") {
      $0.clusterer.capabilities.names
    }
    lua.method(
      "build", "(dataset: dataset): map", "Its index over points, which returns the frame of any view."
    ) { (strategy, call: LuaCall, dataset: DatasetObject) in
      try strategy.build(dataset, call)
    }
    lua.method("frame", "(dataset: dataset, view: view): frame", "The clusters of one view.") {
      (strategy, call: LuaCall, dataset: DatasetObject, view: ViewObject) in
      try strategy.build(dataset, call).frame(view, after: nil, call)
    }
    lua.metamethod(.toString) { (strategy: StrategyObject) in "strategy \(strategy.label)" }
  }

  private func build(_ dataset: DatasetObject, _ call: LuaCall) throws -> MapObject {
    try call.reserve(indexOf: dataset.points.count, by: clusterer)
    return MapObject(
      strategy: self, dataset: dataset, map: try clusterer.build(dataset.points, context: scope.context),
      scope: scope)
  }

  /// The name with its parameters, and whether markers are kept apart: "grid(cellSize = 60) separated".
  var label: String {
    let list = values.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    let strategy = list.isEmpty ? name : "\(name)(\(list.joined(separator: ", ")))"
    return clusterer.separation == nil ? strategy : "\(strategy) separated"
  }
}

/// A strategy's index over a dataset as a script sees it: computes the frame of any view.
final class MapObject: LuaObject, Sendable {
  static let luaName = "map"
  let strategy: StrategyObject
  let dataset: DatasetObject
  let map: ClusterMap
  let scope: ScriptScope

  init(strategy: StrategyObject, dataset: DatasetObject, map: ClusterMap, scope: ScriptScope) {
    self.strategy = strategy
    self.dataset = dataset
    self.map = map
    self.scope = scope
  }

  var named: NamedMap { NamedMap(map, by: strategy.definition, over: dataset.named) }
  var luaNativeBytes: Int { 1024 }
  var luaParts: [LuaMemoryPart] { dataset.points.luaParts + map.index.memoryParts.map { LuaMemoryPart($0) } }

  static func describe(_ lua: LuaClass<MapObject>) {
    lua.about(
      "A strategy's index over a dataset, which returns the frame of any view.",
      example: #"map = strategy("radius"):build(cities)"#)
    lua.getter("strategy", "strategy", "The strategy that built it.") { $0.strategy }
    lua.getter("dataset", "dataset", "Its points.") { $0.dataset }
    lua.getter("bytes", "integer", "The memory of the index in bytes.") { $0.map.index.byteCount }
    lua.method(
      "frame", "(view: view, previous?: frame): frame",
      "The clusters of a view; the previous frame is for strategies and representatives that depend on it."
    ) { (map, call: LuaCall, view: ViewObject, previous: FrameObject?) in
      try map.frame(view, after: previous, call)
    }
    lua.method(
      "select", "(ids: (integer|string)[]): map",
      "A map in which exactly these points are kept out of clusters; it shares the index."
    ) { (map, ids: [LuaValue]) in
      let selected = try map.map.selecting(try ids.map { try PointID($0, of: "select: the list") })
      return MapObject(strategy: map.strategy, dataset: map.dataset, map: selected, scope: map.scope)
    }
    describeHierarchy(lua)
    describePage(lua)
    describeEdits(lua)
    lua.metamethod(.toString) { (map: MapObject) in "map of \(map.dataset.name) by \(map.strategy.label)" }
  }

  func frame(_ view: ViewObject, after previous: FrameObject?, _ call: LuaCall) throws -> FrameObject {
    let viewport = try view.viewport(on: map.points.projection)
    try call.reserve(frameOf: map.points.count)
    return FrameObject(
      try map.frame(for: viewport, after: previous?.frame, context: scope.context), of: named,
      by: strategy.definition)
  }
}
