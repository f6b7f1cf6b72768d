import FlyingFox
import FlyingSocks
import Platform

/// A socket that listens at one address.
struct Listener: Sendable {
  /// The port.
  let port: UInt16

  private let socket: AsyncSocket
  private let pool: any AsyncSocketPool

  /// Listens; connections wait for ``run(_:)``.
  ///
  /// - Parameter port: the port; 0 for any that is free.
  init(_ host: LiveHost, port: UInt16) async throws(LiveServerError) {
    do {
      pool = HTTPServer.defaultPool()
      try await pool.prepare()
      let socket = try Socket(listeningAt: host, port: port)
      self.socket = try AsyncSocket(socket: socket, pool: pool)
      self.port = try socket.port ?? port
    } catch {
      throw LiveServerError(error, host: host, port: port)
    }
  }

  /// Serves connections until an error or the cancellation of the calling task.
  func run(_ handler: some HTTPHandler) async throws {
    defer { close() }
    try await withThrowingDiscardingTaskGroup { [socket, pool] group in
      group.addTask { try await pool.run() }
      while true {
        do {
          let client = try await socket.accept()
          group.addTask { await Connection(client).serve(handler) }
        } catch SocketError.failed(_, let number, _) where Self.passingErrors.contains(number) {
          try await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  /// Stops listening.
  func close() { try? socket.close() }

  /// Errors of one connection, and a lack of descriptors, which other connections give back.
  private static let passingErrors: Set<Int32> = [ECONNABORTED, EINTR, EMFILE, ENFILE]
}

extension Socket {
  fileprivate init(listeningAt host: LiveHost, port: UInt16) throws {
    let address = try host.address(port: port)
    try self.init(domain: Int32(address.family))
    do {
      try setValue(true, for: .localAddressReuse)
      #if canImport(Darwin)
        try setValue(true, for: .noSIGPIPE)
      #endif
      try bind(to: address)
      try listen()
    } catch {
      try? close()
      throw error
    }
  }

  /// The port at which it listens.
  fileprivate var port: UInt16? {
    get throws {
      switch try sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      default: nil
      }
    }
  }
}
