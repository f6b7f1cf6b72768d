import FlyingFox
import Foundation
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

extension WSFrame {
  var bytes: Data {
    var bytes = Data([(fin ? 0x80 : 0) | opcode.rawValue])
    let (lengthBytes, code): (Int, UInt8) =
      switch payload.count {
      case ..<126: (0, UInt8(payload.count))
      case ..<65536: (2, 126)
      default: (8, 127)
      }
    bytes.append(code)
    for place in (0..<lengthBytes).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: payload.count >> (8 * place)))
    }
    return bytes + payload
  }
}

extension Connection {
  struct Breach: Error {
    var code: WSCloseCode
  }

  /// Reads the next frame of a client.
  ///
  /// - Throws: ``Breach`` for what no client may send, and for a frame larger than any message before it is
  ///   received.
  mutating func readFrame() async throws -> WSFrame {
    let head = Array(try await read(2))
    let isMasked = head[1] & 0x80 != 0
    guard head[0] & 0x70 == 0, isMasked else { throw Breach(code: .protocolError) }
    var length = UInt64(head[1] & 0x7F)
    if length > 125 {
      length = try await read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard length <= PageMessage.limit else { throw Breach(code: .tooLarge) }
    let mask = Array(try await read(4))
    let payload = try await read(Int(length)).enumerated().map { $0.element ^ mask[$0.offset & 3] }
    return WSFrame(
      fin: head[0] & 0x80 != 0, opcode: WSFrame.Opcode(head[0] & 15), mask: nil, payload: Data(payload))
  }
}

extension WSCloseCode {
  static var tooLarge: Self {
    WSCloseCode(messageTooBig.code, reason: "a message may have \(PageMessage.limit >> 10) KiB at most")
  }
}

/// Puts messages together from the frames of a socket, of which a message may have several.
struct MessageAssembler {
  private var message: [UInt8] = []
  private var isInside = false

  enum Outcome: Hashable {
    case incomplete
    case message([UInt8])
    case ping(Data)

    /// The page closes the socket, or the socket must be closed for a reason.
    case close(WSCloseCode)
  }

  mutating func take(_ frame: WSFrame) -> Outcome {
    switch frame.opcode {
    case .ping: return frame.payload.count <= 125 ? .ping(frame.payload) : .close(.protocolError)
    case .pong: return .incomplete
    case .close: return .close(.normalClosure)
    case .text where !isInside: isInside = true
    case .continuation where isInside: break
    case .binary: return .close(.unsupportedData)
    default: return .close(.protocolError)
    }
    guard message.count + frame.payload.count <= PageMessage.limit else {
      return .close(.tooLarge)
    }
    message += frame.payload
    guard frame.fin else { return .incomplete }
    defer { (message, isInside) = ([], false) }
    return .message(message)
  }
}
