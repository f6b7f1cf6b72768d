import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

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
    json.member("undefined", objects: undefined) { reason, json in
      json.member("reason", reason.code)
      json.member("meaning", reason.meaning)
    }
    json.member("parameters", objects: parameters) { $0.write(to: &$1) }
    json.members([
      "scope": about.scope.rawValue, "reruns": about.reruns, "cost": about.cost, "source": about.source,
    ])
    json.member("papers", objects: literature) { literature, json in
      json.member("citation", literature.papers)
      json.member("criteria", literature.criteria.map(\.text))
    }
    if let plugin {
      json.member("path", plugin.path)
      json.member("version", plugin.version)
    }
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
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, TextTable.width(last) + 1 + TextTable.width(String(word)) <= limit {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
