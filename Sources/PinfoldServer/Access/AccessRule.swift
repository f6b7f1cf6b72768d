import Pinfold

/// Which requests the server accepts.
///
/// A page of another site can make a browser send requests to this machine, under a name of its own (DNS
/// rebinding) or directly, so binding to the local address is not enough.
struct AccessRule: Sendable {
  let token: AccessToken

  /// The accepted values of `Host`.
  let hosts: Set<String>

  /// Whether any address of four numbers, or in brackets, may stand for the host too: the server listens on
  /// all of the machine's, and rebinding needs a name.
  let allowsAnyAddress: Bool

  let port: UInt16

  /// Origins other than the page's own whose pages may have tiles: "http://localhost:3000".
  let tileOrigins: Set<String>

  struct Request {
    var method: String
    var path: String
    var host: String?
    var origin: String?
  }

  enum Verdict: Hashable {
    case file(String)
    case tiles(TileRequest)
    case socket
    case refused(Int, String)
  }

  func verdict(on request: Request) -> Verdict {
    guard let host = request.host, isKnown(host) else {
      return .refused(403, "unknown host: use the address that 'pinfold serve' printed")
    }
    let ownOrigin = "http://\(host)"
    let isForeign = request.origin.map { $0 != ownOrigin } ?? false
    if isForeign, !tileOrigins.contains(request.origin ?? "") {
      return .refused(403, "requests of other sites are refused; --allow-origin lets one have tiles")
    }
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty, token.matches(parts[1]) else {
      return .refused(403, "no valid token: use the whole address that 'pinfold serve' printed")
    }
    guard request.method == "GET" else { return .refused(405, "only GET is served") }
    let name = parts[2...].joined(separator: "/")
    if let tiles = TileRequest(name) { return .tiles(tiles) }
    if isForeign { return .refused(403, "other sites may have tiles alone") }
    guard name == Self.socketName else { return .file(name.isEmpty ? "index.html" : name) }
    // Browsers always send the origin of a socket.
    guard request.origin == ownOrigin else { return .refused(403, "a socket needs the page's origin") }
    return .socket
  }

  static let socketName = "socket"

  private func isKnown(_ host: String) -> Bool {
    let host = host.lowercased()
    if hosts.contains(host) { return true }
    guard allowsAnyAddress, host.hasSuffix(":\(port)") else { return false }
    let name = host.dropLast("\(port)".utf8.count + 1)
    return name.hasPrefix("[") && name.hasSuffix("]")
      || name.split(separator: ".", omittingEmptySubsequences: false).count == 4
        && name.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
  }
}

/// The random text in the address that is required for every request: 128 bits that cannot be guessed.
package struct AccessToken: Hashable, Sendable {
  /// The token, the first part of every path: 32 hexadecimal digits where it was drawn.
  package let text: String

  package init() {
    var system = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in (system.next() as UInt64).hexadecimal }.joined()
  }

  /// Takes a token that somebody made; nil for one with fewer than 32 digits and letters of ASCII, or with
  /// anything else.
  package init?(_ text: String) {
    guard text.utf8.count >= 32, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    self.text = text
  }

  /// Whether a text is the token, in a time that does not depend on where they differ.
  func matches(_ other: Substring) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
