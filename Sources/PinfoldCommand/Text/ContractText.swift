import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldVerbs

/// A contract's report as text or JSON.
struct ContractText: ListText {
  let subject: ContractSubject
  let settings: [String]
  let report: ContractReport
  let sampleCount: Int

  var table: String {
    var name = subject.label
    if case .plugin(let path, _, _) = subject.origin { name += " (\(path))" }
    var table = TextTable(header: ["rule", "verdict", "demand"])
    for finding in report.findings {
      table.row([finding.rule.name, "\(finding.verdict)", finding.rule.demand])
    }
    let heading = ([name] + settings).joined(separator: ", ")
    return "\(heading): tried on \(counted(sampleCount, "set")) of points\n\n\(table.text)"
      + report.violations.map { "\n" + text(of: $0) }.joined() + left
  }

  /// What there was no time for.
  private var left: String {
    guard !report.untried.isEmpty else { return "" }
    return "\nnot tried to the end, as the time was over; --budget gives more: "
      + report.untried.joined(separator: "; ") + "\n"
  }

  private func text(of violation: Violation) -> String {
    let count = violation.sample.columns.count
    let size =
      count == violation.originalCount
      ? counted(count, "point") : "\(counted(count, "point")) left of \(violation.originalCount)"
    var facts = TextTable()
    facts.row(["  seen", violation.seen])
    facts.row(["  expected", violation.expected])
    facts.row(["  points", "\(size), from the set '\(violation.sample.name)'"])
    for (place, viewport) in violation.viewports.enumerated() {
      facts.row([place == 0 ? "  views" : "", viewport.text])
    }
    let setting = violation.setting.map { " with \($0)" } ?? ""
    return "\(violation.rule.name) is broken\(setting)\n\(facts.text)\(table(of: violation.points))"
  }

  /// The points, with those columns only in which they differ from the defaults.
  private func table(of points: [ContractPoint]) -> String {
    guard !points.isEmpty else { return "" }
    let limit = 20
    let hasGroups = points.contains { $0.group != nil }
    let hasWeights = points.contains { $0.weight != 1 }
    let hasSolitary = points.contains { !$0.isMergeable }
    func cells(_ id: String, _ place: [String], _ group: String, _ weight: String, _ merges: String)
      -> [String]
    {
      ["  \(id)"] + place + (hasGroups ? [group] : []) + (hasWeights ? [weight] : [])
        + (hasSolitary ? [merges] : [])
    }
    var table = TextTable(header: cells("id", ["lon", "lat"], "group", "weight", "merges"))
    for point in points.prefix(limit) {
      let place = [point.coordinate.longitude, point.coordinate.latitude].map { Numeral.text($0) }
      table.row(
        cells(
          "\(point.id)", place, point.group ?? "-", Numeral.text(point.weight),
          point.isMergeable ? "yes" : "no")
      )
    }
    return "\n" + table.text + (points.count > limit ? "  … and \(points.count - limit) more\n" : "")
  }

  func write(to json: inout JSONWriter) {
    json.member("name", subject.label)
    json.member("settings", settings) { $1.value($0) }
    json.member("sets", sampleCount)
    json.member("untried", report.untried) { $1.value($0) }
    json.member("findings", report.findings) { $0.write(to: &$1) }
  }
}

extension ContractFinding {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("rule", rule.name)
      json.member("demand", rule.demand)
      json.member("verdict", "\(verdict)")
      guard case .broken(let violation) = verdict else { return }
      if let setting = violation.setting { json.member("setting", setting) }
      json.member("seen", violation.seen)
      json.member("expected", violation.expected)
      json.member("set", violation.sample.name)
      json.key("views")
      json.array { json in for viewport in violation.viewports { viewport.write(to: &json) } }
      json.key("points")
      json.array { json in for point in violation.points { point.write(to: &json) } }
    }
  }
}

extension Viewport {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("longitude", center.longitude)
      json.member("latitude", center.latitude)
      json.member("zoom", zoom)
      json.member("width", width)
      json.member("height", height)
      json.member("tileSize", tileSize)
      json.member("margin", margin)
      json.member("bearing", bearing)
    }
  }
}

extension ContractPoint {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.value(id)
      json.member("longitude", coordinate.longitude)
      json.member("latitude", coordinate.latitude)
      json.member("group", group)
      json.member("weight", weight)
      json.member("mergeable", isMergeable)
    }
  }
}
