import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

/// One line of a listing, with the registry's data about it.
struct ListEntry {
  var name: String
  var summary: String
  /// The file and the version of a plugin; nil for built-ins.
  var plugin: (path: String, version: String)?
  var parameters: [ParameterDescription] = []
  /// The capabilities of a strategy with its defaults, which tests by the contract show, or which a plugin
  /// promises; nil for anything else.
  var capabilities: [String]?
  var measures: [Measure] = []
  var facts: [(name: String, value: String)] = []

  init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }

  init<Product>(_ registration: Registration<Product>) {
    self.init(name: registration.name, summary: registration.summary)
    parameters = registration.parameters
    if case .plugin(let path, let version, _) = registration.origin { plugin = (path, version) }
  }

  var text: String {
    var text = "\(name)\n  \(summary)\n"
    for (name, value) in facts { text += "  \(name): \(value)\n" }
    if let plugin { text += "  plugin: \(plugin.path), version \(plugin.version)\n" }
    if let capabilities {
      let verb = plugin == nil ? "guarantees" : "promises"
      text += "  \(verb): \(capabilities.isEmpty ? "nothing" : capabilities.joined(separator: ", "))\n"
    }
    if !measures.isEmpty { text += "  measures\n" }
    for measure in measures {
      let unit = measure.unit.map { "\($0), " } ?? ""
      text += "    \(measure.name) (\(unit)\(measure.better.wording))\n      \(measure.help)\n"
    }
    if !parameters.isEmpty { text += "  parameters\n" }
    for parameter in parameters {
      text += "    \(parameter.name)=\(parameter.setting)\n"
      text += "      \(parameter.help)\n"
    }
    return text
  }

  func write(to json: inout JSONWriter) {
    json.members(["name": name, "summary": summary])
    for (name, value) in facts { json.member(name, value) }
    if let plugin { json.members(["path": plugin.path, "version": plugin.version]) }
    if let capabilities { json.member("capabilities", capabilities) }
    if !measures.isEmpty { json.member("measures", objects: measures) { $0.write(to: &$1) } }
    json.member("parameters", objects: parameters) { $0.write(to: &$1) }
  }
}

extension MeasureDirection {
  var wording: String {
    switch self {
    case .higher: "higher is better"
    case .lower: "lower is better"
    case .descriptive: "only describes"
    }
  }
}

extension Measure {
  func write(to json: inout JSONWriter) {
    json.members(["name": name, "unit": unit])
    // JSON has no infinity: null is an open end.
    json.members(["low": range.lowerBound, "high": range.upperBound, "better": better.rawValue, "help": help])
  }
}

extension ParameterDescription {
  /// The default and the other possible values: "64 screen points; a number in 1…4096".
  var setting: String {
    let unit = unit.map { " \($0)" } ?? ""
    return "\(defaultValue)\(unit); \(kind.expectation)"
  }

  func write(to json: inout JSONWriter) {
    json.member("name", name)
    kind.writeMembers(to: &json)
    json.member("unit", unit)
    json.member("default", defaultValue)
    json.member("help", help)
  }
}

enum ListKind: String, CaseIterable {
  case strategies, representatives, diffs, metrics, generators, cameras, plugins

  var singular: String { self == .strategies ? "strategy" : String(rawValue.dropLast()) }

  init(named name: String) throws(Failure) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == name || $0.singular == name }) else {
      let known = Self.allCases.map(\.rawValue)
      throw .usage("cannot list '\(name)'" + Suggestion.clause(for: name, among: known))
    }
    self = kind
  }
}

extension ListKind {
  func entries(of workbench: Workbench) -> [ListEntry] {
    let registry = workbench.registry
    switch self {
    case .strategies:
      return registry.all(.strategy).map { registration in
        var entry = ListEntry(registration)
        // Defaults are within their ranges; a plugin that fails nevertheless is listed without promises.
        entry.capabilities = try? registration().capabilities.names
        if let size = try? registration().effectiveSizeAtWholeZooms {
          entry.facts.append(("effective size", "\(short(size)) points at whole zooms"))
        }
        return entry
      }
    case .representatives: return registry.all(.representative).map { ListEntry($0) }
    case .diffs: return registry.all(.diff).map { ListEntry($0) }
    case .generators: return registry.all(.generator).map { ListEntry($0) }
    case .cameras: return registry.all(.camera).map { ListEntry($0) }
    case .metrics:
      return registry.explainedMetrics.map(\.entry)
    case .plugins:
      return workbench.plugins.compactMap { file in
        guard let plugin = file.plugin else { return nil }
        var entry = ListEntry(name: plugin.name, summary: plugin.summary)
        entry.plugin = (file.path, plugin.version)
        entry.facts = [("kind", plugin.kind.rawValue)]
        if let other = file.shadowedBy { entry.facts.append(("shadowed", "\(other) comes first")) }
        return entry
      }
    }
  }
}

extension ClusteringStrategy {
  /// The size that clusters are made with at whole zooms where a tile is 256 screen points wide; nil where
  /// the strategy has none.
  fileprivate var effectiveSizeAtWholeZooms: Double? {
    get throws {
      let nothing = try PointSet(PointColumns())
      return try Clusterer(self).build(nothing)
        .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 12)).effectiveSize
    }
  }
}

extension MetricScope {
  var wording: String {
    switch self {
    case .frame: "one frame"
    case .pair: "two frames"
    case .sequence: "a sequence of frames"
    }
  }
}

struct MetricExplanation {
  let about: MetricDescription
  private let parameters: [ParameterDescription]
  private let plugin: (path: String, version: String)?
  private let looksAt: String

  init(_ about: MetricDescription, _ registration: Registration<any Metric>) {
    self.about = about
    parameters = registration.parameters
    plugin = if case .plugin(let path, let version, _) = registration.origin { (path, version) } else { nil }
    looksAt = about.scope.wording + (about.reruns ? ", and runs the strategy again" : "")
  }

  init(ofBench about: MetricDescription) {
    self.about = about
    parameters = []
    plugin = nil
    looksAt = "builds and queries, one at a time"
  }

  /// The reasons for missing values, one of them common to all metrics that need more than one frame.
  private var undefined: [UndefinedReason] {
    about.undefined + (about.scope == .frame ? [] : [.needsFrames])
  }

  /// The papers that ask for what the metric measures; none for plugins.
  private var literature: [Literature] {
    plugin == nil ? Literature.behind(about.name) : []
  }

  var text: String {
    var text = "\(about.name)" + (about.id == about.name ? "" : " (\(about.id))") + "\n  \(about.summary)\n"
    func section(_ title: String, _ lines: [String]) {
      let lines = lines.filter { !$0.isEmpty }
      if !lines.isEmpty { text += "\n\(title)\n" + lines.map { "  \($0)\n" }.joined() }
    }
    section("Formula", about.formula.wrapped(at: 96))
    section("Measures", about.measures.flatMap { ["\($0.name): \($0.facts)", "  \($0.help)"] })
    section("No value", undefined.map { "\($0.code): \($0.meaning)" })
    section("Parameters", parameters.flatMap { ["\($0.name)=\($0.setting)", "  \($0.help)"] })
    section("Looks at", [looksAt])
    section("Cost", [about.cost])
    section("Source", about.source.wrapped(at: 96))
    section(
      "Asked for by",
      literature.flatMap { literature in
        let criteria = literature.criteria.map(\.text).joined(separator: "; ")
        return "\(literature.papers), \(literature.demand) \(criteria).".wrapped(at: 96)
      })
    section("Plugin", plugin.map { ["\($0.path), version \($0.version)"] } ?? [])
    return text
  }

  var entry: ListEntry {
    var entry = ListEntry(name: about.name, summary: about.summary)
    entry.plugin = plugin
    entry.parameters = parameters
    entry.measures = about.measures
    entry.facts = [("id", about.id), ("looks at", looksAt)]
    if !about.cost.isEmpty { entry.facts.append(("cost", about.cost)) }
    return entry
  }

  func write(to json: inout JSONWriter) {
    json.members([
      "kind": "metric", "id": about.id, "name": about.name, "summary": about.summary,
      "formula": about.formula,
    ])
    json.member("measures", objects: about.measures) { $0.write(to: &$1) }
    let reasons = undefined.map { Node(["reason": $0.code, "meaning": $0.meaning]) }
    json.member("undefined", reasons.node)
    json.member("parameters", objects: parameters) { $0.write(to: &$1) }
    json.members([
      "scope": about.scope.rawValue, "reruns": about.reruns, "cost": about.cost, "source": about.source,
      "papers": literature.map { Node(["citation": $0.papers, "criteria": $0.criteria.map(\.text)]) },
    ])
    if let plugin { json.members(["path": plugin.path, "version": plugin.version]) }
  }
}

extension Measure {
  fileprivate var facts: String {
    let (low, high) = (range.lowerBound, range.upperBound)
    let ends =
      switch (low.isFinite, high.isFinite) {
      case (true, true): "\(Numeral.text(low))…\(Numeral.text(high))"
      case (true, false): "from \(Numeral.text(low))"
      case (false, true): "to \(Numeral.text(high))"
      case (false, false): "any number"
      }
    return [unit ?? "", ends, better.wording].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension String {
  /// Lines of whole words, within the limit where words allow.
  func wrapped(at limit: Int) -> [String] {
    FittedTable.wrap(self, to: limit, indent: "").split(separator: "\n").map(String.init)
  }
}
