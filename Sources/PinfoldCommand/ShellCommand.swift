import ArgumentParser
import PinfoldScripting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `pinfold` without a subcommand: the shell on a terminal, else a script from standard input.
struct ShellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Open a Lua shell.",
    usage: "pinfold [shell] [<options>]",
    discussion: """
      Expressions are answered, statements run, and unfinished input goes on in the next line. Ctrl-C stops what \
      runs or clears what is typed, Ctrl-D leaves. Standard input that is not a terminal is run as a script.

      Examples:
        pinfold
        pinfold --plugin hex.lua
        pinfold < tour.lua
      """)

  @Flag(help: "Give the session all of Lua: files anywhere, the system, C modules.")
  var unsafe = false

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    guard isatty(STDIN_FILENO) == 1 else {
      return try ScriptRunner(plugins: plugins, unsafe: unsafe).run(file: "-")
    }
    let session = try ScriptSession(
      workbench: try plugins.workbench(), unsafe: unsafe, output: ScriptRunner.print)
    Interrupts.stop(session.interrupter)
    var shell = Shell(session: session)
    try shell.run()
  }
}
