import CLineEditor
import PinfoldData
import Platform

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
    let path = try TemporaryFile.path(suffix: ".txt")
    defer { unsafe unlink(path) }
    do { try AtomicFile.write(text, to: path) } catch { throw .failed("\(error)") }
    let pager = System.variable("PAGER") ?? "less -S"
    guard run("\(pager) \"$1\"", with: path) == 0 else {
      throw .failed("the pager '\(pager)' failed; $PAGER names another")
    }
  }
}

/// Edits texts in the user's own editor.
enum ExternalEditor {
  static func edited(_ text: String) throws(Failure) -> String {
    let path = try TemporaryFile.path(suffix: ".lua")
    defer { unsafe unlink(path) }
    do { try AtomicFile.write(text + "\n", to: path) } catch { throw .failed("\(error)") }
    return try edited(file: path)
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
  /// Creates an empty file that no other user can open, and returns its path.
  static func path(suffix: String) throws(Failure) -> String {
    let folder = System.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX\(suffix)".utf8CString)
    let file = unsafe mkstemps(&name, Int32(suffix.utf8.count))
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
