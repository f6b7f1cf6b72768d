import FlyingFox
import Synchronization

/// One page's socket: hands its messages to a session, and the session's to the page.
struct SocketHandler: WSHandler {
  let subject: LiveSubject
  let seat: Seats.Seat

  /// ``Connection`` calls ``serve(_:)`` in its place.
  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    AsyncStream { nil }
  }

  /// Serves the page until one side closes the socket, the page lets too many messages wait, or the
  /// connection breaks.
  func serve(_ connection: Connection) async {
    let outbox = Outbox()
    let session = LiveSession(subject, outbox)
    subject.join(session)
    session.greet()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await outbox.deliver(to: connection.socket) }
      group.addTask { await outbox.waitUntilFull() }
      group.addTask {
        outbox.close(await Self.read(connection, session, outbox))
        // For the last message to be sent.
        try? await Task.sleep(for: .seconds(5))
      }
      await group.next()
      group.cancelAll()
    }
    await session.end()
    subject.leave(session)
    withExtendedLifetime(seat) {}
  }

  /// Reads messages until the page closes the socket, or it must be closed.
  private static func read(_ connection: Connection, _ session: LiveSession, _ outbox: Outbox) async
    -> WSCloseCode
  {
    var (connection, assembler) = (connection, MessageAssembler())
    while true {
      do {
        switch assembler.take(try await connection.readFrame()) {
        case .incomplete: continue
        case .ping(let payload): outbox.answer(ping: payload)
        case .message(let bytes): await session.receive(bytes)
        case .close(let code): return code
        }
      } catch {
        return (error as? Connection.Breach)?.code ?? .normalClosure
      }
    }
  }
}

final class Seats: Sendable {
  private let free: Mutex<Int>

  init(_ count: Int) { free = Mutex(count) }

  /// Takes a seat; nil if none is free. The seat is freed when the value is destroyed.
  func take() -> Seat? {
    let isFree = free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    return isFree ? Seat(self) : nil
  }

  final class Seat: Sendable {
    private let seats: Seats

    fileprivate init(_ seats: Seats) { self.seats = seats }

    deinit { seats.free.withLock { $0 += 1 } }
  }
}
