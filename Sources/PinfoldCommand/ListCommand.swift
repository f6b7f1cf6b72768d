import ArgumentParser
import PinfoldData
import PinfoldScripting

/// `pinfold list`: what can be asked for by name.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what can be asked for by name, with parameters.",
    discussion: """
      Without a kind it names everything; with one it also tells parameters with their ranges, defaults and \
      units, and what strategies promise.

      Examples:
        pinfold list
        pinfold list strategies
        pinfold list metrics --format json
      """)

  @Argument(help: "What to list. Without it: everything, in brief.")
  var kind: ListKind?

  @Option(help: "How to write the list.")
  var format = ListFormat.table

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    let workbench = try plugins.workbench()
    let kinds = kind.map { [$0] } ?? ListKind.allCases
    switch format {
    case .table:
      let sections = kinds.map { kind in
        let entries = kind.entries(of: workbench)
        let heading = self.kind == nil ? "\(kind.rawValue)\n" : ""
        let text = entries.map { $0.text(isBrief: self.kind == nil) }
        return heading + Self.joined(text, isBrief: self.kind == nil)
      }
      try Console.write(sections.joined(separator: "\n"))
    case .json:
      try Output.deliver(to: nil) { json in
        json.object { json in
          for kind in kinds {
            json.key(kind.rawValue)
            json.array { json in for entry in kind.entries(of: workbench) { entry.write(to: &json) } }
          }
        }
      }
    }
  }

  private static func joined(_ entries: [String], isBrief: Bool) -> String {
    entries.isEmpty ? "  none\n" : entries.joined(separator: isBrief ? "" : "\n")
  }
}

/// The kinds of things that have names.
enum ListKind: String, ExpressibleByArgument, CaseIterable {
  case strategies, representatives, diffs, metrics, generators, plugins
}
