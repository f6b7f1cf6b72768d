import ArgumentParser
import Pinfold

/// `pinfold manual`: the manual page, for `make install`. Not listed, because users have `pinfold help`.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Write the manual page in roff.", shouldDisplay: false)

  func run() throws { try Console.write(ManualPage.text) }
}

/// The manual page, made of the help texts so that both say the same.
enum ManualPage {
  static var text: String {
    var page = RoffWriter()
    page.request("TH", "PINFOLD", "1", "", "Pinfold \(Version.current)", "User Commands")
    page.request("SH", "NAME")
    page.paragraph("pinfold - fold a map's pins into clusters, judge them, script it all")
    page.request("SH", "SYNOPSIS")
    page.usage("pinfold [<subcommand>] [<options>] [<arguments>]")
    page.request("SH", "DESCRIPTION")
    page.prose(PinfoldCommand.configuration.discussion)
    page.request("SH", "COMMANDS")
    for command in commands(of: PinfoldCommand.self) {
      let help = PinfoldCommand.helpMessage(for: command, columns: 10_000)
      page.command(help.split(separator: "\n", omittingEmptySubsequences: false))
    }
    page.request("SH", "FILES")
    page.entry("./Plugins", "Plugins of the folder that one works in.")
    page.entry(
      "$XDG_DATA_HOME/pinfold/plugins", "The user's plugins; by default below ~/.local/share.")
    page.request("SH", "EXIT STATUS")
    page.entry("0", "Done.")
    page.entry("1", "Failed; standard error says why.")
    page.entry("64", "Wrong usage.")
    page.entry("130", "Interrupted.")
    return page.text
  }

  private static func commands(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    let shown = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return shown.flatMap { $0.configuration.subcommands.isEmpty ? [$0] : commands(of: $0) }
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

  /// Writes paragraphs that empty lines separate; indented ones are examples, and are kept as they are.
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

  mutating func command(_ help: [Substring]) {
    let usage = help.firstIndex { $0.hasPrefix("USAGE: ") } ?? help.endIndex
    guard usage < help.endIndex else { return }
    request("SS", String(help[usage].dropFirst(7)))
    prose(help[..<usage].joined(separator: "\n").dropFirst("OVERVIEW: ".count))
    for line in help[(usage + 1)...] {
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
        text += ".PP\n\(Self.escaped(line.prefix(1) + line.dropFirst().lowercased()))\n"
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
