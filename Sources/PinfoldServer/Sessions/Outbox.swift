import FlyingFox
import Foundation

/// The messages on their way to one page.
struct Outbox: Sendable {
  private let frames: AsyncStream<WSFrame>.Continuation

  init(_ frames: AsyncStream<WSFrame>.Continuation) { self.frames = frames }

  /// Sends a message.
  func send(_ message: some ServerMessage) {
    frames.yield(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(message.bytes)))
  }

  /// Answers a ping.
  func answer(ping payload: Data) {
    frames.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload))
  }

  /// Says why the socket closes, and closes it.
  func close(_ code: WSCloseCode) {
    frames.yield(.close(code: code))
    frames.finish()
  }
}
