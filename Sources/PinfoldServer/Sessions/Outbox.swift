import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

/// The messages to be sent to one page.
///
/// Of messages with the same ``ServerMessage/subject`` only the newest is kept. If a page does not read,
/// other messages accumulate up to a limit; then the outbox is full and its socket should be closed.
final class Outbox: Sendable {
  private struct State {
    var waiting: [(subject: String?, bytes: Data)] = []
    var byteCount = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// A signal that messages wait, and one that there is no room for more.
  private let (arrivals, arrival) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let (overflows, overflow) = AsyncStream.makeStream(of: Void.self)

  /// The most messages that wait, and their bytes: a few frames of very many markers.
  static let mostMessages = 256
  private static let mostBytes = 64 << 20

  func send(_ message: ServerMessage) {
    add(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(message.bytes)), message.subject)
  }

  func answer(ping payload: Data) {
    add(WSFrame(fin: true, opcode: .pong, mask: nil, payload: payload), "ping")
  }

  func close(_ code: WSCloseCode) { add(.close(code: code), isLast: true) }

  private func add(_ frame: WSFrame, _ subject: String? = nil, isLast: Bool = false) {
    let isFull = state.withLock { state in
      guard !state.isClosed else { return false }
      if let subject, let place = state.waiting.firstIndex(where: { $0.subject == subject }) {
        state.byteCount -= state.waiting.remove(at: place).bytes.count
      }
      let bytes = frame.bytes
      state.waiting.append((subject, bytes))
      state.byteCount += bytes.count
      state.isClosed = isLast
      guard state.waiting.count > Self.mostMessages || state.byteCount > Self.mostBytes else { return false }
      state = State(isClosed: true)
      return true
    }
    if isFull { overflow.finish() } else { arrival.yield() }
  }

  /// Writes messages until the last was written, the connection breaks or the task is cancelled.
  func deliver(to socket: AsyncSocket) async {
    for await _ in arrivals {
      while let next = takeFirst() { do { try await socket.write(next) } catch { return } }
      if state.withLock({ $0.isClosed }) { return }
    }
  }

  func takeFirst() -> Data? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      let first = state.waiting.removeFirst().bytes
      state.byteCount -= first.count
      return first
    }
  }

  func waitUntilFull() async { for await _ in overflows {} }
}
