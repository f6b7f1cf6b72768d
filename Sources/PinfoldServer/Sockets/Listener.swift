import FlyingFox
import FlyingSocks
import Platform

struct Listener: Sendable {
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

  fileprivate var port: UInt16? {
    get throws {
      switch try sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      default: nil
      }
    }
  }
}

/// The reason why a server cannot listen.
package enum LiveServerError: Error, Hashable, CustomStringConvertible {
  /// Another program listens at the port.
  case portInUse(UInt16)

  /// Ports below 1024 are the system's.
  case forbiddenPort(UInt16)

  case noSuchAddress(String)

  /// Another reason, in the system's words.
  case other(String)

  init(_ error: any Error, host: LiveHost, port: UInt16) {
    guard case SocketError.failed(_, let number, let message) = error else {
      self = .other("\(error)")
      return
    }
    switch number {
    case EADDRINUSE: self = .portInUse(port)
    case EACCES: self = .forbiddenPort(port)
    case EADDRNOTAVAIL, EAFNOSUPPORT: self = .noSuchAddress(host.inAddresses)
    default: self = .other(message)
    }
  }

  var isMissingAddress: Bool { if case .noSuchAddress = self { true } else { false } }

  package var description: String {
    switch self {
    case .portInUse(let port):
      "port \(port) is in use; name another with --port, or leave it out for one that is free"
    case .forbiddenPort(let port): "port \(port) is for the system's own programs; name one from 1024 on"
    case .noSuchAddress(let address): "\(address) is no address of this machine"
    case .other(let message): "cannot listen: \(message)"
    }
  }
}

/// An address of this machine at which to listen.
package struct LiveHost: Hashable, Sendable {
  /// The address in numbers: "127.0.0.1", "::1".
  private let numbers: String

  private let isVersion6: Bool

  package static let loopback = [
    LiveHost(numbers: "127.0.0.1", isVersion6: false), LiveHost(numbers: "::1", isVersion6: true),
  ]

  package var isOpen: Bool { isVersion6 ? numbers != "::1" : !numbers.hasPrefix("127.") }

  var isAny: Bool { numbers == "0.0.0.0" || numbers == "::" }

  var inAddresses: String { isVersion6 ? "[\(numbers)]" : numbers }

  func address(port: UInt16) throws -> any SocketAddress {
    isVersion6
      ? try sockaddr_in6.inet6(ip6: numbers, port: port) : try sockaddr_in.inet(ip4: numbers, port: port)
  }
}

extension LiveHost {
  /// Reads an address in numbers, or `localhost`; nil for anything else.
  package init?(_ text: String) {
    let text = text == "localhost" ? "127.0.0.1" : text
    if (try? sockaddr_in.inet(ip4: text, port: 0)) != nil {
      self.init(numbers: text, isVersion6: false)
    } else if (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil {
      self.init(numbers: text.lowercased(), isVersion6: true)
    } else {
      return nil
    }
  }
}
