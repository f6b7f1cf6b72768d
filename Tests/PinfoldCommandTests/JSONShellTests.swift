import Foundation
import Testing

@testable import PinfoldCommand

/// `pinfold shell --json`: what notebooks and editors talk to.
@Suite("the shell for programs", .timeLimit(.minutes(2)))
struct JSONShellTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private typealias Reply = [String: Any]

  /// The replies to some requests.
  private func replies(_ requests: String...) throws -> [Reply] {
    let outcome = try tool("shell", "--json", input: requests.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try outcome.output.split(separator: "\n").map { try Self.reply(String($0)) }
  }

  private static func reply(_ line: String) throws -> Reply {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Reply, "\(line)")
  }

  @Test("an input is printed, shown and done, and what it leaves stays")
  func execute() throws {
    let replies = try replies(
      #"{"id": 1, "do": "execute", "code": "x = 20\nprint('hello')\nx + 1"}"#,
      #"{"id": 2, "do": "execute", "code": "x * 2"}"#,
      #"{"id": 3, "code": "local y = x;"}"#)
    #expect(replies.map { $0["id"] as? Int } == [1, 1, 1, 2, 2, 3])
    #expect(replies[0]["stdout"] as? String == "hello\n")
    #expect((replies[1]["display"] as? [String: String]) == ["text/plain": "21\n"])
    #expect(replies[2]["done"] as? Bool == true)
    #expect((replies[3]["display"] as? [String: String])?["text/plain"] == "40\n")
    #expect(replies[5]["done"] as? Bool == true && replies[5]["display"] == nil)
  }

  @Test("rows are a table, and a frame is a map too")
  func forms() throws {
    let replies = try replies(
      #"{"id": 1, "code": "{ { name = '<b>', n = 1 }, { name = 'c & d', n = 2 } }"}"#,
      #"{"id": 2, "code": "p = generate('cities', { count = 50 })\nf = strategy('grid'):frame(p, p:fit())\nf"}"#
    )
    let table = try #require(replies[0]["display"] as? [String: String])
    #expect(
      table["text/html"]
        == "<table><thead><tr><th>n</th><th>name</th></tr></thead><tbody><tr><td>1</td><td>&lt;b&gt;</td></tr>"
        + "<tr><td>2</td><td>c &amp; d</td></tr></tbody></table>")
    #expect(table["image/svg+xml"] == nil)
    let frame = try #require(replies[2]["display"] as? [String: String])
    #expect(frame["image/svg+xml"]?.hasPrefix("<svg") == true)
    #expect(frame["text/html"]?.contains("more of") == true, "\(frame["text/html"] ?? "")")
    #expect(frame["text/plain"]?.contains("cluster") == true)
  }

  @Test("an error ends its own input alone")
  func errors() throws {
    let replies = try replies(
      #"{"id": 1, "code": "strategy('gird')"}"#, #"{"id": 2, "code": "for i = 1, 3 do"}"#, "nonsense",
      #"{"id": 3, "dos": "execute"}"#, #"{"id": 4, "do": "exec"}"#, #"{"id": 5, "code": "1 + 1"}"#)
    let messages = replies.compactMap { $0["error"] as? String }
    #expect(messages.count == 5)
    #expect(messages[0].contains("did you mean 'grid'?"))
    #expect(messages[1] == "the input is not finished")
    #expect(messages[3].contains("a request has no 'dos' (did you mean 'do'?)"), "\(messages[3])")
    #expect(messages[4].contains("do"), "\(messages[4])")
    #expect(replies.last?["id"] as? Int == 5)
  }

  @Test("names are completed and explained at the cursor, which counts scalar values")
  func names() throws {
    let replies = try replies(
      #"{"id": 1, "do": "complete", "code": "s = 'é😀'; stra = gener(1)", "cursor": 22}"#,
      #"{"id": 2, "do": "inspect", "code": "generate('cities')", "cursor": 3}"#,
      #"{"id": 3, "do": "inspect", "code": "nothing_of_that_name"}"#)
    #expect(replies[0]["start"] as? Int == 17)
    let matches = try #require(replies[0]["matches"] as? [[String: String]])
    #expect(matches.map { $0["text"] } == ["generate"])
    #expect((replies[1]["text"] as? String)?.contains("generate(") == true)
    #expect(replies[2]["text"] is NSNull)
  }

  @Test("a text is whole, unfinished or wrong")
  func wholeness() throws {
    let replies = try replies(
      #"{"do": "is-complete", "code": "1 + 1"}"#, #"{"do": "is-complete", "code": "if x then"}"#,
      #"{"do": "is-complete", "code": "x = = 2"}"#, #"{"do": "is-complete", "code": "x = 1\nx"}"#)
    #expect(
      replies.map { $0["status"] as? String } == ["complete", "incomplete", "invalid", "complete"])
  }

  @Test("what runs is stopped by a request, and by Ctrl-C; what follows runs")
  func interrupt() throws {
    let process = Tool.process(["shell", "--json"], in: tool.folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    var pending = Data()
    func next() throws -> Reply {
      while true {
        if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
          let line = String(decoding: pending[..<end], as: UTF8.self)
          pending = Data(pending[(end + 1)...])
          return try Self.reply(line)
        }
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "the shell is over")
        pending += more
      }
    }
    func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }
    func send(_ line: String) { write("\(line)\n") }
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }
    // The reader of lines and the signal wake up together, and either may be first.
    let whileReading = {
      signal(SIGSTOP)
      write(" ")
      signal(SIGINT)
      signal(SIGCONT)
    }
    let stops = [{ send(#"{"id": 2, "do": "interrupt"}"#) }, { signal(SIGINT) }]
    for stop in stops + Array(repeating: whileReading, count: 12) {
      send(#"{"id": 1, "code": "print('begun')\nwhile true do end"}"#)
      #expect(try next()["stdout"] as? String == "begun\n")
      stop()
      var reply = try next()
      #expect((reply["error"] as? String)?.contains("interrupt") == true, "\(reply)")
      send(#"{"id": 3, "code": "6 * 7"}"#)
      repeat { reply = try next() } while reply["display"] == nil
      #expect((reply["display"] as? [String: String])?["text/plain"] == "42\n")
      #expect(try next()["done"] as? Bool == true)
    }
    // While nothing runs there is nothing to stop.
    signal(SIGINT)
    send(#"{"id": 4, "code": "1"}"#)
    #expect(try next()["id"] as? Int == 4)
    #expect(try next()["done"] as? Bool == true)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
