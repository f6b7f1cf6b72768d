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
  package var colors: TerminalColors

  /// The most columns and rows that a picture takes; it keeps its shape.
  package var columns: Int
  package var rows: Int

  /// The colors of documents that follow the reader.
  package var theme: PictureTheme

  package init(
    graphics: TerminalGraphics, colors: TerminalColors, columns: Int = 80, rows: Int = 40,
    theme: PictureTheme = .light
  ) {
    (self.graphics, self.colors, self.columns, self.rows, self.theme) = (
      graphics, colors, columns, rows, theme
    )
  }

  /// The display of standard output. If it is not a terminal, or colors are disabled, pictures are symbols
  /// without escape sequences.
  ///
  /// - Parameter wish: replaces the protocol that the environment names, unless it is `auto`.
  package static func standardOutput(graphics wish: TerminalGraphics = .auto) -> TerminalDisplay {
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1
    if unsafe !isTerminal || ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
    return TerminalDisplay(
      wish: wish, isTerminal: isTerminal, columns: Int(size.ws_col), rows: Int(size.ws_row)
    ) { System.variable($0) }
  }

  /// - Parameters:
  ///   - columns: those of the terminal; 0 where they are not known.
  ///   - variable: looks up an environment variable.
  init(
    wish: TerminalGraphics, isTerminal: Bool, columns: Int, rows: Int, variable: (String) -> String?
  ) {
    let colors = isTerminal ? TerminalColors.detected(in: variable) : .none
    let best = colors == .none ? TerminalGraphics.symbols : .detected(in: variable)
    let known = columns > 0 ? columns : variable("COLUMNS").flatMap { Int($0) } ?? 80
    // The prompt and what was typed stay in sight.
    self.init(
      graphics: wish == .auto ? best : wish, colors: colors, columns: min(max(known, 1), 500),
      rows: rows > 0 ? max(rows - 3, 8) : 40,
      theme: colors == .none ? .light : TerminalDisplay.theme(in: variable))
  }

  /// `COLORFGBG` ends in the number of the background's color, of which 7 and 15 are light. Without it the
  /// terminal is assumed dark.
  static func theme(in variable: (String) -> String?) -> PictureTheme {
    let background = variable("COLORFGBG")?.split(separator: ";").last
    return background == "7" || background == "15" ? .light : .dark
  }

  /// A picture as a text for the terminal, which ends its last line; empty where pictures are not wanted.
  ///
  /// - Parameter wish: the colors of a document of this package; `auto` is the terminal's own theme.
  package func text(ofSVG svg: String, theme wish: PictureTheme = .auto) throws(PictureError)
    -> String
  {
    guard graphics != .none else { return "" }
    let theme = wish == .auto ? theme : wish
    let labels = graphics == .symbols || graphics == .auto ? MapLabels(in: svg) : nil
    let size = "\(columns)x\(rows)"
    var arguments = ["--size", size, "--scale", "max", "--animate", "off"]
    switch graphics {
    case .sixel: arguments += ["--format", "sixels"]
    case .kitty, .iterm: arguments += ["--format", graphics.rawValue]
    case .auto, .symbols, .none:
      arguments += ["--format", "symbols", "--colors", colors.rawValue]
      // Without colors the ink of a light picture is the part to show.
      if colors == .none, theme != .dark { arguments.append("--invert") }
    }
    let bytes = try Program.chafa.converted(
      arguments + ["-"], input: theme.applied(to: labels?.bare ?? svg).utf8)
    var text = String(decoding: bytes, as: UTF8.self)
    if let labels {
      text = labels.written(
        over: text, style: colors == .none ? nil : { style(ofClass: $0, in: theme) })
    }
    return text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
  }

  private func style(ofClass index: Int, in theme: PictureTheme) -> String {
    let (fill, ink) = Theme.classColors(index, in: theme)
    switch colors {
    case .none: return ""
    case .few: return "\u{1B}[0;7m"
    case .palette: return "\u{1B}[0;38;5;\(Self.cube(ink));48;5;\(Self.cube(fill))m"
    case .full:
      func parts(_ color: UInt32) -> String { "\(color >> 16);\(color >> 8 & 255);\(color & 255)" }
      return "\u{1B}[0;38;2;\(parts(ink));48;2;\(parts(fill))m"
    }
  }

  /// The nearest of the 6 × 6 × 6 colors of a palette of 256, whose steps are 0, 95, 135, 175, 215 and 255.
  private static func cube(_ color: UInt32) -> UInt32 {
    func step(_ part: UInt32) -> UInt32 {
      part < 48 ? 0 : part < 115 ? 1 : min(5, (part - 35) / 40)
    }
    return 16 + 36 * step(color >> 16) + 6 * step(color >> 8 & 255) + step(color & 255)
  }
}
