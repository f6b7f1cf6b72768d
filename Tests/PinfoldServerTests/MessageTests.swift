import FlyingFox
import Foundation
import Pinfold
import PinfoldDefinitions
import Testing

@testable import PinfoldServer

@Suite("What a page may say")
struct MessageTests {
  private static let view = #""view": {"x": 0.5, "y": 0.5, "zoom": 2, "width": 800, "height": 600}"#

  static let valid = [
    #"{"ask": "frames", "number": 1, \#(view), "panes": [{"pane": 0, "strategy": "grid"}]}"#,
    #"{"ask": "frames", "number": 1, \#(view), "panes": [{"pane": 3, "strategy": {"name": "grid", "cellSize": 80}, "diff": {"name": "identity"}, "style": {"smallest": 3}, "plan": 4, "at": 0.25}]}"#,
    #"{"ask": "frames", "number": 1, \#(view), "panes": [{"pane": 0, "strategy": "grid", "by": "population:sum"}]}"#,
    #"{"ask": "cluster", "pane": 0, "plan": 1, "cluster": 2, "offset": 50}"#,
    #"{"ask": "cluster", "pane": 0, "plan": 1, "cluster": 2, "sort": "name", "descending": true}"#,
    #"{"ask": "members", "offset": 50, "sort": "longitude"}"#,
    #"{"ask": "copy", "pane": 0, "form": "selection"}"#,
    #"{"ask": "select", "pane": 0, "plan": 1, "cluster": 2}"#,
    #"{"ask": "select", "box": [0.1, 0.2, 0.3, 0.4]}"#,
    #"{"ask": "select", "point": 3}"#,
    #"{"ask": "select"}"#,
    #"{"ask": "find", "text": "Aachen"}"#,
    #"{"ask": "copy", "pane": 0, "form": "lua"}"#,
  ]

  @Test("messages of every kind are read", arguments: valid)
  func reading(text: String) throws { _ = try PageMessage(Array(text.utf8)) }

  @Test(
    "what is wrong is said in words",
    arguments: [
      ("", "empty"), ("[]", "object with 'ask'"), ("{}", "object with 'ask'"), ("{\"ask\": 1}", "'ask' is 1"),
      (#"{"ask": "frame"}"#, "frames, cluster, select, members, find, copy, suggest or proof"),
      (#"{"ask": "frames"}"#, "needs 'number'"),
      (#"{"ask": "frames", "number": 1, "view": {"x": "west"}, "panes": []}"#, "'x' is 'west'"),
      (#"{"ask": "frames", "number": 1, "view": {"zoom": 99}, "panes": []}"#, "'zoom' is 99"),
      (
        #"{"ask": "frames", "number": 1, "view": {}, "panes": [{"pane": 9, "strategy": "grid"}]}"#,
        "'pane' is 9"
      ),
      (#"{"ask": "frames", "number": 1, "view": {}, "panes": [{"pane": 0}]}"#, "needs 'strategy'"),
      (
        #"{"ask": "frames", "number": 1, "view": {}, "panes": [{"pane": 0, "strategy": "grid"}, {"pane": 0, "strategy": "grid"}]}"#,
        "given twice"
      ),
      (#"{"ask": "cluster", "cluster": -1}"#, "'cluster' is -1"),
      (#"{"ask": "select", "box": [1, 2]}"#, "a 'box' of four numbers"),
      (#"{"ask": "select", "box": [1, 0, 0, 1]}"#, "from west to east"),
      (#"{"ask": "select", "cluster": 1}"#, "of a 'pane' and a 'plan'"),
      (#"{"ask": "copy", "form": "pdf"}"#, "one of command, lua, svg, selection"),
      (#"{"ask": "find"}"#, "needs 'text'"),
      (#"{"ask": "find", "txt": "x"}"#, "no 'txt'"),
      (String(repeating: "[", count: 65536), "message"),
      (String(repeating: #"{"ask":"#, count: 9000), "message"),
    ])
  func mistakes(text: String, reason: String) {
    let error = #expect(throws: DefinitionError.self) { try PageMessage(Array(text.utf8)) }
    #expect(error?.description.contains(reason) == true, "\(error.map(String.init(describing:)) ?? "")")
  }

  @Test("whatever comes in its place is read or refused", arguments: 0..<200)
  func fuzz(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      var bytes = Array(Self.valid[Int(random.next() % UInt64(Self.valid.count))].utf8)
      for _ in 0...random.next() % 6 {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2:
          bytes.insert(contentsOf: Self.words[Int(random.next() % UInt64(Self.words.count))].utf8, at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 12)))
        }
        if bytes.isEmpty { bytes = [32] }
      }
      do { _ = try PageMessage(bytes) } catch { #expect(!error.message.isEmpty) }
    }
  }

  private static let words = [
    "1e999", "-0", "null", "9223372036854775808", "[[", "}}", "\"\\u0000\"", "\"ask\":", "{\"box\":",
    "0.1,0.2", "\u{FFFF}",
  ]

  @Test("frames of a socket make messages, control frames in between or not")
  func assembling() {
    var assembler = MessageAssembler()
    #expect(assembler.take(.init(fin: false, opcode: .text, mask: nil, payload: Data([1]))) == .incomplete)
    #expect(
      assembler.take(.init(fin: true, opcode: .ping, mask: nil, payload: Data([9]))) == .ping(Data([9])))
    #expect(
      assembler.take(.init(fin: true, opcode: .continuation, mask: nil, payload: Data([2])))
        == .message([1, 2]))
    #expect(
      assembler.take(.init(fin: true, opcode: .continuation, mask: nil, payload: Data()))
        == .close(.protocolError))
    #expect(
      assembler.take(.init(fin: true, opcode: .binary, mask: nil, payload: Data()))
        == .close(.unsupportedData))
  }
}
