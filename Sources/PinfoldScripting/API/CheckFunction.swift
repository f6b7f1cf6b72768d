import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldEvaluation

/// `check(name, parameters)`: checks a registered thing against the contract of its kind.
///
/// Returns a table with `findings`, one for each rule, and `violations`, each with a small counterexample.
enum CheckFunction {
  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("check") { (call: LuaCall, name: String, parameters: LuaTable?, options: LuaTable?) in
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

/// A report as nested tables.
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
