import Pinfold
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
      (["TERM": "foot", "TMUX": "x"], .symbols), ([:], .symbols),
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

  @Test(
    "a terminal is dark unless it says otherwise",
    arguments: [
      (nil, PictureTheme.dark), ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark),
    ])
  func theme(variable: String?, expected: PictureTheme) {
    let environment = ["TERM": "xterm-256color", "COLORFGBG": variable]
    let display = TerminalDisplay(wish: .auto, isTerminal: true, columns: 80, rows: 30) {
      environment[$0] ?? nil
    }
    #expect(display.theme == expected)
    // Without colours the ink is what is shown.
    #expect(
      TerminalDisplay(wish: .auto, isTerminal: false, columns: 80, rows: 30) { _ in nil }.theme == .light)
  }

  /// A map of three clusters, of which two lie close to each other, as the right one of two pictures.
  private static func map() throws -> Picture {
    let columns = PointColumns(
      longitude: Array(repeating: 0, count: 1234) + Array(repeating: 60, count: 56)
        + Array(repeating: 64, count: 7), latitude: Array(repeating: 0, count: 1297))
    let points = try PointSet(columns, projection: .mercator)
    let frame = try Clusterer(GridStrategy(cellSize: 4)).build(points).frame(
      for: Viewport(center: Coordinate(longitude: 30, latitude: 0), zoom: 2, width: 400, height: 200))
    let map = MapDrawing(title: "Three <towns>", layers: .markers).picture(of: frame)
    return Picture.grid([map, map], columns: 2)
  }

  @Test(
    "numbers are written over symbols where there is room, the topmost first",
    arguments: [TerminalColors.none, .few, .palette, .full])
  func labels(colors: TerminalColors) throws {
    let display = TerminalDisplay(graphics: .symbols, colors: colors, columns: 100, rows: 40, theme: .dark)
    let text = try display.text(ofSVG: try Self.map().svg)
    let plain = text.replacing(/\u{1B}\[[0-9;?]*[a-z]/, with: "")
    let line = try #require(plain.split(separator: "\n").first { $0.contains("1.2k") })
    // Both pictures have them, and the 7 beside the 56 has no room.
    #expect(line.matches(of: /\s1\.2k\s/).count == 2 && line.matches(of: /\s56\s/).count == 2)
    #expect(!plain.contains(" 7 ") && plain.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let columns = line.matches(of: /1\.2k|56/).map {
      line.distance(from: line.startIndex, to: $0.range.lowerBound)
    }
    // 848 screen points on 100 columns; 60° are 170 points apart.
    for (column, x) in zip(columns, [131.0, 301, 547, 717]) {
      #expect(abs(Double(column) - x * 100 / 848) <= 3)
    }
    #expect(plain.split(separator: "\n").contains { $0.contains("Three <towns>   ") })
    #expect(plain.contains("zoom 2 · 1,297 points in 3 clusters"))
    #expect(text.contains("\u{1B}") == (colors != .none))
    if colors == .full { #expect(text.contains("\u{1B}[0;38;2;27;31;36;48;2;236;124;92m 1.2k \u{1B}[0m")) }
  }

  @Test("a picture without markers is as chafa draws it")
  func bare() throws {
    #expect(MapLabels(in: svg).bare == svg && MapLabels(in: svg).labels.isEmpty)
    #expect(MapLabels(in: "nonsense").written(over: "a\nb\n", style: nil) == "a\nb\n")
  }

  @Test("no picture is no text")
  func none() throws {
    #expect(try TerminalDisplay(graphics: .none, colors: .full).text(ofSVG: "nonsense").isEmpty)
    #expect(throws: PictureError.self) {
      try TerminalDisplay(graphics: .sixel, colors: .full).text(ofSVG: "nonsense")
    }
  }
}
