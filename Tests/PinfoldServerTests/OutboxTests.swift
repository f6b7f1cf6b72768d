import Foundation
import PinfoldData
import TestSupport
import Testing

@testable import PinfoldServer

@Suite("Messages that wait for a page")
struct OutboxTests {
  private func note(_ subject: String?, _ number: Int) -> ServerMessage {
    ServerMessage("note", about: subject) { $0.member("number", number) }
  }

  private func waiting(in outbox: Outbox) -> [String] {
    var texts: [String] = []
    while let bytes = outbox.takeFirst() { texts.append(String(decoding: bytes.dropFirst(2), as: UTF8.self)) }
    return texts
  }

  @Test("of each subject the newest alone, in the order in which these came")
  func newest() {
    let outbox = Outbox()
    for number in 0..<10_000 {
      outbox.send(note("pane \(number % 2)", number))
      if number.isMultiple(of: 5_000) { outbox.send(note(nil, -number)) }
    }
    #expect(
      waiting(in: outbox) == [0, -5000, 9998, 9999].map { #"{"kind":"note","number":\#($0)}"# })
  }

  @Test("beyond the bound there is no room, and nothing waits any more")
  func bound() async {
    let outbox = Outbox()
    for number in 0..<Outbox.mostMessages { outbox.send(note(nil, number)) }
    outbox.send(note(nil, 1))
    await outbox.waitUntilFull()
    #expect(waiting(in: outbox).isEmpty)
    outbox.send(note(nil, 2))
    #expect(waiting(in: outbox).isEmpty)
  }

  @Test("a page that asks for more and more, and reads nothing, is let go")
  func endless() async throws {
    try await RunningServer.with { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(
          #"{"ask": "frames", "number": 1, "view": {"zoom": 1}, "panes": [{"pane": 0, "strategy": "none"}]}"#)
        _ = try socket.message("frame")
        for _ in 0..<3000 { try socket.send(#"{"ask": "copy", "pane": 0, "form": "svg"}"#) }
      }
      for _ in 0..<6000 where !server.subject.sessions.isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(server.subject.sessions.isEmpty)
      #expect(try await server.get("/\(server.token)/").status == 200)
    }
  }
}
