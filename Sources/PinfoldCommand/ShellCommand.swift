import ArgumentParser
import PinfoldDefinitions
import PinfoldScripting
import Platform

/// `pinfold` without a subcommand: the shell on a terminal, else a script from standard input.
struct ShellCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shell",
    abstract: "Open a Lua shell.",
    usage: "pinfold [shell] [<options>]",
    discussion: """
      Expressions are answered, statements run, and unfinished input goes on in the next line. Tab completes, \
      ?name explains, .help lists the rest. Ctrl-C stops what runs or clears what is typed, Ctrl-D leaves. Standard \
      input that is not a terminal is run as a script. At its start the shell runs \
      $XDG_CONFIG_HOME/pinfold/init.lua.

      Examples:
        pinfold
        pinfold --plugin hex.lua
        pinfold < tour.lua
        pinfold -e '1 + 1'
        echo '{"do": "execute", "code": "1 + 1"}' | pinfold shell --json
      """)

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp("Lua code to run instead of a session.", valueName: "code"))
  var code: String?

  @Flag(name: .customLong("no-init"), help: "Do not run init.lua.")
  var skipsStartFile = false

  @Flag(help: "Give the session all of Lua: files anywhere, the system, C modules.")
  var unsafe = false

  @Flag(
    help:
      "Take requests from standard input, a line of JSON each, and answer likewise: for notebooks and editors."
  )
  var json = false

  @OptionGroup var terminal: Flags<TerminalDefinition>

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    if let code { return try ScriptRunner(plugins: plugins, unsafe: unsafe).run(code: code) }
    if json { return try JSONShell(workbench: try plugins.workbench(), unsafe: unsafe).run() }
    guard isatty(STDIN_FILENO) == 1 else {
      return try ScriptRunner(plugins: plugins, unsafe: unsafe).run(file: "-")
    }
    let session = try ScriptSession(
      workbench: try plugins.workbench(), unsafe: unsafe
    ) { ScriptRunner.print(Terminal.plain($0)) }
    session.escapesPrint = Terminal.showsOutput
    session.showPage = Browser.open
    Interrupts.stop(session.interrupter)
    let shell = Shell(session: session, graphics: try terminal.definition().graphics)
    shell.start(with: skipsStartFile ? nil : StartFile.existing)
    try shell.run()
  }
}
