import Lua
import Pinfold
import PinfoldEvaluation

/// A metric of a plugin. Its `measure` returns a number, or nil and a reason; of several `measures` a table
/// of numbers and reasons by name.
struct PluginMetric {
  private let plugin: Plugin
  private let about: MetricDescription
  private let hasSeveral: Bool

  static func registration(_ plugin: Plugin) throws(PluginError) -> Registration<any Metric> {
    let metric = try PluginMetric(plugin)
    return Registration(plugin, kind: .metric) { values in
      ClosureMetric(metric.about) { (subject) throws(ClusteringError) in
        try metric.measure(subject, with: values)
      }
    }
  }

  private func measure(
    _ subject: MetricSubject, with values: ParameterValues
  ) throws(ClusteringError) -> [Measure: MeasuredValue] {
    for frame in subject.frames { try plugin.checkAttributes(of: frame.points, with: values) }
    let state = try PluginState(plugin, context: subject.context)
    let measured = try state.callIfPresent("measure", of: plugin, context: subject.context) { function in
      let frames = subject.frames.map { FrameObject($0) }
      let parameters = try state.parameters(values)
      let answer =
        switch about.scope {
        case .frame: try function(frames[frames.count - 1], parameters)
        case .pair: try function(frames[frames.count - 2], frames[frames.count - 1], parameters)
        case .sequence: try function(frames, parameters)
        }
      return hasSeveral
        ? try several(answer.first ?? .nil) : [about.measures[0]: try Self.one(answer, "'measure' returned")]
    }
    return measured ?? [:]
  }

  private static func one(_ answer: [LuaValue], _ owner: String) throws -> MeasuredValue {
    let first = answer.first ?? .nil
    if let number = first.number { return number.isFinite ? .number(number) : .undefined(.notFinite) }
    if let flag = first.boolean { return .flag(flag) }
    guard first.isNil else {
      throw LuaError("\(owner) a \(first.typeName); it must return a number, or nil and a reason")
    }
    return .undefined(answer.dropFirst().first?.string.map { UndefinedReason($0) } ?? .noReason)
  }

  private func several(_ answer: LuaValue) throws -> [Measure: MeasuredValue] {
    let names = about.measures.map(\.name)
    guard let table = answer.table else {
      throw LuaError(
        "'measure' returned a \(answer.typeName); it must return a table with \(names.joined(separator: ", "))"
      )
    }
    for key in try table.keys where !names.contains(key.string ?? "") {
      let name = key.string ?? key.typeName
      throw LuaError(
        "'measure' returned the unknown measure '\(name)'" + Suggestion.clause(for: name, among: names))
    }
    var values: [Measure: MeasuredValue] = [:]
    for measure in about.measures {
      let value = try table[measure.name]
      if let reason = value.string {
        values[measure] = .undefined(UndefinedReason(reason))
      } else {
        values[measure] = try Self.one([value], "'measure' returned for '\(measure.name)'")
      }
    }
    return values
  }

  // MARK: The description

  private init(_ plugin: Plugin) throws(PluginError) {
    self.plugin = plugin
    do {
      let state = try PluginState(plugin, context: RunContext())
      // A table does not keep its state alive.
      defer { withExtendedLifetime(state) {} }
      let table = state.table
      let scope: MetricScope = try Self.word("scope", in: table, of: plugin) ?? .frame
      var measures: [Measure] = []
      let declared = try table["measures"]
      if let list = declared.table {
        for (key, value) in try list.entries {
          let given = try key.integer == nil ? key.string : value.table?["name"].string
          guard let name = given, PluginParameter.isName(name), let fields = value.table else {
            throw plugin.error(
              "measures",
              "field 'measures' must be a list of tables with names, such as { { name = \"share\", better = \"lower\" } }"
            )
          }
          guard !measures.contains(where: { $0.name == name }) else {
            throw plugin.error("measures", "field 'measures' has the measure '\(name)' twice")
          }
          measures.append(try Self.measure(name, fields, of: plugin))
        }
        guard !measures.isEmpty else { throw plugin.error("measures", "field 'measures' is empty") }
        for field in ["better", "unit", "range"] where try !table[field].isNil {
          throw plugin.error(field, "field '\(field)' belongs into each of 'measures'")
        }
      } else {
        measures = [try Self.measure(nil, table, of: plugin)]
      }
      hasSeveral = declared.table != nil
      about = MetricDescription(
        id: plugin.name, name: plugin.name, summary: plugin.summary,
        formula: try table.get("formula", as: String?.self) ?? "", measures: measures, scope: scope, cost: "",
        source: plugin.citation ?? "", version: plugin.version)
    } catch {
      throw PluginError(path: plugin.path, error)
    }
  }

  /// The measure of the plugin itself, or one of its `measures` where it has a name.
  private static func measure(_ name: String?, _ table: LuaTable, of plugin: Plugin) throws -> Measure {
    if let name {
      let known = PluginKind.fields(of: "PluginMeasure")
      for key in try table.keys where !known.contains(key.string ?? "") {
        let field = key.string ?? key.typeName
        throw plugin.error(
          "measures",
          "measure '\(name)' has an unknown field '\(field)'" + Suggestion.clause(for: field, among: known))
      }
    }
    let ends = (try? table.get("range", as: [Double]?.self) ?? [-.infinity, .infinity]) ?? []
    guard ends.count == 2, ends[0] <= ends[1] else {
      throw plugin.error("range", "field 'range' must be two numbers, the lesser first")
    }
    let doc = name == nil ? nil : try table.get("doc", as: String?.self)
    return Measure(
      name ?? "value", in: ends[0]...ends[1], unit: try table.get("unit", as: String?.self),
      better: try word("better", in: table, of: plugin) ?? .descriptive, doc ?? plugin.summary)
  }

  private static func word<Choice: RawRepresentable<String> & CaseIterable>(
    _ field: String, in table: LuaTable, of plugin: Plugin
  ) throws -> Choice? {
    guard let word = try table.get(field, as: String?.self) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map(\.rawValue)
      throw plugin.error(field, "field '\(field)' is '\(word)'" + Suggestion.clause(for: word, among: words))
    }
    return choice
  }
}

extension UndefinedReason {
  fileprivate static let noReason = Self("no-reason", "The plugin returned nil and no reason.")
}
