import PinfoldDrawing
import Testing

@Suite("Text in XML documents")
struct XMLEscapingTests {
  @Test("markup is escaped, line ends and tabs are spaces")
  func markup() {
    #expect("a < b && c > \"d\"".xmlEscaped == "a &lt; b &amp;&amp; c &gt; &quot;d&quot;")
    #expect("a\nb\tc\rd".xmlEscaped == "a b c d")
    #expect("Zürich 東京 🗺️ é".xmlEscaped == "Zürich 東京 🗺️ é")
  }

  @Test(
    "characters that documents must not hold are left out",
    arguments: ["\u{0}", "\u{1B}", "\u{1F}", "\u{7F}", "\u{85}", "\u{9F}", "\u{FFFE}", "\u{1FFFF}"])
  func left(out character: String) {
    #expect("a\(character)b".xmlEscaped == "ab")
  }
}
