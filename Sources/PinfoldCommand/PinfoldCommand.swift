import ArgumentParser
package import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldStudies

/// Runs the command with the words behind its name, and ends the process with its exit code.
///
/// - Parameter registry: what there is without plugins.
package func runCommand(_ arguments: [String], registry: Registry = Workbench.builtIn) -> Never {
  let start = ProgramStart(arguments: arguments, registry: registry)
  ProgramStart.$current.withValue(start) { PinfoldCommand.run(arguments) }
  Failure.terminate(0)
}

/// Reports an error as the command reports its own, and ends the process.
package func failCommand(_ error: any Error) -> Never { Failure.exit(with: error) }

struct PinfoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "pinfold", version: "pinfold \(StudyManifest.Tool.current.line)", subcommands: commands.map { $0.type },
    defaultSubcommand: ShellCommand.self)

  /// The subcommands by name, so that to find one touches no other.
  private static var commands: [(name: String, type: any ParsableCommand.Type)] {
    [
      ("info", InfoCommand.self), ("serve", ServeCommand.self), ("cluster", ClusterCommand.self),
      ("tiles", TilesCommand.self), ("index", IndexCommand.self),
      ("aggregate", AggregateCommand.self), ("merge", MergeCommand.self),
      ("plot", PlotCommand.self), ("diff", DiffCommand.self), ("compare", CompareCommand.self),
      ("study", StudyCommand.self), ("score", ScoreCommand.self), ("bench", BenchCommand.self),
      ("list", ListCommand.self), ("explain", ExplainCommand.self), ("plugin", PluginCommand.self),
      ("run", RunCommand.self), ("shell", ShellCommand.self), ("manual", ManualCommand.self),
    ]
  }

  fileprivate static func run(_ arguments: [String]) {
    Interrupts.startAfresh()
    ScriptLimits.endProcess(after: 5)
    if let path = overwritten(by: arguments) {
      Failure.exit(
        with: Failure.usage("--output '\(path)': the command reads this file; choose another name"))
    }
    let direct = parsedDirectly(arguments)
    var command: any ParsableCommand
    if let direct {
      command = direct
    } else {
      do {
        if let script = try script(arguments) {
          return try withTables(fitting: arguments) { try script.runAlone() }
        }
      } catch {
        Failure.exit(with: error)
      }
      do {
        command = try parseAsRoot(arguments)
      } catch {
        exitAfterParsing(error)
      }
    }
    do {
      // The shell fits its tables itself.
      if command is ShellCommand {
        try command.run()
      } else {
        try withTables(fitting: arguments) { try command.run() }
      }
    } catch {
      // `pinfold help` runs as a command and throws its text. For other errors the parser would go over all
      // commands.
      if direct == nil || error is CleanExit, exitCode(for: error) == .success { exitAfterParsing(error) }
      Failure.exit(with: error)
    }
  }

  /// Runs a command whose tables keep within the terminal that they are shown on.
  private static func withTables(fitting arguments: [String], _ body: () throws -> Void) rethrows {
    let isFile = arguments.contains { ["-o", "--output"].contains($0) || $0.hasPrefix("--output=") }
    let width = Terminal.showsOutput && !isFile ? Terminal.size.columns : nil
    try TextTable.$screenWidth.withValue(width, operation: body)
  }

  /// The output that would replace a file among the other arguments. `merge` may add to a file.
  private static func overwritten(by arguments: [String]) -> String? {
    guard arguments.first != "merge" else { return nil }
    var (outputs, others): ([String], [String]) = ([], [])
    for (place, word) in arguments.enumerated() {
      if place > 0, ["-o", "--output"].contains(arguments[place - 1]) {
        outputs.append(word)
      } else if word.hasPrefix("--output=") {
        outputs.append(String(word.dropFirst("--output=".count)))
      } else {
        others.append(word)
      }
    }
    let files = outputs.filter(Folder.isFile)
    guard !files.isEmpty else { return nil }
    let read = Set(others.compactMap { Folder.realPath($0) })
    return files.first { Folder.realPath($0).map(read.contains) == true }
  }

  /// The command named by the first words, with its arguments, if these are valid; nil otherwise.
  ///
  /// The parser of the whole tree visits the declarations of all commands; it is only used to explain
  /// mistakes.
  private static func parsedDirectly(_ arguments: [String]) -> (any ParsableCommand)? {
    guard var type = commands.first(where: { $0.name == arguments.first })?.type else { return nil }
    var rest = arguments.dropFirst()
    while let word = rest.first,
      let next = type.configuration.subcommands.first(where: { $0.configuration.commandName == word })
    {
      type = next
      rest = rest.dropFirst()
    }
    guard type.configuration.subcommands.isEmpty else { return nil }
    // A wish for help makes another command.
    let command = try? type.parseAsRoot(Array(rest))
    return command.flatMap { Swift.type(of: $0) == type ? $0 : nil }
  }

  /// The script named by the first word, if it is no subcommand; `help NAME` requests its help.
  private static func script(_ arguments: [String]) throws(Failure) -> ScriptCall? {
    let known = commands.map(\.name) + ["help"]
    var words = arguments[...]
    let isHelp = words.first == "help"
    if isHelp { words = words.dropFirst() }
    // The parser would take an unknown word for an argument of the shell.
    guard let name = words.popFirst(), !name.isEmpty, !name.hasPrefix("-"), !known.contains(name) else {
      return nil
    }
    if let path = ScriptSearch.path(of: name) {
      return ScriptCall(name: name, path: path, arguments: isHelp ? ["--help"] : Array(words))
    }
    if name.hasSuffix(".lua") {
      throw .usage("unknown subcommand '\(name)' (did you mean 'pinfold run \(name)'?)")
    }
    // The shell reads it.
    if SampleData.names.contains(name) || Folder.isFile(name) { return nil }
    let all = known + ScriptSearch.scripts.map(\.name)
    if name.contains(where: { $0 == "." || $0 == "/" }) {
      throw .usage("there is no file '\(name)', and no subcommand of that name; 'pinfold --help' lists them")
    }
    throw .usage("unknown subcommand '\(name)'" + Suggestion.clause(for: name, among: all))
  }

  // Help and version go to standard output; the parser's errors get our own form.
  private static func exitAfterParsing(_ error: any Error) -> Never {
    let full = fullMessage(for: error)
    guard exitCode(for: error) != .success else {
      let isShort = ProgramStart.current.arguments.contains("-h")
      do { try Console.write(help(withScripts(full), isShort: isShort) + "\n") } catch {
        Failure.exit(with: error)
      }
      Failure.terminate(0)
    }
    let text = message(for: error)
    // Our own messages begin in lower case, after the command's name.
    let plain = text.prefix(1).lowercased() + text.dropFirst()
    // The parser attributes mistakes of the command itself to the shell.
    let hint = full.split(separator: "\n").last { $0.contains("--help") }
      .map { $0.drop { $0 == " " }.split(separator: "shell ").joined() }
    Failure.exit(with: Failure.usage(plain, hint: hint))
  }

  /// A help text that explains the difference between `-h` and `--help`: with `-h` the options that many
  /// commands share are left out. Any other text is unchanged.
  private static func help(_ text: String, isShort: Bool) -> String {
    let shared = ["READING THE DATA:", "PLUGINS:"]
    var sections = text.split(separator: "\n\n", omittingEmptySubsequences: false)
    guard sections.contains(where: { $0.hasPrefix(shared[0]) }) else { return text }
    let help = "-h, --help              Show "
    for place in sections.indices where sections[place].hasPrefix("OPTIONS:") {
      let advice =
        isShort
        ? "this help; --help also shows the options for\n" + String(repeating: " ", count: 26)
          + "reading data and plugins."
        : "help; -h leaves out the options for reading\n" + String(repeating: " ", count: 26)
          + "data and plugins."
      sections[place] = sections[place].replacing(help + "help information.", with: help + advice)[...]
    }
    if isShort { sections.removeAll { section in shared.contains { section.hasPrefix($0) } } }
    return sections.joined(separator: "\n\n")
  }

  /// The help of the command with the scripts that run as subcommands; other text unchanged.
  private static func withScripts(_ help: String) -> String {
    let end = "\n\n  See 'pinfold help <subcommand>'"
    let parts = help.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)
    let known = commands.map(\.name)
    let scripts = ScriptSearch.scripts.filter { !known.contains($0.name) }
    guard parts.count == 2, !scripts.isEmpty, help.contains("\n  shell (default)") else { return help }
    let lines = scripts.flatMap { script in
      let summary = script.summary.wrapped(at: 54)
      let label = "  \(script.name)"
      let isLong = label.count > 25
      let head =
        isLong ? label : label + String(repeating: " ", count: 26 - label.count) + (summary.first ?? "")
      return [head] + summary.dropFirst(isLong ? 0 : 1).map { String(repeating: " ", count: 26) + $0 }
    }
    return "\(parts[0])\n\nSCRIPTS:\n\(lines.joined(separator: "\n"))\(end)\(parts[1])"
  }
}
