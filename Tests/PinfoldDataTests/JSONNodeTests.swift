import PinfoldData
import Testing

@Suite("JSON with lines")
struct JSONNodeTests {
  private func read(_ text: String) throws -> JSONNode {
    try JSONNode(bytes: Array(text.utf8), source: "x.json")
  }

  /// A value as text, each with its line.
  private func text(_ node: JSONNode) -> String {
    let value =
      switch node.value {
      case .null: "null"
      case .flag(let flag): "\(flag)"
      case .integer(let integer): "\(integer)"
      case .number(let number): "\(number)f"
      case .text(let text): "'\(text)'"
      case .list(let nodes): "[" + nodes.map(text).joined(separator: " ") + "]"
      case .table(let members):
        "{" + members.map { "\($0.name)=\(text($0.value))" }.joined(separator: " ") + "}"
      }
    return "\(value)@\(node.line)"
  }

  @Test("every value knows what it is and where it begins")
  func values() throws {
    let node = try read(
      "\n{\"a\": [1, -2.5,\r\n 1e3, true],\n\"b\\u00e9\": {\"c\":\nnull, \"c\": \"x\\n\"}, \"d\": 9223372036854775808}"
    )
    #expect(
      text(node)
        == "{a=[1@2 -2.5f@2 1000.0f@3 true@3]@2 bé={c=null@5 c='x\n'@5}@4 d=9.223372036854776e+18f@5}@2")
    #expect(text(try read("[]")) == "[]@1")
  }

  @Test("64 levels are read, and deeper ones refused, however deep, on a small stack too")
  func depth() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(text(try read(nested(64))).hasSuffix(String(repeating: "]@1", count: 64)))
    for levels in [65, 1000, 100_000] { #expect(throws: DataError.self) { try read(nested(levels)) } }
    #expect(throws: DataError.self) { try read(String(repeating: "{\"a\":", count: 100_000)) }
  }

  @Test(
    "what is no JSON is told with its line",
    arguments: [
      ("", "x.json:1: empty"), ("{\n\"a\": tru }", "x.json:2: "), ("[1,\n2\n", "x.json:"),
      ("[1]\n[2]", "x.json:2: something follows"), ("7", "x.json:1: "), ("{\"a\":\n\"b}", "x.json:2: "),
    ])
  func errors(json: String, message: String) {
    #expect { try read(json) } throws: { "\($0)".hasPrefix(message) }
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(throws: DataError.self) { try JSONNode(bytes: [0x5B, 0x22, 0xFF, 0x22, 0x5D], source: "x") }
  }
}
