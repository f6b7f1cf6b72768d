/// Who may ask the server for what.
///
/// A page of another site can make a browser send requests to this machine, under a name of its own (DNS
/// rebinding) or as itself, so it is not enough that nobody else can connect.
struct AccessRule: Sendable {
  let token: AccessToken

  /// The values of `Host` under which the server may be asked.
  let hosts: Set<String>

  /// Whether any address of four numbers, or in brackets, may stand for the host too: the server listens on
  /// all of the machine's, and rebinding needs a name.
  let allowsAnyAddress: Bool

  let port: UInt16

  /// Origins other than the page's own whose pages may have tiles: "http://localhost:3000".
  let tileOrigins: Set<String>

  /// A request as far as it decides on access.
  struct Request {
    var method: String
    var path: String
    var host: String?
    var origin: String?
  }

  /// What becomes of a request.
  enum Verdict: Hashable {
    /// It gets a file of the page.
    case file(String)

    /// It gets a tile, or what tells of tiles.
    case tiles(TileRequest)

    /// It may open a socket.
    case socket

    /// It is refused with a status, and a reason in words.
    case refused(Int, String)
  }

  /// Decides on a request.
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
    // Browsers always say where a socket comes from.
    guard request.origin == ownOrigin else { return .refused(403, "a socket needs the page's origin") }
    return .socket
  }

  /// The name of the socket beside the page's files.
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
