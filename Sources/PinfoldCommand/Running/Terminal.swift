import CLineEditor
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
