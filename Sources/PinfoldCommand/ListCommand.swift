import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting

/// `pinfold list`: lists everything that has a name.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what can be asked for by name, with parameters.",
    usage: "pinfold list [<options>] [<kind>]",
    discussion: """
      Without a kind it names everything; with one it also tells parameters with their ranges, defaults and \
      units, and what strategies keep or, as plugins, promise (see plugin check).

      Examples:
        pinfold list
        pinfold list strategies
        pinfold list metrics --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "What to list: strategies, representatives, diffs, metrics, generators, cameras or plugins. Without "
        + "it: everything, in brief."),
    completion: .list(ListKind.allCases.map(\.rawValue)))
  var kind: String?

  @OptionGroup var result: ResultOptions<ListFormat>

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    let format = try result.chosen()
    let kinds = try kind.map { [try ListKind(named: $0)] } ?? ListKind.allCases
    let workbench = try plugins.workbench()
    switch format {
    case .table:
      let sections = kinds.map { kind in
        let heading = self.kind == nil ? "\(kind.rawValue)\n" : ""
        return heading + Self.text(kind.entries(of: workbench), isBrief: self.kind == nil)
      }
      try Output.deliver(sections.joined(separator: "\n"), to: result.output.path)
    case .json:
      try Output.deliver(to: result.output.path) { json in
        json.object { json in
          for kind in kinds {
            json.key(kind.rawValue)
            json.array { json in for entry in kind.entries(of: workbench) { entry.write(to: &json) } }
          }
        }
      }
    }
  }

  private static func text(_ entries: [ListEntry], isBrief: Bool) -> String {
    guard !entries.isEmpty else { return "  none\n" }
    guard isBrief else { return entries.map(\.text).joined(separator: "\n") }
    let width = entries.map { TextTable.width($0.name) }.max() ?? 0
    return entries.map { entry in
      let padding = String(repeating: " ", count: width - TextTable.width(entry.name))
      return "  \(entry.name)\(padding)  \(entry.summary)\n"
    }.joined()
  }
}
