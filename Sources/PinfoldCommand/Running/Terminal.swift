import CLineEditor
import Dispatch
import PinfoldData
import Platform
import Synchronization

enum Terminal {
  static var isCapable: Bool { System.variable("TERM").map { $0 != "dumb" } ?? false }

  static var canEdit: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && isCapable }

  static var showsOutput: Bool { isatty(STDOUT_FILENO) == 1 }

  static var hasColors: Bool { showsOutput && isCapable && System.variable("NO_COLOR") == nil }

  static let isUTF8 = line_editor_locale_is_utf8()

  /// Columns and rows; 80 × 24 where they are not known.
  static var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), window.ws_row > 0 ? Int(window.ws_row) : 24)
  }

  /// A text in characters that the terminal has: where it has no UTF-8, those of our own texts in plain
  /// letters.
  static func plain(_ text: String) -> String {
    if isUTF8 || text.utf8.allSatisfy({ $0 < 128 }) { return text }
    return text.reduce(into: "") { $0 += substitutes[$1] ?? String($1) }
  }

  private static let substitutes: [Character: String] = [
    "…": "...", "·": "-", "×": "x", "→": "->", "°": " deg", "²": "^2", "±": "+-", "≤": "<=", "≥": ">=",
    "–": "-",
  ]
}

enum Style {
  static func error(_ text: String) -> String { styled(text, "31") }
  static func dim(_ text: String) -> String { styled(text, "2") }

  private static func styled(_ text: String, _ code: String) -> String {
    Terminal.hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Runs the user's own programs on this terminal.
enum TerminalProgram {
  static func run(_ command: String, with argument: String = "") -> Int32 {
    Program.exitCode(of: ["/bin/sh", "-c", command, "sh", argument]) ?? -1
  }

  /// Shows a text in `$PAGER`, or in `less`, which then keeps long lines whole.
  static func show(_ text: String) throws(Failure) {
    let pager = System.variable("PAGER") ?? "less -S"
    let status = try TemporaryFile.holding(text, suffix: ".txt") { (path) throws(Failure) in
      run("\(pager) \"$1\"", with: path)
    }
    guard status == 0 else { throw .failed("the pager '\(pager)' failed; $PAGER names another") }
  }
}

/// Edits texts in the user's own editor.
enum ExternalEditor {
  static func edited(_ text: String) throws(Failure) -> String {
    try TemporaryFile.holding(text + "\n", suffix: ".lua") { (path) throws(Failure) in
      try edited(file: path)
    }
  }

  static func edited(file path: String) throws(Failure) -> String {
    let editor = System.variable("VISUAL") ?? System.variable("EDITOR") ?? "vi"
    let status = TerminalProgram.run("\(editor) \"$1\"", with: path)
    guard status == 0 else {
      throw .failed("the editor '\(editor)' failed; $VISUAL or $EDITOR names another")
    }
    guard let bytes = try? WholeFile.bytes(of: path) else { throw .failed("there is no \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

enum TemporaryFile {
  /// Calls `body` with the path of a file that holds a text and that no other user can open.
  static func holding<Result>(
    _ text: String, suffix: String, _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let folder = System.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX\(suffix)".utf8CString)
    let file = unsafe mkstemps(&name, Int32(suffix.utf8.count))
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer { unsafe unlink(path) }
    do { try AtomicFile.write(text, to: path) } catch { throw .failed("\(error)") }
    return try body(path)
  }
}

/// The user's browser.
enum Browser {
  static func open(_ address: String) {
    #if canImport(Darwin)
      Program.start(["open", address])
    #else
      guard System.variable("DISPLAY") ?? System.variable("WAYLAND_DISPLAY") != nil else { return }
      Program.start(["xdg-open", address])
    #endif
  }
}

/// A bar on standard error with the completed part of a long run and the remaining time, or for uncounted
/// work its name and the elapsed time.
///
/// It shows only on a terminal, and only after a second.
final class ProgressBar: Sendable {
  private struct State {
    var nextDrawing: ContinuousClock.Instant
    var isShown = false
    var phase = ""
    var phaseStart: ContinuousClock.Instant
    var isCounted = false
    var isFinished = false
  }

  private let start = ContinuousClock.now
  private let isWanted = isatty(STDERR_FILENO) == 1 && System.variable("TERM") != "dumb"
  private let state: Mutex<State>

  init() {
    state = Mutex(State(nextDrawing: start + .seconds(1), phaseStart: start))
    if isWanted { tick() }
  }

  /// Redraws uncounted work as time passes.
  private func tick() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(250)) { [weak self] in
      guard let self, self.drawTime() else { return }
      self.tick()
    }
  }

  private func drawTime() -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      if !state.isFinished, !state.isCounted, !state.phase.isEmpty, now >= state.nextDrawing {
        state.isShown = true
        Console.errorText("\r\(Self.line(state.phase, elapsed: now - state.phaseStart))\u{1B}[K")
      }
      return !state.isFinished
    }
  }

  /// Updates how much is done; safe from any thread.
  ///
  /// - Parameters:
  ///   - phase: the thing that is counted, where a run has several parts; the time left is that of this one.
  ///   - before: the part that was done before the run began, and is no measure of its speed.
  func update(_ done: Int, _ total: Int, of phase: String = "", before: Int = 0) {
    guard isWanted else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      if phase != state.phase { (state.phase, state.phaseStart) = (phase, now) }
      state.isCounted = total > 0
      guard state.isCounted, now >= state.nextDrawing else { return }
      state.nextDrawing = now + .milliseconds(200)
      state.isShown = true
      let line = Self.line(done: done, total: total, before: before, elapsed: now - state.phaseStart)
      Console.errorText("\r\(phase.isEmpty ? "" : "\(phase) ")\(line)\u{1B}[K")
    }
  }

  func finish() {
    state.withLock { $0.isFinished = true }
    clear()
  }

  /// Clears the line for other output.
  func clear() {
    state.withLock { state in
      if state.isShown { Console.errorText("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// "reading towns.csv, 12 s"
  static func line(_ phase: String, elapsed: Duration) -> String {
    "\(phase.onOneLine(limit: 60)), \(span((elapsed / .seconds(1)).rounded(.down)))"
  }

  /// "[#######-------------]  35 %  about 12 s left"
  static func line(done: Int, total: Int, before: Int = 0, elapsed: Duration) -> String {
    let share = total > 0 ? Double(min(done, total)) / Double(total) : 1
    let filled = Int(share * 40)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 40 - filled)
    let percent = String(Int(share * 100))
    let padding = String(repeating: " ", count: 3 - percent.utf8.count)
    guard done > before else { return "[\(bar)] \(padding)\(percent) %" }
    let left = elapsed / .seconds(1) * Double(max(0, total - done)) / Double(done - before)
    return "[\(bar)] \(padding)\(percent) %  about \(span(left)) left"
  }

  private static func span(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
