import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import Platform

extension Shell {
  func perform(_ line: String) throws(DataError) {
    if line.hasPrefix("?") { return try explain(line) }
    if line.hasPrefix("!") { return runProgram(String(line.dropFirst())) }
    guard let (name, rest) = DotCommand.parse(line) else { return }
    guard let command = DotCommand(rawValue: name) else {
      let known = DotCommand.allCases.map(\.rawValue)
      let near =
        Hints.advice(on: name, of: "shell")
        ?? Suggestion.closest(to: name, among: known).map { "did you mean '.\($0)'?" }
        ?? ".help lists what there is"
      return tell("unknown command '.\(name)' (\(near))")
    }
    switch command {
    case .help: try write(Self.help(width: Terminal.size.columns))
    case .mode: try setMode(rest)
    case .timing: try set(\.tellsTime, of: command, to: rest)
    case .maxrows: setMostRows(rest)
    case .output: setOutput(rest)
    case .pager: try set(\.usesPager, of: command, to: rest)
    case .quit: isOver = true
    case .plugins: try listPlugins()
    case .doctor: try write(Doctor(session: session).report(width: Terminal.size.columns))
    case .bench: try bench(rest)
    case .run: try run(script: rest)
    case .save: try save(to: rest)
    case .edit: try edit(rest)
    }
  }

  // MARK: Help

  private func explain(_ line: String) throws(DataError) {
    let wantsSource = line.hasPrefix("??")
    let topic = String(line.drop { $0 == "?" }.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    let width = Terminal.size.columns
    if topic.isEmpty { return try write(Self.help(width: width)) }
    if let command = DotCommand(rawValue: topic.hasPrefix(".") ? String(topic.dropFirst()) : "") {
      return try write(".\(command.rawValue) \(command.arguments)\n  \(command.summary)\n")
    }
    if let text = wantsSource ? session.source(of: topic) : session.help(about: topic, width: width) {
      return try write(text)
    }
    let near = session.closestName(to: topic).map { " (did you mean '\($0)'?)" } ?? ""
    tell("nothing is known of '\(topic)'\(near)")
  }

  private static func help(width: Int) -> String {
    let commands = DotCommand.allCases.map { (".\($0.rawValue) \($0.arguments)", $0.summary) }
    return FittedTable.definitions(helpList("shell keys"), width: width)
      + FittedTable.definitions(commands, width: width)
  }

  // MARK: Settings

  private func setMode(_ word: String) throws(DataError) {
    if word.isEmpty { return try write("\(session.presentation?.mode.rawValue ?? "")\n") }
    let known = Presentation.Mode.allCases.map(\.rawValue)
    guard let mode = Presentation.Mode(rawValue: word) else {
      return tell("unknown mode '\(word)'" + Suggestion.clause(for: word, among: known))
    }
    session.presentation?.mode = mode
    screenMode = nil
  }

  private func set(_ flag: ReferenceWritableKeyPath<Shell, Bool>, of command: DotCommand, to word: String)
    throws(DataError)
  {
    switch word {
    case "on": self[keyPath: flag] = true
    case "off": self[keyPath: flag] = false
    case "": try write(self[keyPath: flag] ? "on\n" : "off\n")
    default: tell(".\(command.rawValue) takes on or off")
    }
  }

  private func setMostRows(_ word: String) {
    if word.isEmpty { return mostRows = nil }
    guard let count = Int(word), count >= 1 else {
      return tell(".maxrows takes a number from 1, as in .maxrows 50")
    }
    mostRows = count
  }

  private func setOutput(_ rest: String) {
    if rest.isEmpty {
      if let screenMode { session.presentation?.mode = screenMode }
      (outputPath, screenMode) = (nil, nil)
      return
    }
    guard let path = writable(rest, for: .output) else { return }
    // A file that cannot be written is told now, not after the first answer.
    do { try AtomicFile.write("", to: path) } catch { return tell(error) }
    ownPaths.insert(path)
    (outputPath, written) = (path, "")
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let mode = Presentation.Mode(rawValue: ending), session.presentation.map({ $0.mode != mode }) ?? false
    {
      screenMode = screenMode ?? session.presentation?.mode
      session.presentation?.mode = mode
      tell("answers are written as .mode \(mode.rawValue), as the file's name says")
    }
  }

  /// The file that a command writes; nil after telling of one that is there already, was not written by this
  /// shell, and was given without an exclamation mark.
  private func writable(_ rest: String, for command: DotCommand) -> String? {
    let path = String(rest.drop { $0 == "!" || $0 == " " })
    let isTaken = rest.first != "!" && !ownPaths.contains(path) && Doctor.exists(path)
    guard isTaken else { return path }
    tell("\(path) exists; .\(command.rawValue)! \(path) overwrites it")
    return nil
  }

  private func runProgram(_ command: String) {
    guard command.contains(where: { $0 != " " }) else { return tell("! takes a command, as in !ls") }
    let status = TerminalProgram.run(command)
    if status != 0 { tell("the command ended with \(status)") }
  }

  private func listPlugins() throws(DataError) {
    let plugins = session.workbench.plugins
    guard !plugins.isEmpty else { return try write("none; pinfold plugin new NAME writes one\n") }
    let rows = plugins.map { entry in
      [entry.plugin?.name ?? "-", entry.plugin?.kind.rawValue ?? "-", entry.state, entry.path]
    }
    try write(
      FittedTable.text(header: ["name", "kind", "state", "file"], rows: rows, width: Terminal.size.columns))
    for error in plugins.compactMap(\.error) { tell(error) }
  }

  // MARK: Running

  private func bench(_ code: String) throws(DataError) {
    guard !code.isEmpty else { return tell(".bench takes code, as in .bench d:fit()") }
    let benchmark: Benchmark
    do { benchmark = try session.bench(code) } catch { return tell(error) }
    let samples = benchmark.samples.sorted()
    guard let least = samples.first, let most = samples.last else { return }
    let median = Quantile.median(of: samples) ?? least
    try write(
      "\(Stopwatch.duration(median)) (median; \(Stopwatch.duration(least)) to \(Stopwatch.duration(most)) "
        + "in \(counted(samples.count, "sample")) of \(counted(benchmark.batch, "run")))\n")
  }

  private func run(script path: String) throws(DataError) {
    guard !path.isEmpty else { return tell(".run takes a file") }
    let stopwatch = Stopwatch()
    do {
      try session.run(file: path)
      session.record(file: path)
    } catch { return tell(error) }
    if tellsTime, let text = stopwatch.text(points: nil) { try write(Style.dim(text) + "\n") }
  }

  private func save(to rest: String) throws(DataError) {
    guard rest.contains(where: { $0 != "!" }) else { return tell(".save takes a file") }
    let script = session.script
    guard script.count > 0 else { return tell("nothing has run yet") }
    guard let path = writable(rest, for: .save) else { return }
    do { try AtomicFile.write(script.text, to: path) } catch { return tell(error) }
    ownPaths.insert(path)
    try write("\(counted(script.count, "input")) in \(path); pinfold run \(path) runs it\n")
    let left = script.unfinishedCount
    if left > 0 {
      try write(
        "\(counted(left, "input")) that may have set variables before the end of it \(left == 1 ? "is a comment" : "are comments")\n"
      )
    }
  }

  private func edit(_ path: String) throws(DataError) {
    let last = history.blocks.last { DotCommand.parse($0) == nil && !$0.hasPrefix("?") } ?? ""
    let text: String
    do {
      text = try path.isEmpty ? ExternalEditor.edited(last) : ExternalEditor.edited(file: path)
    } catch {
      if case .failed(let message) = error { tell(message) }
      return
    }
    let block = String(text.reversed().drop { $0.isNewline || $0 == " " }.reversed())
    guard !block.isEmpty else { return }
    try write(block + "\n")
    try evaluate(block)
  }
}

/// Lists what the shell finds on this machine, and what would have to be installed for the rest.
struct Doctor {
  let session: ScriptSession

  /// Programs that run beside Pinfold, their uses, and the packages that contain them on Debian and with
  /// Homebrew.
  private static let programs: [(name: String, use: String, apt: String, brew: String)] = [
    ("rsvg-convert", "pictures as PNG and PDF", "librsvg2-bin", "librsvg"),
    ("chafa", "pictures in the terminal", "chafa", "chafa"),
    ("ogr2ogr", "shapefiles and the like, made into GeoJSON", "gdal-bin", "gdal"),
  ]

  func report(width: Int) -> String {
    lines.map { name, text in
      let lines = FittedTable.wrap(text, to: max(30, width), indent: "  ")
      // A single line stands behind its heading.
      return lines.count { $0 == "\n" } == 1 ? "\(name): \(lines.dropFirst(2))" : "\(name)\n\(lines)"
    }.joined()
  }

  private var lines: [(String, String)] {
    let (columns, rows) = Terminal.size
    var lines = [
      ("pinfold", "\(Version.current), \(counted(Processors.count, "processor"))"),
      ("terminal", "\(System.variable("TERM") ?? "TERM is not set"), \(columns) x \(rows), \(Self.looks)"),
      (
        "locale",
        Terminal.isUTF8
          ? "UTF-8" : "not UTF-8, so signs of other scripts are shown in plain letters; LC_ALL=C.UTF-8 helps"
      ),
    ]
    for program in Self.programs {
      let place = Self.path(of: program.name)
      let help = "missing, for \(program.use): apt install \(program.apt), or brew install \(program.brew)"
      lines.append((program.name, place.map { "\($0), for \(program.use)" } ?? help))
    }
    let editor = System.variable("VISUAL") ?? System.variable("EDITOR")
    lines.append(("editor", editor ?? "vi, as neither $VISUAL nor $EDITOR is set"))
    for folder in session.workbench.pluginFolders {
      let count = session.workbench.plugins.filter { $0.path.hasPrefix("\(folder)/") }.count
      lines.append(("plugins", "\(folder): \(count == 0 ? "none" : counted(count, "plugin"))"))
    }
    lines.append(
      ("start", StartFile.path.map { Self.exists($0) ? $0 : "\($0), which is not there" } ?? "no home folder")
    )
    lines.append(("history", History.standardPath ?? "not kept, as there is no home folder"))
    return lines
  }

  private static var looks: String {
    let editing = Terminal.canEdit ? "lines are edited" : "plain lines"
    return "\(editing), \(Terminal.hasColors ? "colours" : "no colours")"
      + ", pictures by \(TerminalDisplay.standardOutput().graphics.rawValue)"
  }

  static func path(of program: String) -> String? {
    (System.variable("PATH") ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { unsafe access($0, X_OK) == 0 }
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }
}

enum StartFile {
  /// $XDG_CONFIG_HOME/pinfold/init.lua; nil where there is no home.
  static var path: String? {
    let home = System.variable("HOME").map { "\($0)/.config" }
    return (System.variable("XDG_CONFIG_HOME") ?? home).map { "\($0)/pinfold/init.lua" }
  }

  static var existing: String? { path.flatMap { unsafe access($0, F_OK) == 0 ? $0 : nil } }
}
