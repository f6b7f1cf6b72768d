import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldScripting
import PinfoldVerbs
import Platform

/// A loop that reads, evaluates and prints, and continues after errors.
final class Shell {
  let session: ScriptSession
  var history: History
  var tellsTime = true
  var isOver = false

  /// The most rows of a table; nil for as many as go on the screen.
  var mostRows: Int?

  /// The file that answers go to in place of the screen, and what is in it.
  var outputPath: String?
  var written = ""

  /// The mode of answers on the screen, where the name of that file chose another.
  var screenMode: Presentation.Mode?
  var usesPager = false

  /// The files that this shell has written, which it may write again.
  var ownPaths: Set<String> = []
  private let editor: LineEditor?
  private var lines = LineReader()
  private var walk = HistoryWalk()
  private var input = ""

  init(session: ScriptSession, graphics: TerminalGraphics) {
    self.session = session
    editor = LineEditor()
    history = History(path: editor == nil ? nil : History.standardPath)
    session.presentation = Presentation()
    session.presentation?.fitsShow = true
    if Terminal.showsOutput, graphics != .none {
      session.presentation?.picture = {
        try? TerminalDisplay.standardOutput(graphics: graphics).text(ofSVG: $0)
      }
    }
    editor?.handler = { [unowned self] in answer($0, $1, $2) }
    for block in history.blocks { editor?.remember(block) }
  }

  /// Runs a file of the user's own before anything else; an error in it is reported and otherwise ignored.
  func start(with file: String?) {
    guard let file else { return }
    do {
      try session.run(file: file)
    } catch {
      tell(error)
    }
  }

  /// Runs until the user leaves.
  ///
  /// - Parameter reading: an input that reads data as the variable `d`; nil for none.
  func run(reading: String? = nil) throws(DataError) {
    try write("Pinfold \(Version.current) with Lua. ?name explains,\n.help tells more, Ctrl-D leaves.\n")
    if let reading {
      try evaluate(reading)
      let width = Terminal.size.columns
      for line in session.introduction(of: "d") ?? [] {
        try write(FittedTable.wrap(line, to: width, indent: ""))
      }
    }
    while !isOver {
      switch try next() {
      case .line(let line): try take(line)
      case .interrupted:
        input = ""
        // It was meant for what is typed, and must not stop what Tab runs.
        session.interrupter.clear()
        try Console.write(editor == nil ? "\n" : "^C\n")
      case .end:
        try Console.write("\n")
        return
      }
    }
  }

  private func next() throws(DataError) -> LineReader.Event {
    let prompt = input.isEmpty ? "> " : ">> "
    if let editor { return editor.read(prompt: prompt) }
    try Console.write(prompt)
    return lines.next()
  }

  private func take(_ line: String) throws(DataError) {
    if input.isEmpty {
      // A plugin that was saved a moment ago is the one that this line means.
      for change in session.reloadPlugins() { try write(Style.dim(change) + "\n") }
      let trimmed = String(line.drop { $0 == " " })
      let command = session.isKnown(trimmed) ? nil : DotCommand.meant(by: trimmed)
      if trimmed.hasPrefix("?") || trimmed.hasPrefix("!") || DotCommand.parse(trimmed) != nil
        || command != nil
      {
        remember(trimmed)
        try perform(command.map { ".\($0.rawValue)" } ?? trimmed)
        _ = Interrupts.take()
        return
      }
    }
    let text = input.isEmpty ? line : "\(input)\n\(line)"
    input = ""
    try evaluate(text)
  }

  /// Runs a block; an unfinished input waits for the next line.
  func evaluate(_ text: String) throws(DataError) {
    let inputs = session.inputs(in: text)
    for (place, input) in inputs.enumerated() {
      let isFinished = try evaluateOne(input)
      if !isFinished, place == inputs.count - 1 {
        self.input = input
        return
      }
    }
    remember(text)
  }

  private func evaluateOne(_ input: String) throws(DataError) -> Bool {
    var isFinished = true
    var echo = ""
    let (columns, rows) = Terminal.size
    session.presentation?.width = columns
    session.presentation?.mostRows = mostRows ?? max(5, min(20, rows - 4))
    session.presentation?.isWhole = outputPath != nil || usesPager
    let stopwatch = Stopwatch()
    do {
      switch try session.evaluate(input) {
      case .incomplete: isFinished = false
      case .done(let answer):
        echo = answer
      }
    } catch {
      tell(error)
    }
    // A Ctrl-C that stopped the chunk must not clear the next line too.
    _ = Interrupts.take()
    try deliver(echo, rows: rows)
    if tellsTime, let text = stopwatch.text(points: session.answeredPoints) {
      try write(Style.dim(text) + "\n")
    }
    return isFinished
  }

  private func deliver(_ answer: String, rows: Int) throws(DataError) {
    if let outputPath {
      written += answer
      do { try AtomicFile.write(written, to: outputPath) } catch { tell(error) }
    } else if usesPager, answer.split(separator: "\n", omittingEmptySubsequences: false).count > rows {
      do { try TerminalProgram.show(Terminal.plain(answer)) } catch { tell(error) }
    } else {
      try write(answer)
    }
  }

  private func remember(_ block: String) {
    history.add(block)
    editor?.remember(block)
  }

  // MARK: Output

  func write(_ text: String) throws(DataError) { try Console.write(Terminal.plain(text)) }

  func tell(_ message: Any) { Console.errorLine(Style.error(Terminal.plain("\(message)"))) }

  // MARK: Keys

  private func answer(_ key: LineEditor.Key, _ line: String, _ cursor: Int) -> LineEditor.Edit {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let after = String(decoding: line.utf8.dropFirst(cursor), as: UTF8.self)
    switch key {
    case .tab: return TabKey(session: session, input: input).answer(before: before, after: after)
    case .up where before.contains("\n") && !walk.isShowing(line): return Self.move(before, after, up: true)
    case .down where after.contains("\n") && !walk.isShowing(line): return Self.move(before, after, up: false)
    case .up, .previous: return replace(line, cursor, walk.previous(from: line, in: history.blocks))
    case .down, .next: return replace(line, cursor, walk.next(from: line, in: history.blocks))
    }
  }

  private func replace(_ line: String, _ cursor: Int, _ block: String?) -> LineEditor.Edit {
    guard let block else { return LineEditor.Edit(cursor: cursor, beeps: true) }
    return LineEditor.Edit(text: block, cursor: block.utf8.count)
  }

  private static func move(_ before: String, _ after: String, up: Bool) -> LineEditor.Edit {
    let above = before.split(separator: "\n", omittingEmptySubsequences: false)
    let below = after.split(separator: "\n", omittingEmptySubsequences: false)
    let column = above[above.count - 1].count
    let cursor = before.utf8.count
    if up {
      let start = cursor - above[above.count - 1].utf8.count - 1 - above[above.count - 2].utf8.count
      return LineEditor.Edit(cursor: start + above[above.count - 2].prefix(column).utf8.count)
    }
    return LineEditor.Edit(cursor: cursor + below[0].utf8.count + 1 + below[1].prefix(column).utf8.count)
  }
}

struct Stopwatch {
  private let start = ContinuousClock.now
  private let cpu = Self.usage.cpu

  /// "0.42 s, 0.80 s of CPU, 120 MB at most, 2.4 M points/s"; nil for less than a tenth of a second.
  func text(points: Int?) -> String? {
    let wall = (ContinuousClock.now - start) / .seconds(1)
    guard wall >= 0.1 else { return nil }
    let usage = Self.usage
    var text =
      "\(Self.duration(wall)), \(Self.duration(usage.cpu - cpu)) of CPU, \(usage.peak / 1_000_000) MB at most"
    if let points, points > 0 { text += ", \(Self.rate(Double(points) / wall)) points/s" }
    return text
  }

  /// "1.25 s", "340 ms", "12.3 µs".
  static func duration(_ seconds: Double) -> String {
    switch seconds {
    case 1...: "\(Numeral.fixed(seconds, digits: 2)) s"
    case 1e-3...: "\(short(seconds * 1e3)) ms"
    case 1e-6...: "\(short(seconds * 1e6)) us"
    default: "\(short(seconds * 1e9)) ns"
    }
  }

  private static func rate(_ value: Double) -> String {
    value >= 1e6 ? "\(Numeral.fixed(value / 1e6, digits: 1)) M" : "\(Numeral.fixed(value / 1e3, digits: 1)) k"
  }

  private static var usage: (cpu: Double, peak: Int) {
    var usage = rusage()
    // RUSAGE_SELF, which C libraries declare with different types.
    unsafe getrusage(0, &usage)
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(usage.ru_maxrss) * unit)
  }
}
