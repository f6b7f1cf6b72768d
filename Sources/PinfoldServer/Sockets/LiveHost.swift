import FlyingSocks
import Platform

/// An address of this machine at which to listen.
package struct LiveHost: Hashable, Sendable {
  /// The address in numbers: "127.0.0.1", "::1".
  private let numbers: String

  private let isVersion6: Bool

  /// Reads an address in numbers, or `localhost`; nil for anything else.
  package init?(_ text: String) {
    let text = text == "localhost" ? "127.0.0.1" : text
    if (try? sockaddr_in.inet(ip4: text, port: 0)) != nil {
      (numbers, isVersion6) = (text, false)
    } else if (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil {
      (numbers, isVersion6) = (text.lowercased(), true)
    } else {
      return nil
    }
  }

  private init(numbers: String, isVersion6: Bool) {
    (self.numbers, self.isVersion6) = (numbers, isVersion6)
  }

  /// The addresses that reach this machine from itself alone.
  package static let loopback = [
    LiveHost(numbers: "127.0.0.1", isVersion6: false), LiveHost(numbers: "::1", isVersion6: true),
  ]

  /// Whether other machines can reach it.
  package var isOpen: Bool { isVersion6 ? numbers != "::1" : !numbers.hasPrefix("127.") }

  /// Whether it stands for all addresses of the machine.
  var isAny: Bool { numbers == "0.0.0.0" || numbers == "::" }

  /// The address as it is written in one of the web.
  var inAddresses: String { isVersion6 ? "[\(numbers)]" : numbers }

  /// The address with a port, for the system.
  func address(port: UInt16) throws -> any SocketAddress {
    isVersion6
      ? try sockaddr_in6.inet6(ip6: numbers, port: port) : try sockaddr_in.inet(ip4: numbers, port: port)
  }
}
