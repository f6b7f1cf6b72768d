import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// A metric as a script sees it.
final class MetricObject: LuaObject, Sendable {
  static let luaName = "metric"

  let definition: MetricDefinition
  private var metric: any Metric { definition.metric }
  private let scope: ScriptScope

  init(_ definition: MetricDefinition, scope: ScriptScope) {
    self.definition = definition
    self.scope = scope
  }

  static func describe(_ lua: LuaClass<MetricObject>) {
    lua.getter("name") { $0.metric.about.name }
    lua.getter("summary") { $0.metric.about.summary }
    lua.getter("formula") { $0.metric.about.formula }
    lua.getter("source") { $0.metric.about.source }
    lua.method("measure") { (metric, call: LuaCall, subject: LuaValue) in try metric.measure(subject, call) }
    lua.metamethod(.toString) { (metric: MetricObject) in
      "metric '\(metric.metric.about.name)': \(metric.metric.about.summary)"
    }
  }

  /// Measures a frame, a list of frames for a metric of pairs or sequences, or the frame that `{ strategy =
  /// …, dataset = …, view = … }` describes; the latter lets a metric run the strategy again.
  private func measure(_ value: LuaValue, _ call: LuaCall) throws -> MeasureTable {
    MeasureTable(results: try metric.evaluate(try subject(value, call)))
  }

  private func subject(_ value: LuaValue, _ call: LuaCall) throws -> MetricSubject {
    if let frame = value.object(as: FrameObject.self) {
      return MetricSubject([frame.frame], context: scope.context)
    }
    guard let table = value.table else {
      throw LuaArgumentError(
        2, "frame, or table with strategy, dataset and view expected, got \(value.typeName)")
    }
    if let frames = try value.frames { return MetricSubject(frames, context: scope.context) }
    func object<T: LuaObject>(_ field: String, _: T.Type) throws -> T {
      let found = try table[field]
      guard let object = found.object(as: T.self) else {
        throw LuaArgumentError(2, "field '\(field)': \(T.luaName) expected, got \(found.typeName)")
      }
      return object
    }
    let strategy = try object("strategy", StrategyObject.self)
    let dataset = try object("dataset", DatasetObject.self)
    let view = try object("view", ViewObject.self)
    let seed = UInt64(max(0, try table["seed"].integer ?? 1))
    try call.reserve(cellsOf: [dataset.points.count], by: [strategy.clusterer], threads: 1)
    let map = try strategy.clusterer.build(dataset.points, context: scope.context)
    let frame = try map.frame(for: view.viewport, context: scope.context)
    return MetricSubject([frame], clusterer: strategy.clusterer, seed: seed, context: scope.context)
  }
}

/// The results of a metric as a table: numbers by measure, and in `undefined` the reasons of the measures
/// without one.
private struct MeasureTable: LuaPushable {
  let results: [MetricResult]

  func push(to call: LuaCall) {
    let table = call.makeTable()
    for result in results { try? table.set(result.measure.name, result.value.number) }
    let reasons = results.compactMap { result in result.value.reason.map { (result.measure.name, $0.code) } }
    if !reasons.isEmpty { try? table.set("undefined", Dictionary(uniqueKeysWithValues: reasons)) }
    table.push(to: call)
  }
}
