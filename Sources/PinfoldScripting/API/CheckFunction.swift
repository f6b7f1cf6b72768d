import Lua
import Pinfold
import PinfoldEvaluation

/// `check(name, parameters)`: holds something that has a name to the contract of its kind.
///
/// Answers a table with `findings`, one for each rule, and `violations`, each with a small counterexample.
enum CheckFunction {
  private static let fields = ["kind", "seed", "thorough"]

  static func open(in state: LuaState, scope: ScriptScope) {
    state.define("check") { (name: String, parameters: [String: LuaValue]?, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "check", known: fields)
      let kind = try options.text("kind")
      let seed = try options.integer("seed", in: 0...Int.max) ?? 1
      let isThorough = try options.flag("thorough") ?? false
      try options.finish()
      let subject = try ContractSubject(named: name, kind: kind, in: scope.registry)
      let report = try subject.report(
        try (parameters ?? [:]).parameterValues(of: subject.label),
        on: ContractSample.standard(seed: UInt64(seed), thorough: isThorough), context: scope.context)
      return ReportTable(label: subject.label, report: report)
    }
  }
}

/// A report as nested tables.
private struct ReportTable: LuaPushable {
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
