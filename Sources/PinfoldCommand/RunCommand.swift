import ArgumentParser
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldStudies
import Platform

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration("run")

  @Option(name: .code, help: .value("code", "Lua code to run instead of a file."))
  var code: String?

  @Flag(help: "Give the script all of Lua: files anywhere, the system, C modules.")
  var unsafe = false

  @Flag(help: "Read only files below the working directory, and those given as arguments.")
  var confined = false

  @OptionGroup(title: "Limits") var limits: Flags<ScriptLimits>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  @Argument(
    parsing: .captureForPassthrough,
    help: .value("script", "The script, or - for standard input, and what it is given."),
    completion: .file(extensions: ["lua"]))
  var rest: [String] = []

  func run() throws {
    var arguments = rest[...]
    let script = code == nil ? arguments.popFirst() : nil
    // The parser passes on options that it does not know.
    if let script, script == "--help" || script == "-h" { throw CleanExit.helpRequest(self) }
    if let script, script.hasPrefix("-"), script != "-" { throw Failure.usage("unknown option '\(script)'") }
    guard code != nil || script != nil else {
      throw Failure.usage("nothing to run: name a script, - for standard input, or give code with -e")
    }
    let runner = try ScriptRunner(
      plugins: plugins, arguments: Array(arguments), program: script.map { "pinfold run \($0)" },
      files: confined ? .given : .person, unsafe: unsafe)
    runner.limit(to: try limits.definition())
    if let code {
      try runner.run(code: code)
    } else if let script {
      try runner.run(file: script)
    }
  }
}

/// A script of the scripts' folders that is run as a subcommand.
struct ScriptCall {
  let name: String
  let path: String
  let arguments: [String]

  func runAlone() throws {
    let runner = try ScriptRunner(
      plugins: try PluginOptions.parse([]), arguments: arguments, program: "pinfold \(name)")
    do {
      try runner.run(file: path)
    } catch let error as ScriptError where error.valueMistake != nil {
      // Users of a command are not interested in its lines of code.
      throw Failure.failed(error.valueMistake ?? error.message)
    }
  }
}

/// A session that runs one script from beginning to end.
struct ScriptRunner {
  private let session: ScriptSession

  init(
    plugins: PluginOptions, arguments: [String] = [], program: String? = nil,
    files: ScriptSession.FileAccess = .person, unsafe: Bool = false
  ) throws {
    session = try ScriptSession(
      workbench: try plugins.workbench(), arguments: arguments, program: program, files: files,
      unsafe: unsafe, output: Self.print)
    session.escapesPrint = Terminal.showsOutput
    session.showPage = Browser.open
  }

  func limit(to limits: ScriptLimits) { session.limits = limits }

  /// Runs a file, or standard input where the path is `-`; Ctrl-C stops it.
  func run(file path: String) throws {
    try stoppable {
      if path == "-" {
        try session.run(text: try StandardInput.text(), name: "stdin")
      } else {
        try session.run(file: path)
      }
    }
  }

  var declaredStudy: StudySource? { session.declaredStudy }

  /// Runs code as the shell does, so that an expression prints its value; Ctrl-C stops it.
  func run(code: String) throws {
    session.presentation = Presentation()
    session.presentation?.width = Terminal.size.columns
    try stoppable {
      switch try session.evaluate(code, name: "-e") {
      case .done(let echo): Self.print(Terminal.plain(echo))
      // Nothing follows it: its own error says what is missing.
      case .incomplete: try session.run(text: code, name: "-e")
      }
    }
  }

  private func stoppable(_ body: () throws -> Void) throws {
    Interrupts.stop(session.interrupter)
    do {
      try body()
    } catch let error as ScriptError where error.isInterrupt {
      throw Failure.interrupted
    } catch let error as ScriptError {
      switch error.exit {
      case .help(let text): Self.print(text)
      case .usage(let text):
        let lines = text.split(separator: "\n", maxSplits: 1).map(String.init)
        throw Failure.usage(lines[0], hint: lines.dropFirst().first)
      case nil: throw error
      }
    }
  }

  static func print(_ text: String) {
    do { try Console.write(text) } catch { Failure.exit(with: error) }
  }
}

/// `pinfold` without a subcommand: the shell on a terminal, else a script from standard input.
struct ShellCommand: ParsableCommand {
  static let configuration = CommandConfiguration("shell")

  @Option(name: .code, help: .value("code", "Lua code to run instead of a session."))
  var code: String?

  @Flag(name: .customLong("no-init"), help: "Do not run init.lua.")
  var skipsStartFile = false

  @Flag(help: "Give the session all of Lua: files anywhere, the system, C modules.")
  var unsafe = false

  @Flag(
    help:
      "Read requests from standard input and write replies, one line of JSON each: for notebooks and editors."
  )
  var json = false

  @Argument(help: .value("data", "A data file, which is read as 'd'."), completion: .file())
  var data: String?

  @OptionGroup var terminal: Flags<TerminalDefinition>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  /// The input that reads the data.
  private var reading: String? { data.map { "d = dataset(\(Node(.text($0)).lua))" } }

  func run() throws {
    if json, code == nil { return try JSONShell(workbench: try plugins.workbench(), unsafe: unsafe).run() }
    guard code == nil, isatty(STDIN_FILENO) == 1 else {
      let runner = try ScriptRunner(plugins: plugins, unsafe: unsafe)
      if let reading { try runner.run(code: reading) }
      return try code.map(runner.run(code:)) ?? runner.run(file: "-")
    }
    let session = try ScriptSession(
      workbench: try plugins.workbench(), files: .person, unsafe: unsafe
    ) { ScriptRunner.print(Terminal.plain($0)) }
    session.escapesPrint = Terminal.showsOutput
    session.showPage = Browser.open
    Interrupts.stop(session.interrupter)
    let shell = Shell(session: session, graphics: try terminal.definition().graphics)
    shell.start(with: skipsStartFile ? nil : StartFile.existing)
    try shell.run(reading: reading)
  }
}
