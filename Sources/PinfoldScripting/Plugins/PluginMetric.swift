import Lua
import Pinfold
import PinfoldEvaluation

/// A metric that a plugin describes: its `measure` gets a frame and returns a number, or nil and a reason.
enum PluginMetric {
  static func registration(_ plugin: Plugin) throws(PluginError) -> Registration<any Metric> {
    let (about, measure) = try description(of: plugin)
    return Registration(plugin, kind: .metric) { values in
      ClosureMetric(about) { (subject) throws(ClusteringError) in
        try plugin.checkAttributes(of: subject.frame.points, with: values)
        let state = try PluginState(plugin, context: subject.context)
        let value = try state.call("measure", of: plugin, context: subject.context) { function in
          try measured(try function(FrameObject(subject.frame), state.parameters(values)))
        }
        return [measure: value ?? .undefined(.notMeasured)]
      }
    }
  }

  private static func measured(_ answer: [LuaValue]) throws -> MeasuredValue {
    let first = answer.first ?? .nil
    if let number = first.number { return number.isFinite ? .number(number) : .undefined(.notFinite) }
    if let flag = first.boolean { return .flag(flag) }
    guard first.isNil else {
      throw LuaError(
        .runtime, "'measure' returned a \(first.typeName); it must return a number, or nil and a reason")
    }
    return .undefined(answer.dropFirst().first?.string.map { UndefinedReason($0) } ?? .noReason)
  }

  /// The plugin's description of its metric, which has one measure.
  private static func description(
    of plugin: Plugin
  ) throws(PluginError) -> (about: MetricDescription, measure: Measure) {
    do {
      let state = try PluginState(plugin, context: RunContext())
      // A table does not keep its state alive.
      defer { withExtendedLifetime(state) {} }
      let table = state.table
      let word = try table.get("better", as: String?.self) ?? "descriptive"
      guard let better = MeasureDirection(rawValue: word) else {
        let words = MeasureDirection.allCases.map(\.rawValue)
        throw plugin.error(
          "better", "field 'better' is '\(word)'" + Suggestion.clause(for: word, among: words))
      }
      let ends = (try? table.get("range", as: [Double]?.self) ?? [-.infinity, .infinity]) ?? []
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw plugin.error("range", "field 'range' must be two numbers, the lesser first")
      }
      let measure = Measure(
        "value", in: ends[0]...ends[1], unit: try table.get("unit", as: String?.self), better: better,
        plugin.summary)
      let about = MetricDescription(
        id: plugin.name, name: plugin.name, summary: plugin.summary,
        formula: try table.get("formula", as: String?.self) ?? "", measures: [measure], cost: "",
        source: try table.get("source", as: String?.self) ?? plugin.path,
        version: plugin.version)
      return (about, measure)
    } catch {
      throw PluginError(path: plugin.path, error)
    }
  }
}

extension UndefinedReason {
  fileprivate static let noReason = Self("no-reason", "The plugin returned nil and no reason.")
}
