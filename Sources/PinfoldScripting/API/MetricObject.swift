import Lua
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs

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
    lua.about("A metric of frames.", example: #"metric("overlap"):measure(frame)"#)
    lua.getter("name", "string", "Its name.") { $0.metric.about.name }
    lua.getter("summary", "string", "A one-line description.") { $0.metric.about.summary }
    lua.getter("formula", "string", "How it is computed.") { $0.metric.about.formula }
    lua.getter("source", "string", "The source of the method.") { $0.metric.about.source }
    lua.method(
      "measure", "(subject: frame|frame[]|MetricSubject): table",
      "Its values by measure; 'undefined' has the reason for each missing one, and 'why' explains it."
    ) { (metric, call: LuaCall, subject: LuaValue) in try metric.measure(subject, call) }
    lua.metamethod(.toString) { (metric: MetricObject) in
      "metric '\(metric.metric.about.name)': \(metric.metric.about.summary)"
    }
  }

  /// Measures a frame, a list of frames for a metric of pairs or sequences, or the frame that `{ strategy =
  /// …, dataset = …, view = … }` describes; the latter lets a metric run the strategy again.
  private func measure(_ value: LuaValue, _ call: LuaCall) throws -> MeasureTable {
    func measure(_ subject: Score.Subject, seed: UInt64 = 1) throws -> MeasureTable {
      MeasureTable(
        results: try subject.measured(by: definition, seed: seed, scope.verbContext(call)))
    }
    if let frame = value.object(as: FrameObject.self) { return try measure(.frames([frame.frame])) }
    guard let table = value.table else {
      throw LuaArgumentError(
        2, "frame, or table with strategy, dataset and view expected, got \(value.typeName)")
    }
    if let frames = try value.frames { return try measure(.frames(frames)) }
    let wanted = try MeasureDefinition(table, of: "measure", registry: scope.registry)
    guard let strategy = wanted.strategy, let dataset = wanted.dataset else {
      preconditionFailure("both are required")
    }
    if let path = dataset.path { try scope.checkReading(path) }
    var request = FrameRequest(dataset, by: [strategy])
    request.view = wanted.view
    return try measure(.asked(request), seed: wanted.seed)
  }
}

/// A frame to measure that a metric may make again.
struct MeasureDefinition: Definition {
  private(set) var strategy: ClustererDefinition?
  private(set) var dataset: DatasetDefinition?
  private(set) var view = ViewDefinition()
  private(set) var seed: UInt64 = 1
  static let owner = "a measurement"
  static let options: [DefinedOption<MeasureDefinition>] = [
    DefinedOption(
      "strategy", .type("string|strategy|table", "a strategy, its name, or a table with name and parameters"),
      example: "grid", isRequired: true, "The strategy."
    ) { (wanted, node, registry) throws(DefinitionError) in
      wanted.strategy = try ClustererDefinition.one(node, in: registry)
    },
    DefinedOption(
      "dataset", .type("string|dataset|table", "a dataset, a path, or a table with path or generate"),
      isRequired: true, "The points."
    ) { (wanted, node, registry) throws(DefinitionError) in
      wanted.dataset = try DatasetDefinition.one(node, in: registry)
    },
    DefinedOption(
      "view", .type("string|view|ViewOptions", "a view, or as in -3.7,40.4,6"), isRequired: true, "The view."
    ) { (wanted, node, _) throws(DefinitionError) in wanted.view = try ViewDefinition(node) },
    DefinedOption("seed", \.seed, "Seed of everything that metrics draw at random."),
  ]
}
