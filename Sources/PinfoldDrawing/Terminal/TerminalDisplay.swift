import Platform

/// Shows pictures in a terminal, by the program `chafa`.
///
/// ```swift
/// let display = TerminalDisplay.standardOutput()
/// print(try display.text(ofSVG: map.svg))
/// ```
package struct TerminalDisplay: Hashable, Sendable {
  /// The protocol; `auto` counts as symbols, and `none` gives empty texts.
  package var graphics: TerminalGraphics

  /// The colours of symbols.
  package var colors: TerminalColors

  /// The most columns and rows that a picture takes; it keeps its shape.
  package var columns: Int
  package var rows: Int

  /// Describes a terminal.
  package init(graphics: TerminalGraphics, colors: TerminalColors, columns: Int = 80, rows: Int = 40) {
    self.graphics = graphics
    self.colors = colors
    self.columns = columns
    self.rows = rows
  }

  /// The display behind standard output.
  ///
  /// Where that is no terminal, or the reader wants no colours, pictures are symbols without escape
  /// sequences.
  ///
  /// - Parameter wish: replaces the protocol that the environment names, unless it is `auto`.
  package static func standardOutput(graphics wish: TerminalGraphics = .auto) -> TerminalDisplay {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if !isTerminal || ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
    return TerminalDisplay(
      wish: wish, isTerminal: isTerminal, columns: Int(size.ws_col), rows: Int(size.ws_row)
    ) { getenv($0).map { String(cString: $0) } }
  }

  /// - Parameters:
  ///   - columns: the terminal's columns; 0 where they are not known.
  ///   - rows: the terminal's rows; 0 where they are not known.
  ///   - variable: looks a variable of the environment up.
  init(
    wish: TerminalGraphics, isTerminal: Bool, columns: Int, rows: Int, variable: (String) -> String?
  ) {
    let colors = isTerminal ? TerminalColors.detected(in: variable) : .none
    let best = colors == .none ? TerminalGraphics.symbols : .detected(in: variable)
    let known = columns > 0 ? columns : variable("COLUMNS").flatMap { Int($0) } ?? 80
    // The prompt and what was typed stay in sight.
    self.init(
      graphics: wish == .auto ? best : wish, colors: colors, columns: min(max(known, 1), 500),
      rows: rows > 0 ? max(rows - 3, 8) : 40)
  }

  /// A picture as a text for the terminal, which ends its last line; empty where pictures are not wanted.
  ///
  /// - Parameters:
  ///   - svg: any SVG document.
  ///   - theme: the colours of a document of this package; `auto` is light.
  package func text(ofSVG svg: String, theme: PictureTheme = .auto) throws(PictureError) -> String {
    guard graphics != .none else { return "" }
    let size = "\(columns)x\(rows)"
    var arguments = ["--size", size, "--scale", "max", "--animate", "off"]
    switch graphics {
    case .sixel: arguments += ["--format", "sixels"]
    case .kitty, .iterm: arguments += ["--format", graphics.rawValue]
    case .auto, .symbols, .none:
      arguments += ["--format", "symbols", "--colors", colors.rawValue]
      // Without colours the ink of a light picture is the part to show.
      if colors == .none, theme != .dark { arguments.append("--invert") }
    }
    let bytes = try Program.chafa.output(arguments + ["-"], input: theme.applied(to: svg).utf8)
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
  }
}
