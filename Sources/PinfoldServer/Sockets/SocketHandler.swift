import FlyingFox

/// One page's socket: hands its messages to a session, and the session's to the page.
struct SocketHandler: WSHandler {
  let subject: LiveSubject

  /// The seat that the socket takes until it closes.
  let seat: Seats.Seat

  func makeFrames(for client: AsyncThrowingStream<WSFrame, any Error>) async throws -> AsyncStream<WSFrame> {
    let (frames, continuation) = AsyncStream.makeStream(of: WSFrame.self)
    let outbox = Outbox(continuation)
    let task = Task { [seat] in
      let session = LiveSession(subject, outbox)
      subject.join(session)
      session.greet()
      await Self.read(client, session, outbox)
      await session.end()
      subject.leave(session)
      withExtendedLifetime(seat) {}
    }
    continuation.onTermination = { _ in task.cancel() }
    return frames
  }

  /// Reads messages until one side closes the socket.
  private static func read(
    _ client: AsyncThrowingStream<WSFrame, any Error>, _ session: LiveSession, _ outbox: Outbox
  ) async {
    var assembler = MessageAssembler()
    do {
      for try await frame in client {
        switch assembler.take(frame) {
        case .incomplete: continue
        case .ping(let payload): outbox.answer(ping: payload)
        case .message(let bytes): await session.receive(bytes)
        case .close(let code): return outbox.close(code)
        }
      }
      outbox.close(.normalClosure)
    } catch {
      outbox.close(.protocolError)
    }
  }
}
