import FlyingSocks
import Platform

/// The reason why a server cannot listen.
package enum LiveServerError: Error, Hashable, CustomStringConvertible {
  /// Another program listens at the port.
  case portInUse(UInt16)

  /// Ports below 1024 are the system's.
  case forbiddenPort(UInt16)

  /// The machine has no such address.
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

  /// Whether the address is none of this machine's.
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
