import Foundation
import Pinfold
import PinfoldServer
import Synchronization
import TestSupport
import Testing

@Suite("Who may look")
struct SecurityTests {
  /// A request, and the status that it gets; TOKEN, PORT and OTHER (a token of as many digits) stand for
  /// those of the server.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var path: String
    var host = "127.0.0.1:PORT"
    var origin: String?
    var method = "GET"
    var status: Int
  }

  static let cases = [
    Case(testDescription: "the page", path: "/TOKEN/", status: 200),
    Case(testDescription: "a script of the page", path: "/TOKEN/main.js", status: 200),
    Case(testDescription: "by name", path: "/TOKEN/", host: "localhost:PORT", status: 200),
    Case(testDescription: "by the other address", path: "/TOKEN/", host: "[::1]:PORT", status: 200),
    Case(testDescription: "in capitals", path: "/TOKEN/", host: "LOCALHOST:PORT", status: 200),
    Case(
      testDescription: "from the page itself", path: "/TOKEN/ground.bin", origin: "http://127.0.0.1:PORT",
      status: 200),
    Case(testDescription: "no token", path: "/", status: 403),
    Case(testDescription: "no token for a script", path: "/main.js", status: 403),
    Case(testDescription: "another token", path: "/OTHER/", status: 403),
    Case(testDescription: "a part of the token", path: "/TOKE/", status: 403),
    Case(testDescription: "the token in a query", path: "/?t=TOKEN", status: 403),
    Case(testDescription: "a file that is not there", path: "/TOKEN/secret.txt", status: 404),
    Case(testDescription: "a way out of the folder", path: "/TOKEN/../../etc/passwd", status: 404),
    Case(testDescription: "a way out in disguise", path: "/TOKEN/%2e%2e/%2e%2e/etc/passwd", status: 404),
    Case(testDescription: "a foreign host", path: "/TOKEN/", host: "evil.example", status: 403),
    Case(
      testDescription: "a foreign host with the port", path: "/TOKEN/", host: "evil.example:PORT", status: 403
    ),
    Case(testDescription: "another port", path: "/TOKEN/", host: "127.0.0.1:1", status: 403),
    Case(testDescription: "no port", path: "/TOKEN/", host: "127.0.0.1", status: 403),
    Case(testDescription: "no host", path: "/TOKEN/", host: "", status: 403),
    Case(testDescription: "another address of the net", path: "/TOKEN/", host: "10.0.0.1:PORT", status: 403),
    Case(
      testDescription: "another site", path: "/TOKEN/", origin: "http://evil.example", status: 403),
    Case(testDescription: "a page without a site", path: "/TOKEN/", origin: "null", status: 403),
    Case(testDescription: "what tells of tiles", path: "/TOKEN/tiles.json", status: 200),
    Case(testDescription: "a tile", path: "/TOKEN/1/0/1.mvt?strategy=radius", status: 200),
    Case(testDescription: "a tile without a token", path: "/1/0/1.mvt", status: 403),
    Case(
      testDescription: "a tile for another site", path: "/TOKEN/1/0/1.mvt", origin: "http://evil.example",
      status: 403),
    Case(
      testDescription: "a tile for a site that may have it", path: "/TOKEN/1/0/1.mvt",
      origin: "http://localhost:3000", status: 200),
    Case(
      testDescription: "the page for a site that may have tiles", path: "/TOKEN/",
      origin: "http://localhost:3000", status: 403),
    Case(
      testDescription: "the socket for a site that may have tiles", path: "/TOKEN/socket",
      origin: "http://localhost:3000", status: 403),
    Case(testDescription: "a tile beyond the world", path: "/TOKEN/1/2/0.mvt", status: 404),
    Case(testDescription: "a tile too deep", path: "/TOKEN/21/0/0.mvt", status: 404),
    Case(
      testDescription: "a tile of an endless number", path: "/TOKEN/99999999999999999999/0/0.mvt", status: 404
    ),
    Case(testDescription: "tiles of no strategy", path: "/TOKEN/tiles.json?strategy=gird", status: 400),
    Case(
      testDescription: "tiles of one that follows the view", path: "/TOKEN/tiles.json?strategy=pca",
      status: 400),
    Case(testDescription: "another method", path: "/TOKEN/", method: "POST", status: 405),
    Case(
      testDescription: "the socket without an upgrade", path: "/TOKEN/socket",
      origin: "http://127.0.0.1:PORT", status: 400),
  ]

  @Test("requests for the page and its files", arguments: cases)
  func page(one: Case) async throws {
    try await RunningServer.with { server in
      func filled(_ text: String) -> String {
        text.replacing("TOKEN", with: server.token).replacing("TOKE/", with: "\(server.token.dropLast())/")
          .replacing("OTHER", with: String(repeating: "0", count: 32)).replacing(
            "PORT", with: "\(server.port)")
      }
      let response = try await server.get(
        filled(one.path), host: filled(one.host), origin: one.origin.map(filled), method: one.method)
      #expect(response.status == one.status, "\(response.body)")
      #expect(response.status == 200 || !response.body.contains(server.token))
    }
  }

  @Test("every response forbids what is not the page's own")
  func headers() async throws {
    try await RunningServer.with { server in
      for path in ["/\(server.token)/", "/\(server.token)/main.js", "/", "/\(server.token)/nothing"] {
        let headers = try await server.get(path).headers
        #expect(headers["content-security-policy"]?.hasPrefix("default-src 'self';") == true)
        #expect(headers["x-content-type-options"] == "nosniff")
        #expect(headers["referrer-policy"] == "no-referrer")
      }
    }
  }

  @Test("the page asks nobody else for anything")
  func page() async throws {
    try await RunningServer.with { server in
      let page = try await server.get("/\(server.token)/").body
      #expect(page.contains("main.js"))
      for name in page.matches(of: /(?:src|href)="([^"]+)"/).map({ String($0.output.1) }) {
        #expect(!name.contains("/"))
        #expect(try await server.get("/\(server.token)/\(name)").status == 200, "\(name)")
      }
    }
  }

  @Test("a socket needs the token, a known host and the page's own origin")
  func socket() async throws {
    try await RunningServer.with { server in
      let statuses = [
        try await server.socket().status,
        try await server.socket(token: String(repeating: "0", count: 32)).status,
        try await server.socket(host: "evil.example").status,
        try await server.socket(origin: "http://evil.example").status,
        try await server.socket(origin: "https://127.0.0.1:\(server.port)").status,
        try await server.socket(origin: .some(nil)).status,
      ]
      #expect(statuses == [101, 403, 403, 403, 403, 403])
    }
  }

  /// A head of a megabyte.
  enum LargeHead: String, CaseIterable {
    case target, header, headers

    var text: String {
      let long = String(repeating: "a", count: 1 << 20)
      return switch self {
      case .target: "GET /\(long) HTTP/1.1\r\n"
      case .header: "GET / HTTP/1.1\r\nCookie: \(long)\r\n\r\n"
      case .headers: "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 1 << 17)
      }
    }
  }

  @Test("the head of a request has a limit, whatever is long in it", arguments: LargeHead.allCases)
  func largeHeads(head: LargeHead) async throws {
    try await RunningServer.with { server in
      let response = try await onThread {
        let connection = try RawConnection(port: server.port)
        try connection.write(Array(head.text.utf8))
        return try Response(connection.readAll())
      }
      #expect(response.status == 431)
      #expect(response.body == "the head of a request may have 16 KiB at most\n")
      #expect(try await server.get("/\(server.token)/").status == 200)
    }
  }

  @Test("heads below the limit are read in any parts, and one connection takes several requests")
  func heads() async throws {
    try await RunningServer.with { server in
      let host = "Host: 127.0.0.1:\(server.port)\r\n"
      let cookie = "Cookie: \(String(repeating: "a", count: 15_000))\r\n"
      let request = "GET /\(server.token)/main.js HTTP/1.1\r\n\(host)\(cookie)"
      let statuses = try await onThread {
        let connection = try RawConnection(port: server.port)
        for part in Array("\(request)\r\n\(request)Connection: close\r\n\r\n".utf8).chunks(of: 777) {
          try connection.write(part)
        }
        let text = String(decoding: connection.readAll(), as: UTF8.self)
        return text.matches(of: /HTTP\/1\.1 (\d+)/).map { String($0.output.1) }
      }
      #expect(statuses == ["200", "200"])
    }
  }

  @Test("what is no request is refused, and what ends early disturbs nobody")
  func badHeads() async throws {
    try await RunningServer.with { server in
      for text in ["hello\r\n\r\n", "GET /\r\n\r\n", "GET / SMTP/1\r\n\r\n", "\r\n\r\n\n\n", "\u{0}\n\n"] {
        let response = try await onThread {
          let connection = try RawConnection(port: server.port)
          try connection.write(Array(text.utf8))
          return try Response(connection.readAll())
        }
        #expect(response.status == 400, "\(text)")
      }
      for _ in 0..<50 {
        try await onThread { try RawConnection(port: server.port).write(Array("GET /".utf8)) }
      }
      #expect(try await server.get("/\(server.token)/").status == 200)
    }
  }

  @Test("tokens have 128 bits, and no two are alike")
  func tokens() {
    let tokens = (0..<100).map { _ in AccessToken().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    #expect(AccessToken(tokens[0])?.text == tokens[0])
    #expect(AccessToken("short") == nil)
    #expect(AccessToken(String(repeating: "/", count: 32)) == nil)
  }

  @Test("the ninth page is turned away, until one of the eight goes")
  func seats() async throws {
    try await RunningServer.with { server in
      var sockets: [TestSocket] = []
      for _ in 0..<LiveServer.mostSockets {
        sockets.append(try #require(try await server.socket().socket))
      }
      #expect(try await server.socket().status == 503)
      sockets.removeLast()
      var status = 503
      for _ in 0..<100 where status == 503 {
        try await Task.sleep(for: .milliseconds(20))
        status = try await server.socket().status
      }
      #expect(status == 101)
      withExtendedLifetime(sockets) {}
    }
  }

  @Test("a message of more than 64 KiB closes the socket with a reason, in one frame or in several")
  func largeMessages() async throws {
    try await RunningServer.with { server in
      let large = [UInt8](repeating: 32, count: 65537)
      let socket = try #require(try await server.socket().socket)
      let closing = try await onThread {
        try socket.send(large)
        return socket.closing()
      }
      #expect(closing?.code == 1009)
      #expect(closing?.reason == "a message may have 64 KiB at most")
      let other = try #require(try await server.socket().socket)
      let again = try await onThread {
        for part in 0..<70 {
          try other.send([UInt8](repeating: 32, count: 1000), opcode: part == 0 ? 1 : 0, isLast: false)
        }
        return other.closing()
      }
      #expect(again?.code == 1009)
      // The server is none the worse for it.
      #expect(try await server.get("/\(server.token)/").status == 200)
    }
  }

  @Test(
    "frames that no browser sends close the socket: without a mask, with reserved bits, of endless length")
  func badFrames() async throws {
    try await RunningServer.with { server in
      for (bytes, code) in [
        ([0x81, 2, 123, 125], 1002), ([0xC1, 0x80, 0, 0, 0, 0], 1002),
        ([0x81, 0xFF, 255, 255, 255, 255, 255, 255, 255, 255], 1009),
        ([0x81, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0], 1009),
      ] as [([UInt8], Int)] {
        let socket = try #require(try await server.socket().socket)
        let closing = try await onThread {
          try socket.connection.write(bytes)
          return socket.closing()
        }
        #expect(closing?.code == code)
      }
    }
  }

  @Test("it listens at this machine's own addresses alone")
  func loopback() async throws {
    try await RunningServer.with { server in
      #expect(server.address == "http://127.0.0.1:\(server.port)/\(server.token)/")
      #expect(throws: RawConnection.Refused.self) {
        try RawConnection(port: server.port, address: 0x7F00_0002)
      }
    }
    #expect(LiveHost.loopback.allSatisfy { !$0.isOpen })
    #expect(LiveHost("0.0.0.0")?.isOpen == true)
    #expect(LiveHost("evil.example") == nil)
  }

  @Test("a server for all may be asked by any address, and by no name")
  func open() async throws {
    let any: LiveHost? = LiveHost("0.0.0.0")
    try await RunningServer.with(host: any) { server in
      for (host, status) in [
        ("127.0.0.1", 200), ("10.1.2.3", 200), ("localhost", 200), ("evil.example", 403),
        ("1.2.3.4.example", 403),
      ] {
        let response = try await server.get("/\(server.token)/", host: "\(host):\(server.port)")
        #expect(response.status == status, "\(host)")
      }
    }
  }

  @Test("a port in use is an error that says so")
  func portInUse() async throws {
    try await RunningServer.with { server in
      let error = await #expect(throws: LiveServerError.self) {
        try await LiveServer(server.subject).run(port: server.port) { _ in }
      }
      #expect(error == .portInUse(server.port))
    }
  }
}

extension [UInt8] {
  /// The bytes in parts of a size.
  fileprivate func chunks(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
