import Testing

@testable import PinfoldDrawing

@Suite("Pictures in a terminal")
struct TerminalDisplayTests {
  private static let escape = "\u{1B}"

  private let svg = Picture(width: 200, height: 100) { svg in
    svg.element("rect", ["class": "f0", "x": 60, "y": 20, "width": 80, "height": 60])
  }.svg

  @Test(
    "the environment tells the protocol",
    arguments: [
      (["TERM": "xterm-kitty"], TerminalGraphics.kitty), (["TERM": "xterm", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty"], .kitty), (["TERM_PROGRAM": "iTerm.app"], .iterm),
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm), (["TERM_PROGRAM": "WezTerm"], .iterm),
      (["TERM": "foot"], .sixel), (["TERM": "xterm-sixel"], .sixel), (["TERM": "xterm-256color"], .symbols),
      (["TERM": "screen-256color", "KITTY_WINDOW_ID": "1"], .symbols),
      (["TERM": "foot", "TMUX": "/tmp/x"], .symbols), ([:], .symbols),
    ])
  func graphics(environment: [String: String], expected: TerminalGraphics) {
    #expect(TerminalGraphics.detected { environment[$0] } == expected)
  }

  @Test(
    "the environment tells the colours",
    arguments: [
      (["TERM": "xterm", "COLORTERM": "truecolor"], TerminalColors.full), (["TERM": "xterm-direct"], .full),
      (["TERM": "xterm-256color"], .palette), (["TERM": "linux"], .few), (["TERM": "dumb"], .none),
      ([:], .none), (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .palette),
    ])
  func colors(environment: [String: String], expected: TerminalColors) {
    #expect(TerminalColors.detected { environment[$0] } == expected)
  }

  @Test("what is no terminal, or wants no colours, gets plain symbols unless told otherwise")
  func choice() {
    let kitty = ["TERM": "xterm-kitty", "COLUMNS": "70"]
    func display(_ wish: TerminalGraphics, isTerminal: Bool, _ environment: [String: String])
      -> TerminalDisplay
    {
      TerminalDisplay(wish: wish, isTerminal: isTerminal, columns: 0, rows: 0) { environment[$0] }
    }
    let plain = TerminalDisplay(graphics: .symbols, colors: .none, columns: 70, rows: 40)
    #expect(display(.auto, isTerminal: false, kitty) == plain)
    #expect(display(.auto, isTerminal: true, kitty.merging(["NO_COLOR": "1"]) { $1 }) == plain)
    #expect(display(.auto, isTerminal: true, kitty).graphics == .kitty)
    #expect(display(.sixel, isTerminal: false, kitty).graphics == .sixel)
    #expect(display(.symbols, isTerminal: true, kitty).colors == .palette)
    let sized = TerminalDisplay(wish: .auto, isTerminal: true, columns: 100, rows: 30) { _ in nil }
    #expect(sized.columns == 100 && sized.rows == 27)
  }

  @Test("plain symbols have no escape sequence, fit the columns, and show where there is ink")
  func plain() throws {
    let display = TerminalDisplay(graphics: .symbols, colors: .none, columns: 40, rows: 20)
    let text = try display.text(ofSVG: svg)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(!text.contains(Self.escape) && text.hasSuffix("\n"))
    // Twice as wide as high, in cells twice as high as wide.
    #expect(lines.count == 10 && lines.allSatisfy { $0.count == 40 })
    #expect(lines.first?.allSatisfy { $0 == " " } == true)
    let middle = try #require(lines.dropFirst(5).first)
    #expect(middle.first == " " && middle.dropFirst(20).first == "█")
  }

  @Test(
    "each protocol begins as it does",
    arguments: [
      (TerminalGraphics.sixel, "\u{1B}P"), (.kitty, "\u{1B}_G"), (.iterm, "\u{1B}]1337;File="),
      (.symbols, "\u{1B}["),
    ])
  func protocols(graphics: TerminalGraphics, start: String) throws {
    let display = TerminalDisplay(graphics: graphics, colors: .full, columns: 20, rows: 10)
    let text = try display.text(ofSVG: svg)
    #expect(text.contains(start) && text.hasSuffix("\n"))
    #expect(try display.text(ofSVG: svg, theme: .dark) != text)
  }

  @Test("no picture is no text")
  func none() throws {
    #expect(try TerminalDisplay(graphics: .none, colors: .full).text(ofSVG: "nonsense").isEmpty)
    #expect(throws: PictureError.self) {
      try TerminalDisplay(graphics: .sixel, colors: .full).text(ofSVG: "nonsense")
    }
  }
}
