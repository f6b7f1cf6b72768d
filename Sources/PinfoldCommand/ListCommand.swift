import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting
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
