import ArgumentParser
import Lua
import Pinfold
import PinfoldData
import PinfoldScripting

/// `pinfold manual`: the manual pages, for `make install`. Not listed, because users have `pinfold help`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration("manual", shouldDisplay: false)

  @Option(
    help: ArgumentHelp("An existing folder for the pages of all commands.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Argument(help: "The command whose page to write, as in study run. Default: the page of pinfold itself.")
  var command: [String] = []

  func run() throws {
    let name = (["pinfold"] + command).joined(separator: "-")
    let pages = ManualPage.all
    if output == nil, !pages.contains(where: { $0.name == name }) {
      throw Failure.usage(
        "no manual page '\(name)'" + Suggestion.clause(for: name, among: pages.map(\.name)))
    }
    let texts = try EmbeddedFile.texts(
      "manual",
      of: [
        "version": Version.current, "pages": pages.map(\.fields),
        "scripts": ScriptSearch.scripts.map { ["name": $0.name, "summary": $0.summary] as LuaFields },
      ])
    for (page, text) in zip(pages, texts) {
      if let output { try Output.deliver(text, to: "\(output)/\(page.name).1") }
      if output == nil, page.name == name { try Console.write(text) }
    }
  }
}

/// The manual page of a command, which `manual.lua` makes of its help text.
private struct ManualPage {
  let name: String
  let type: any ParsableCommand.Type

  /// The page of pinfold itself, then one for each command.
  static var all: [ManualPage] {
    [ManualPage(name: "pinfold", type: PinfoldCommand.self)] + pages(of: PinfoldCommand.self, "pinfold")
  }

  private static func pages(of command: any ParsableCommand.Type, _ name: String) -> [ManualPage] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { type in
      let page = ManualPage(name: "\(name)-\(type.configuration.commandName ?? "")", type: type)
      return type.configuration.subcommands.isEmpty ? [page] : pages(of: type, page.name)
    }
  }

  var fields: LuaFields {
    [
      "name": name, "abstract": type.configuration.abstract, "discussion": type.configuration.discussion,
      "help": PinfoldCommand.helpMessage(for: type, columns: 10_000),
    ]
  }
}
