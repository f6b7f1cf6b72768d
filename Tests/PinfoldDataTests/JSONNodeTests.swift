import Pinfold
import PinfoldData
import Testing

@Suite("JSON with lines")
struct JSONNodeTests {
  private func read(_ text: String) throws -> Node {
    try Node(json: Array(text.utf8), source: "x.json")
  }

  /// A value as text, each with its line.
  private func text(_ node: Node) -> String {
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
      case .word, .object: "no JSON"
      }
    return "\(value)@\(node.place.dropFirst(7))"
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

  @Test(
    "what is no JSON is told with its line",
    arguments: [
      ("", "x.json:1: empty"), ("{\n\"a\": tru }", "x.json:2: "), ("[1,\n2\n", "x.json:"),
      ("[1]\n[2]", "x.json:2: something follows"), ("7", "x.json:1: "), ("{\"a\":\n\"b}", "x.json:2: "),
    ])
  func errors(json: String, message: String) {
    #expect { try read(json) } throws: { "\($0)".hasPrefix(message) }
  }

  @Test(
    "values that lie too deep in each other are refused, however deep, with the line",
    arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
  func depth(open: String, close: String) throws {
    let levels = open.count(where: { "[{".contains($0) })
    func nested(_ depth: Int) -> String {
      let count = depth / levels
      return "\n" + String(repeating: open, count: count) + "7" + String(repeating: close, count: count)
    }
    #expect(throws: Never.self) { try read(nested(128)) }
    for depth in [130, 1000, 200_000] {
      #expect {
        try read(nested(depth))
      } throws: {
        "\($0)".hasPrefix("x.json:2: The JSON document was too deep")
      }
    }
    // Without an end too.
    #expect(throws: DataError.self) { try read(String(repeating: open, count: 200_000)) }
  }

  @Test("numbers of many digits are the nearest doubles")
  func manyDigits() throws {
    for text in [
      "0.2066098854283081680849", "-0.0765912462467760670097", "0.63995592344589791589",
      "12.34567890123456789012345", "0.00000000000000000000000000012345678901234567890123",
      "123456789012345678901234567890.5",
    ] {
      guard case .list(let nodes) = try read("[\(text)]").value, case .number(let number) = nodes[0].value
      else { throw TestFailure() }
      #expect(number == Double(text), "\(text)")
      let feature =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(text),1]},"properties":{"a":\#(text)}}"#
      var options = ReadOptions()
      (options.planar, options.attributes) = (true, .all)
      let data = try PinfoldDataTests.read(feature, options)
      #expect(data.columns.longitude == [Double(text)], "\(text)")
      guard let attribute = data.columns.attributes[0].values.rounded else { throw TestFailure() }
      #expect(attribute[0] == Double(text), "\(text)")
    }
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    #expect(throws: DataError.self) { try Node(json: [0x5B, 0x22, 0xFF, 0x22, 0x5D], source: "x") }
  }
}
