import ArgumentParser
import Lua
import Pinfold
import PinfoldData
import PinfoldScripting

/// `pinfold manual`: the manual pages, for `make install`. Not listed, because users have `pinfold help`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration("manual", shouldDisplay: false)

  @Option(
    help: .value("folder", "An existing folder for the pages of all commands."), completion: .directory)
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

extension CommandConfiguration {
  /// Makes the configuration of a command whose texts are on its page of `help.txt`.
  ///
  /// A page has the abstract, then lines of `usage:` where the parser's own usage is not the best, an empty
  /// line, and the discussion. Lines of a paragraph are joined; indented lines are kept.
  ///
  /// - Parameters:
  ///   - page: the command with those above it, as in `study run`.
  ///   - members: the names to list in place of the word `MEMBERS`.
  init(
    _ page: String, version: String = "", shouldDisplay: Bool = true, members: [String] = [],
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) {
    guard let lines = helpPages[page] else { preconditionFailure("help.txt has no page '\(page)'") }
    let usage = lines.dropFirst().prefix { $0.hasPrefix("usage: ") }
    var discussion: [String] = []
    var isParagraph = false
    for line in lines.dropFirst(2 + usage.count) {
      let isText = !line.isEmpty && !line.hasPrefix(" ")
      if isText, isParagraph {
        discussion[discussion.count - 1] += " " + line
      } else {
        discussion.append(line)
      }
      isParagraph = isText
    }
    self.init(
      commandName: page.split(separator: " ").last.map(String.init), abstract: lines[0],
      usage: usage.isEmpty ? nil : usage.map { $0.dropFirst("usage: ".count) }.joined(separator: "\n"),
      discussion: discussion.joined(separator: "\n")
        .replacing("MEMBERS", with: members.joined(separator: ", ")),
      version: version, shouldDisplay: shouldDisplay, subcommands: subcommands,
      defaultSubcommand: defaultSubcommand)
  }
}

/// The lines of a page that is a list: names, each with a text behind two blanks.
func helpList(_ page: String) -> [(name: String, text: String)] {
  (helpPages[page] ?? []).map { line in
    let parts = line.split(separator: "  ", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }
}

/// The lines of each page, by its name.
private let helpPages: [String: [String]] = {
  var pages: [String: [String]] = [:]
  var name = ""
  for line in EmbeddedFile.text("help").split(separator: "\n", omittingEmptySubsequences: false) {
    if line.hasPrefix("# ") {
      name = String(line.dropFirst(2))
    } else {
      pages[name, default: []].append(String(line))
    }
  }
  return pages.mapValues { lines in Array(lines.reversed().drop(while: \.isEmpty).reversed()) }
}()
