import Lua
package import Pinfold
import PinfoldColumns
package import PinfoldDefinitions
package import PinfoldEvaluation

/// `check(name, parameters)`: checks a registered thing against the contract of its kind.
///
/// Returns a table with `findings`, one for each rule, and `violations`, each with a small counterexample.
enum CheckFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "check", "(name: string, parameters?: Parameters, options?: CheckOptions): CheckReport",
      "Holds a strategy, or something of another kind, to the contract of its kind.",
      example: #"check("hexgrid").violations"#
    ) { (call: LuaCall, name: String, parameters: LuaTable?, options: LuaTable?) in
      let check = try CheckDefinition(options, of: "check")
      try call.reserve(points: ContractSample.largestCount(thorough: check.isThorough))
      let subject = try ContractSubject.find(name, kind: check.kind, in: scope.registry)
      let report = try subject.report(
        try ParameterValues(
          try Node(parameters, of: "check"), of: subject.parameters, owner: subject.label),
        on: check.samples(of: subject), context: check.limiting(scope.context))
      return ContractTable(label: subject.label, report: report)
    }
  }
}

private struct ContractTable: LuaPushable {
  let label: String
  let report: ContractReport

  func push(to call: LuaCall) {
    let table = call.makeTable()
    // A table without metatable takes any value, so setting cannot fail.
    try? table.set("name", label)
    try? table.set(
      "findings",
      report.findings.map { finding in
        ["rule": finding.rule.name, "demand": finding.rule.demand, "verdict": "\(finding.verdict)"]
      })
    try? table.set("untried", report.untried)
    try? table.set("violations", report.violations.map { ViolationTable(violation: $0) })
    table.push(to: call)
  }
}

private struct ViolationTable: LuaPushable {
  let violation: Violation

  func push(to call: LuaCall) {
    let table = call.makeTable()
    try? table.set("rule", violation.rule.name)
    try? table.set("demand", violation.rule.demand)
    try? table.set("setting", violation.setting)
    try? table.set("seen", violation.seen)
    try? table.set("expected", violation.expected)
    try? table.set("views", violation.viewports.map(\.text))
    try? table.set(
      "points",
      violation.points.map { point in
        var row: [String: LuaValue] = [
          "id": point.id.luaValue, "lon": .number(point.coordinate.longitude),
          "lat": .number(point.coordinate.latitude), "weight": .number(point.weight),
          "mergeable": .boolean(point.isMergeable),
        ]
        if let group = point.group { row["group"] = .string(group) }
        return row
      })
    table.push(to: call)
  }
}

/// The options of a check.
package struct CheckDefinition: Definition {
  /// The kind, where several things have the name.
  package private(set) var kind: String?

  /// The seed of points drawn at random.
  package private(set) var seed: UInt64 = 1

  /// Whether to try more and larger sets of points.
  package private(set) var isThorough = false

  /// The time that it may take, in seconds.
  package private(set) var budget = ContractReport.usualBudget

  /// Points to try too.
  package var data: NamedPoints?

  package init() {}

  /// A context that ends when the time is over.
  package func limiting(_ context: RunContext) -> RunContext {
    var context = context
    let end = ContinuousClock.now + .seconds(budget)
    context.deadline = min(context.deadline ?? end, end)
    return context
  }

  /// The samples to check something on.
  package func samples(of subject: ContractSubject) -> [ContractSample] {
    let real = data.map {
      ContractSample.real(
        $0.name, $0.points, most: ContractSample.largestReal(thorough: isThorough), seed: seed)
    }
    return (real.map { [$0] } ?? []) + subject.samples(seed: seed, thorough: isThorough)
  }

  package static let owner = "check"
  package static let options: [DefinedOption<CheckDefinition>] = [
    DefinedOption(
      "kind", \.kind, takes: .scalar(.choice(PluginKind.allCases.map(\.rawValue))),
      "Its kind, where several have the name."),
    DefinedOption("seed", \.seed, "Seed of the points that are drawn at random."),
    DefinedOption(
      "thorough", \.isThorough, "Try more and larger sets, a million points in one pixel among them."),
    DefinedOption(
      "budget", \.budget, takes: .number(0.001...1e6), unit: "seconds",
      "Time after which it ends, and says what it did not try."),
    DefinedOption(
      "data", .type("dataset", "a dataset"), hasFlag: false, "A dataset, some points of which are tried too."
    ) { (check, node, _) throws(DefinitionError) in
      guard let points = node.object(as: NamedPoints.self) else {
        throw node.mistake("data", takes: "a dataset")
      }
      check.data = points
    },
  ]
}
