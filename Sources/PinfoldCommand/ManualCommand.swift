import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting

/// `pinfold manual`: the manual pages, for `make install`. Not listed, because users have `pinfold help`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write a manual page in roff.", shouldDisplay: false)

  @Option(
    help: ArgumentHelp("An existing folder for the pages of all commands.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Argument(help: "The command whose page to write, as in study run. Default: the page of pinfold itself.")
  var command: [String] = []

  func run() throws {
    if let output {
      for page in ManualPage.all { try Output.deliver(page.text, to: "\(output)/\(page.name).1") }
      return
    }
    let name = (["pinfold"] + command).joined(separator: "-")
    guard let page = ManualPage.all.first(where: { $0.name == name }) else {
      throw Failure.usage(
        "no manual page '\(name)'" + Suggestion.clause(for: name, among: ManualPage.all.map(\.name)))
    }
    try Console.write(page.text)
  }
}

/// The manual page of a command, generated from its help text.
struct ManualPage {
  let name: String
  let type: any ParsableCommand.Type

  /// The page of pinfold itself, then one for each command.
  static let all =
    [ManualPage(name: "pinfold", type: PinfoldCommand.self)] + pages(of: PinfoldCommand.self, "pinfold")

  private static func pages(of command: any ParsableCommand.Type, _ name: String) -> [ManualPage] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { type in
      let page = ManualPage(name: "\(name)-\(type.configuration.commandName ?? "")", type: type)
      return type.configuration.subcommands.isEmpty ? [page] : pages(of: type, page.name)
    }
  }

  private var isMain: Bool { type == PinfoldCommand.self }

  var text: String {
    var page = RoffWriter()
    page.request("TH", name.uppercased(), "1", "", "Pinfold \(Version.current)", "User Commands")
    page.request("SH", "NAME")
    page.paragraph("\(name) - \(type.configuration.abstract)")
    let help = PinfoldCommand.helpMessage(for: type, columns: 10_000)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let usage = help.firstIndex { $0.hasPrefix("USAGE: ") } ?? help.startIndex
    page.request("SH", "SYNOPSIS")
    page.usage(help[usage].dropFirst("USAGE: ".count))
    let (prose, examples) = Self.parts(of: type.configuration.discussion)
    page.request("SH", "DESCRIPTION")
    page.paragraph(type.configuration.abstract)
    if !prose.isEmpty { page.prose("\n" + prose) }
    page.request("SH", isMain ? "COMMANDS" : "OPTIONS")
    if isMain { writeCommands(to: &page) } else { page.options(help[(usage + 1)...]) }
    if !examples.isEmpty {
      page.request("SH", "EXAMPLES")
      page.prose(examples)
    }
    writeEnvironment(to: &page)
    page.request("SH", "EXIT STATUS")
    page.entry("0", "Done.")
    page.entry("1", "Failed; standard error says why.")
    if isMain || name.contains("study") { page.entry("2", "Not all could be verified.") }
    page.entry("64", "Wrong usage.")
    page.entry("130", "Interrupted.")
    page.request("SH", "SEE ALSO")
    let others = Self.all.filter {
      isMain ? $0.name != name : $0.isMain || $0.parent == parent && $0.name != name
    }
    page.paragraph(others.map { "\($0.name)(1)" }.joined(separator: ", "))
    return page.text
  }

  /// The page's name without its last word.
  private var parent: Substring { name[..<(name.lastIndex(of: "-") ?? name.endIndex)] }

  /// The paragraphs of a discussion, and its examples with their comments.
  private static func parts(of discussion: String) -> (prose: String, examples: String) {
    let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0.hasPrefix("Example") }) else { return (discussion, "") }
    let end = lines[first...].firstIndex(where: \.isEmpty) ?? lines.endIndex
    let rest = lines[..<first] + lines[end...].drop(while: \.isEmpty)
    return (rest.joined(separator: "\n"), lines[(first + 1)..<end].joined(separator: "\n"))
  }

  private func writeCommands(to page: inout RoffWriter) {
    page.paragraph("Each has a page of its own, as pinfold-cluster(1).")
    for other in Self.all.dropFirst() {
      page.entry(other.name.replacing("-", with: " "), other.type.configuration.abstract)
    }
    for script in ScriptSearch.scripts { page.entry("pinfold \(script.name)", script.summary) }
  }

  private func writeEnvironment(to page: inout RoffWriter) {
    page.request("SH", "ENVIRONMENT")
    page.entry(
      "PINFOLD_PLUGINS, PINFOLD_SCRIPTS",
      "Folders of installed plugins and scripts, in place of those beside the command.")
    page.entry("NO_COLOR", "If set, nothing is written in color.")
    page.entry("TERM", "If it is dumb, there are no colors, pictures or bars of progress.")
    page.entry("TMPDIR", "The folder of temporary files. Default: /tmp.")
    guard isMain || ["pinfold-shell", "pinfold-run"].contains(name) else { return }
    page.entry("PAGER", "The program that shows long tables. Default: less -S.")
    page.entry("VISUAL, EDITOR", "The program that edits plugins and input. Default: vi.")
    page.entry("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "The user's folders, named below.")
    page.request("SH", "FILES")
    page.entry("./Plugins, ./Scripts", "Plugins and scripts of the working directory.")
    page.entry("$XDG_DATA_HOME/pinfold", "The user's plugins and scripts. Default: ~/.local/share/pinfold.")
    page.entry(
      "$XDG_CONFIG_HOME/pinfold/init.lua", "Lua that the shell runs at its start. Default: below ~/.config.")
    page.entry("$XDG_STATE_HOME/pinfold/history", "The shell's history. Default: below ~/.local/state.")
  }
}

/// Writes roff with the macros that every `man` has.
struct RoffWriter {
  private(set) var text = ""

  mutating func request(_ name: String, _ arguments: String...) {
    text += "." + ([name] + arguments.map { "\"\(Self.escaped($0))\"" }).joined(separator: " ") + "\n"
  }

  mutating func paragraph(_ paragraph: some StringProtocol) { text += Self.line(paragraph) }

  mutating func usage(_ usage: some StringProtocol) { text += ".PP\n\\fB\(Self.escaped(usage))\\fR\n" }

  mutating func entry(_ name: some StringProtocol, _ explanation: some StringProtocol) {
    text += ".TP\n\\fB\(Self.escaped(name))\\fR\n" + Self.line(explanation)
  }

  /// Writes paragraphs separated by empty lines; indented ones are examples, and are kept unchanged.
  mutating func prose(_ prose: some StringProtocol) {
    var isExample = false
    for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("  ") != isExample {
        text += isExample ? ".EE\n" : ".PP\n.EX\n"
        isExample.toggle()
      }
      text += line.isEmpty ? ".PP\n" : Self.line(line)
    }
    if isExample { text += ".EE\n" }
  }

  /// Writes the options of a help text below their titles.
  mutating func options(_ help: ArraySlice<Substring>) {
    for line in help {
      if line.hasPrefix("     ") {
        // A name that is too long for its column has its text on the next line.
        text += Self.line(line.drop { $0 == " " })
      } else if line.hasPrefix("  ") {
        let entry = line.dropFirst(2)
        let end = entry.indices.first { entry[$0...].hasPrefix("  ") } ?? entry.endIndex
        // A column's width is one space where the name just fits it.
        let fits = entry.hasPrefix("-") ? entry.firstIndex(of: ">").map { entry.index(after: $0) } : nil
        let name = entry[..<min(end, fits ?? end)]
        self.entry(name, entry[name.endIndex...].drop { $0 == " " })
      } else if line.hasSuffix(":") {
        request("SS", String(line.dropLast()))
      }
    }
  }

  /// A line of text; nothing where it is empty, because roff would take that for a gap.
  private static func line(_ line: some StringProtocol) -> String {
    line.isEmpty ? "" : escaped(line) + "\n"
  }

  /// Text in which roff sees no commands: a backslash starts one, a point or an apostrophe only at the start
  /// of a line.
  private static func escaped(_ text: some StringProtocol) -> String {
    let plain = text.flatMap { character -> String in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "\"": "\\(dq"
      case "'": "\\(aq"
      case "−": "\\(mi"
      default: String(character)
      }
    }
    return plain.first == "." ? "\\&" + String(plain) : String(plain)
  }
}
