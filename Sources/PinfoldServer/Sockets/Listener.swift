import FlyingFox
import FlyingSocks

/// A server that listens at one address.
struct Listener: Sendable {
  /// The port.
  let port: UInt16

  private let server: HTTPServer
  private let task: Task<Void, any Error>

  /// Listens; what is asked for before ``serve(_:)`` is not found.
  ///
  /// - Parameter port: the port; 0 for any that is free.
  init(_ host: LiveHost, port: UInt16) async throws(LiveServerError) {
    do {
      let server = HTTPServer(config: try host.configuration(port: port))
      let task = Task { try await server.run() }
      let start = Task { try await server.waitUntilListening() }
      // A server that fails says nothing to those who wait for it.
      Task { if case .failure = await task.result { start.cancel() } }
      if case .failure(let error) = await start.result {
        task.cancel()
        if case .failure(let cause) = await task.result { throw cause }
        throw error
      }
      (self.server, self.task) = (server, task)
      self.port = await server.port ?? port
    } catch {
      throw LiveServerError(error, host: host, port: port)
    }
  }

  /// Begins to serve.
  func serve(_ handler: some HTTPHandler) async { await server.appendRoute("*", to: handler) }

  /// Waits for the end, which comes with an error or with the cancellation of the calling task.
  func run() async throws {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension HTTPServer {
  /// The port at which it listens; nil where it does not.
  fileprivate var port: UInt16? {
    switch listeningAddress {
    case .ip4(_, let port), .ip6(_, let port): port
    default: nil
    }
  }
}
