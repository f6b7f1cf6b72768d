import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldEvaluation

/// `check`: findings for each rule of a contract, and small counterexamples.
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
          "weight": point.weight, "mergeable": point.isMergeable, "group": point.group,
        ] as LuaFields
      },
    ]
  }
}
