import PinfoldScripting
import Testing

@Suite("Escape sequences of data do not reach the terminal")
struct ControlCharacterTests {
  /// ESC, which begins a sequence, BEL, and the one-byte beginning of sequences among the C1 characters.
  private static let text = #"'a\27[31mb\7c\u{9b}2Jd\127\re'"#
  private static let shown = #"a\27[31mb\7c\u{9b}2Jd\127\13e"#

  @Test(
    "in what a shell shows",
    arguments: [
      text, "{ \(text) }", "{ [\(text)] = 1 }", "points { lon = {}, lat = {}, name = \(text) }",
      "setmetatable({}, { __tostring = function() return \(text) end })", "error(\(text))",
      "error({ \(text) })",
      "strategy(\(text))", "show({ { a = \(text) } })", "show({ { [\(text)] = 1 } })", "dataset(\(text))",
      "points { lon = { 1 }, lat = { 2 }, id = { \(text) } }", "{ { a = \(text), b = 1 } }",
    ])
  func shells(input: String) throws {
    for presentation in [nil, Presentation()] {
      let shell = try RecordedSession()
      shell.session.presentation = presentation
      let answer = shell.answer(input)
      #expect(
        !answer.unicodeScalars.contains {
          $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
        },
        "\(answer.debugDescription)")
    }
  }

  @Test("in other forms of tables", arguments: Presentation.Mode.allCases)
  func modes(mode: Presentation.Mode) throws {
    let shell = try RecordedSession()
    var presentation = Presentation()
    presentation.mode = mode
    shell.session.presentation = presentation
    let answer = shell.answer("{ { a = \(Self.text), b = 1 } }")
    #expect(!answer.contains("\u{1b}") && !answer.contains("\u{9b}"), "\(answer.debugDescription)")
  }

  @Test("but stay readable")
  func readable() throws {
    let shell = try RecordedSession()
    #expect(shell.answer("\(Self.text)") == "\"a\\27[31mb\\7c\\u{9b}2Jd\\127\\re\"\n")
    #expect(shell.answer("show({ { a = \(Self.text) } })").contains(Self.shown))
    #expect(shell.answer("error(\(Self.text), 0)").contains(Self.shown))
  }

  @Test("by print on a terminal; io.write, and print elsewhere, leave bytes alone")
  func printing() throws {
    let shell = try RecordedSession()
    #expect(shell.answer("print('\\27[1m', 'x\\ty')") == "\u{1b}[1m\tx\ty\n")
    shell.session.escapesPrint = true
    #expect(shell.answer("print('\\27[1m', 'x\\ty\\n')") == "\\27[1m\tx\ty\n\n")
    #expect(shell.answer("io.write('\\27[1m')") == "\u{1b}[1m")
  }
}
