import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

extension PluginCommand {
  struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin check")

    @Argument(
      help:
        "A Lua file, or the name of a plugin or built-in, also with parameters as in 'hexgrid(cellSize=20)'.",
      completion: .file(extensions: ["lua"]))
    var plugin: String

    @OptionGroup(title: "What to try") var check: Flags<CheckDefinition>

    @Option(
      name: .customLong("data"),
      help: ArgumentHelp(
        "A file whose points are tried too: \(ContractSample.largestReal(thorough: false)) of them, with --thorough "
          + "\(ContractSample.largestReal(thorough: true)), drawn with the seed.", valueName: "file"),
      completion: .file())
    var data: String?

    @OptionGroup var result: ResultOptions<ListFormat>
    @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      _ = try result.chosen()
      Interrupts.endProcess()
      var check = try check.definition()
      let form = try Node.form(plugin, place: "<plugin>")
      let subject = try subject(form.name, kind: check.kind)
      let values = try ParameterValues(form.settings, of: subject.parameters, owner: subject.label)
      check.data = try points(for: subject, values)
      let samples = check.samples(of: subject)
      let progress = ProgressBar()
      defer { progress.finish() }
      let report = try subject.report(values, on: samples, context: check.limiting(RunContext())) {
        progress.update($0, $1)
      }
      progress.finish()
      try result.deliver(
        ContractText(
          subject: subject,
          settings: (form.settings.members ?? []).map { "\($0.name)=\($0.value.text ?? "")" },
          report: report, sampleCount: samples.count))
      if !report.violations.isEmpty { throw Failure.reported }
    }

    private func points(for subject: ContractSubject, _ values: ParameterValues) throws -> NamedPoints? {
      guard let data else {
        if !reading.members.isEmpty {
          throw Failure.usage("--\(reading.members[0].name) needs --data")
        }
        return nil
      }
      let path = Node(.text(data), place: "--data")
      let definition = try DatasetDefinition.one(
        Node(.table([("path", path)] + reading.members), place: data), in: Registry())
      let columns = subject.needs(with: values).map { ColumnRequest($0.name, option: subject.label) }
      return try VerbContext.command(RunContext()).load(definition.reading(columns))
    }

    /// The thing that a file registers, whatever else has its name; or the thing of that name.
    private func subject(_ plugin: String, kind: String?) throws -> ContractSubject {
      guard plugin.hasSuffix(".lua") else {
        return try ContractSubject.find(plugin, kind: kind, in: try plugins.workbench().registry)
      }
      let workbench = try plugins.workbench().preferring([plugin])
      let plugin = try Plugin(path: plugin, limits: plugins.limits)
      if let kind, kind != plugin.kind.rawValue {
        throw Failure.usage("--kind \(kind): \(plugin.path) is a \(plugin.kind.rawValue)")
      }
      return try ContractSubject.find(plugin.name, kind: plugin.kind.rawValue, in: workbench.registry)
    }
  }
}

private struct ContractText: ListText {
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
    return "\(heading): tried on \(counted(sampleCount, "set")) of points\n\n\(table.text)\n\(summary)\n"
      + told + left
  }

  private var summary: String {
    let held = report.findings.count { if case .held(1..., _) = $0.verdict { true } else { false } }
    let (broken, all) = (report.violations.count, report.findings.count)
    let rest = all - held - broken
    return "\(subject.label) \(broken == 0 ? "keeps its contract" : "breaks \(counted(broken, "rule"))"): "
      + "\(held) of \(counted(all, "rule")) held"
      + (rest == 0 ? "." : ", \(rest) do not apply or were not tried.")
  }

  /// The violations, those that may follow from another in one line.
  private var told: String {
    let names = report.following.map(\.rule.name)
    let apart = report.violations.filter { !names.contains($0.rule.name) }
    return apart.map { "\n" + text(of: $0) }.joined()
      + (names.isEmpty
        ? ""
        : "\nbroken too: \(names.joined(separator: ", ")). These rules compare frames as repetition does, so mend\n"
          + "that first; --format json shows their points.\n")
  }

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
    return "\(violation.rule.name) is broken\(setting)\n\(facts.text)\(table(of: violation))"
  }

  /// The points, with those columns only in which they differ from the defaults, and the attributes that are
  /// read.
  private func table(of violation: Violation) -> String {
    let points = violation.shownPoints
    guard !points.isEmpty else { return "" }
    var columns: [(name: String, text: (ContractPoint) -> String)] = [
      ("  id", { "  \($0.id)" }), ("lon", { Numeral.text($0.coordinate.longitude) }),
      ("lat", { Numeral.text($0.coordinate.latitude) }),
    ]
    if points.contains(where: { $0.group != nil }) { columns.append(("group", { $0.group ?? "-" })) }
    if points.contains(where: { $0.weight != 1 }) { columns.append(("weight", { Numeral.text($0.weight) })) }
    if points.contains(where: { $0.priority != 0 }) {
      columns.append(("priority", { Numeral.text($0.priority) }))
    }
    if points.contains(where: { !$0.isMergeable }) {
      columns.append(("merges", { $0.isMergeable ? "yes" : "no" }))
    }
    for name in violation.sample.columns.attributes.map(\.name) {
      columns.append((name, { point in point.attributes.first { $0.name == name }?.value ?? "-" }))
    }
    var table = TextTable(header: columns.map(\.name))
    for point in points { table.row(columns.map { $0.text(point) }) }
    let rest = violation.sample.columns.count - points.count
    return "\n" + table.text + (rest > 0 ? "  … and \(rest) more\n" : "")
  }

  func write(to json: inout JSONWriter) {
    json.members([
      "name": subject.label, "settings": settings, "sets": sampleCount, "untried": report.untried,
    ])
    json.member("findings", objects: report.findings) { finding, json in
      json.members([
        "rule": finding.rule.name, "demand": finding.rule.demand, "verdict": "\(finding.verdict)",
      ])
      guard case .broken(let violation) = finding.verdict else { return }
      if let setting = violation.setting { json.member("setting", setting) }
      json.members([
        "seen": violation.seen, "expected": violation.expected, "set": violation.sample.name,
        "views": violation.viewports.map(\.node), "points": violation.points.map(\.node),
      ])
    }
  }
}

extension Viewport {
  fileprivate var node: Node {
    Node([
      "longitude": center.longitude, "latitude": center.latitude, "zoom": zoom, "width": width,
      "height": height, "tileSize": tileSize, "margin": margin, "bearing": bearing,
    ])
  }
}

extension ContractPoint {
  fileprivate var node: Node {
    Node([
      "id": id, "longitude": coordinate.longitude, "latitude": coordinate.latitude, "group": group,
      "weight": weight, "priority": priority, "mergeable": isMergeable,
      "attributes": Node(.table(attributes.map { (name: $0.name, value: $0.value.node) })),
    ])
  }
}

extension PluginCommand {
  struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin test")

    @Argument(
      help: ArgumentHelp("Lua files, folders of them, and names of plugins.", valueName: "plugin"),
      completion: .file(extensions: ["lua"]))
    var paths: [String]

    @OptionGroup var result: ResultOptions<ListFormat>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      _ = try result.chosen()
      Interrupts.endProcess()
      var reports: [PluginTestReport] = []
      var errors: [PluginError] = []
      for path in try paths.flatMap(files) {
        do { reports.append(try PluginTestReport(path: path, limits: plugins.limits)) } catch {
          errors.append(error)
        }
      }
      try result.deliver(PluginTestText(reports: reports, errors: errors))
      for error in errors { Console.error("\(error)") }
      if reports.allSatisfy(\.results.isEmpty), errors.isEmpty {
        throw Failure.failed("no tests in \(paths.joined(separator: ", "))")
      }
      if !errors.isEmpty || !reports.allSatisfy(\.isPassed) { throw Failure.reported }
    }

    /// The files of an argument: what is there under that path, or else the plugins of that name that count.
    private func files(_ argument: String) throws -> [String] {
      if argument.hasSuffix(".lua") || Files.exists(argument) { return Files.plugins(at: argument) }
      let all = try plugins.workbench(isQuiet: true).plugins
      let named = all.filter { $0.plugin?.name == argument && $0.shadowedBy == nil }
      guard named.isEmpty else { return named.map(\.path) }
      throw Failure.usage(
        "there is no file or folder '\(argument)', and no plugin of that name"
          + Suggestion.clause(for: argument, among: all.compactMap { $0.plugin?.name }))
    }
  }
}

private struct PluginTestText: ListText {
  let reports: [PluginTestReport]
  let errors: [PluginError]

  var table: String {
    let all = reports.flatMap(\.results)
    let failed = all.count { $0.failure != nil }
    let total = "\(counted(all.count, "test")), \(failed == 0 ? "none" : "\(failed)") failed\n"
    return reports.map(text).joined(separator: "\n") + (reports.isEmpty ? "" : "\n") + total
  }

  private func text(of report: PluginTestReport) -> String {
    var text = "\(report.plugin.kind.rawValue) '\(report.plugin.name)' (\(report.plugin.path))\n"
    if report.results.isEmpty { text += "  no tests\n" }
    for result in report.results {
      text += "  \(result.failure == nil ? "passed" : "failed")  \(result.name)\n"
      guard let failure = result.failure else { continue }
      text += "          \(failure.place.map { "\($0): " } ?? "")\(failure.message)\n"
      if let line = failure.sourceLine { text += "            | \(line)\n" }
    }
    return text
  }

  func write(to json: inout JSONWriter) {
    json.member("plugins", objects: reports) { report, json in
      json.members([
        "kind": report.plugin.kind.rawValue, "name": report.plugin.name, "path": report.plugin.path,
      ])
      json.member("tests", objects: report.results) { result, json in
        json.members(["name": result.name, "passed": result.failure == nil])
        guard let failure = result.failure else { return }
        json.members(["message": failure.message, "place": failure.place, "line": failure.sourceLine])
      }
    }
    json.member("errors", errors.map { "\($0)" })
  }
}
