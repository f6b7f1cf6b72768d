import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies
import PinfoldVerbs

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration("list")

  @Argument(
    help: ArgumentHelp(
      "What to list: strategies, representatives, diffs, metrics, generators, cameras or plugins. "
        + "Default: everything, in brief."),
    completion: .list(ListKind.allCases.map(\.rawValue)))
  var kind: String?

  @OptionGroup var result: ResultOptions<ListFormat>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    _ = try result.chosen()
    let kinds = try kind.map { [try ListKind(named: $0)] } ?? ListKind.allCases
    let workbench = try plugins.workbench()
    try result.deliver(
      Listing(sections: kinds.map { ($0.rawValue, $0.entries(of: workbench)) }, isBrief: kind == nil))
  }
}

/// Everything of some kinds: of several in brief, of one in full.
private struct Listing: ListText {
  let sections: [(name: String, entries: [ListEntry])]
  let isBrief: Bool

  var table: String {
    sections.map { name, entries in (isBrief ? "\(name)\n" : "") + text(entries) }.joined(separator: "\n")
  }

  private func text(_ entries: [ListEntry]) -> String {
    guard !entries.isEmpty else { return "  none\n" }
    guard isBrief else { return entries.map(\.text).joined(separator: "\n") }
    let width = entries.map { TextTable.width($0.name) }.max() ?? 0
    return entries.map { entry in
      let padding = String(repeating: " ", count: width - TextTable.width(entry.name))
      return "  \(entry.name)\(padding)  \(entry.summary)\n"
    }.joined()
  }

  func write(to json: inout JSONWriter) {
    for (name, entries) in sections { json.member(name, objects: entries) { $0.write(to: &$1) } }
  }
}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration("explain")

  @Argument(help: "A name, or the id of a metric, as in L2; or a guarantee of strategies, as in nested.")
  var name: String

  @OptionGroup var result: ResultOptions<ListFormat>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    let format = try result.chosen()
    let workbench = try plugins.workbench()
    let metrics = workbench.registry.explainedMetrics.filter {
      $0.about.name == name || $0.about.id.lowercased() == name.lowercased()
    }
    var others = ListKind.explained.flatMap { kind in
      kind.entries(of: workbench).filter { $0.name == name }.map { (kind: kind.singular, entry: $0) }
    }
    if metrics.isEmpty, others.isEmpty {
      others = Self.guarantees.filter { $0.name == name }.map { ("guarantee of strategies", $0) }
    }
    guard !metrics.isEmpty || !others.isEmpty else { throw unknown(in: workbench) }
    switch format {
    case .table:
      let texts = metrics.map(\.text) + others.map { "\($0.kind): \($0.entry.text)" }
      try Output.deliver(texts.joined(separator: "\n"), to: result.output.path)
    case .json:
      var json = JSONWriter(indent: 2)
      json.array { json in
        for metric in metrics { json.object { metric.write(to: &$0) } }
        for (kind, entry) in others {
          json.object { json in
            json.member("kind", kind)
            entry.write(to: &json)
          }
        }
      }
      json.newline()
      try Output.deliver(json.bytes, to: result.output.path)
    }
  }

  /// What strategies promise, and what the contract demands of all.
  private static let guarantees =
    Contract.strategyRules.map { ListEntry(name: $0.name, summary: $0.demand) }
    + [ListEntry(name: "incremental", summary: "Adding and removing points costs far less than a new build.")]

  private func unknown(in workbench: Workbench) -> Failure {
    let metrics = workbench.registry.explainedMetrics.map(\.about)
    let names =
      metrics.map(\.name) + ListKind.explained.flatMap { $0.entries(of: workbench).map(\.name) }
      + Self.guarantees.map(\.name)
    // All names would fill a screen.
    guard let near = Suggestion.closest(to: name, among: names + metrics.map(\.id)) else {
      return .usage("unknown name '\(name)'", hint: "'pinfold list' shows all names")
    }
    return .usage("unknown name '\(name)' (did you mean '\(near)'?)")
  }
}

extension ListKind {
  /// The kinds that are explained by their listing; metrics have longer explanations.
  fileprivate static let explained = allCases.filter { $0 != .metrics && $0 != .plugins }
}

extension Registry {
  /// Every metric, those too that only a bench measures.
  var explainedMetrics: [MetricExplanation] {
    let registered = all(.metric).compactMap { registration in
      // Defaults are within their ranges; a plugin that fails nevertheless is left out.
      (try? registration().about).map { MetricExplanation($0, registration) }
    }
    let timed = Bench.metrics.map { MetricExplanation(ofBench: $0) }
    return (registered + timed).sorted { $0.about.name < $1.about.name }
  }
}
