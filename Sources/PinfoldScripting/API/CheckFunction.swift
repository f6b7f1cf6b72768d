import Lua
package import Pinfold
import PinfoldColumns
package import PinfoldDefinitions
package import PinfoldEvaluation

/// `check`: findings for each rule of a contract, and small counterexamples.
enum CheckFunction {
  static func open(in lua: LuaLibrary, scope: ScriptScope) {
    lua.define(
      "check", "(name: string, parameters?: Parameters, options?: CheckOptions): CheckReport",
      "Checks a strategy, or another registered value, against the contract of its kind.",
      example: #"check("hexgrid").violations"#
    ) { (call: LuaCall, name: String, parameters: LuaTable?, options: LuaTable?) in
      let check = try CheckDefinition(options, of: "check")
      try call.reserve(points: ContractSample.largestCount(thorough: check.isThorough))
      let subject = try ContractSubject.find(name, kind: check.kind, in: scope.registry)
      let report = try subject.report(
        try ParameterValues(
          try Node(parameters, of: "check"), of: subject.parameters, owner: subject.label),
        on: check.samples(of: subject), context: check.limiting(scope.context))
      return report.fields(of: subject.label)
    }
  }
}

extension ContractReport {
  /// The report as nested tables.
  fileprivate func fields(of label: String) -> LuaFields {
    [
      "name": label,
      "findings": findings.map { finding in
        ["rule": finding.rule.name, "demand": finding.rule.demand, "verdict": "\(finding.verdict)"]
      },
      "untried": untried, "violations": violations.map(\.fields),
    ]
  }
}

extension Violation {
  fileprivate var fields: LuaFields {
    [
      "rule": rule.name, "demand": rule.demand, "setting": setting, "seen": seen, "expected": expected,
      "views": viewports.map(\.text),
      "points": points.map { point in
        [
          "id": point.id.luaValue, "lon": point.coordinate.longitude, "lat": point.coordinate.latitude,
          "weight": point.weight, "priority": point.priority, "mergeable": point.isMergeable,
          "group": point.group,
          "attributes": LuaFields(point.attributes.map { ($0.name, LuaValue.string($0.value)) }),
        ] as LuaFields
      },
    ]
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

  /// The processor time that it may take, in seconds; nil for the usual one.
  package private(set) var budget: Double?

  /// Points to try too.
  package var data: NamedPoints?

  package init() {}

  /// A context that ends when the time is used up.
  package func limiting(_ context: RunContext) -> RunContext {
    context.limitingProcessorTime(to: budget ?? ContractReport.usualBudget(isThorough: isThorough))
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
      "kind", \.kind, takes: .words(of: PluginKind.self),
      "Its kind, if several have the name."),
    DefinedOption("seed", \.seed, "Seed of the points that are drawn at random."),
    DefinedOption(
      "thorough", \.isThorough, "Try more and larger sets, including a million points in one pixel."),
    DefinedOption(
      "budget", \.budget, takes: .number(0.001...1e6), unit: "seconds",
      standard: [false, true].map { "\(Int(ContractReport.usualBudget(isThorough: $0)))" }
        .joined(separator: ", or if thorough "),
      "Processor time after which the check ends, and reports what it did not try."),
    DefinedOption(
      "data", .type("dataset", "a dataset"), hasFlag: false, "A dataset to draw further trials from."
    ) { (check, node, _) throws(DefinitionError) in
      guard let points = node.object(as: NamedPoints.self) else {
        throw node.mistake("data", takes: "a dataset")
      }
      check.data = points
    },
  ]
}
