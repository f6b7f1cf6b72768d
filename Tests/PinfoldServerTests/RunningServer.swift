import Dispatch
import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldServer
import Synchronization
import TestSupport
import Testing

/// A server over made-up points, which runs as long as `body` does.
struct RunningServer: Sendable {
  let port: UInt16
  let token: String

  /// The address as it was printed.
  let address: String

  /// The subject that the server shows.
  let subject: LiveSubject

  static func with(
    _ points: PointSet? = nil, words: [String] = [], host: LiveHost? = nil, port: UInt16 = 0,
    _ body: @escaping @Sendable (RunningServer) async throws -> Void
  ) async throws {
    let registry = Registry.builtIn
    let columns = PointColumns(
      longitude: (0..<200).map { Double($0 % 20) * 8 - 80 },
      latitude: (0..<200).map { Double($0 / 20) * 9 - 45 },
      ids: .integers((0..<200).map(Int64.init)))
    let subject = LiveSubject(
      NamedPoints("samples", try points ?? PointSet(columns)), registry: registry,
      beginning: LiveBeginning(
        view: nil,
        strategies: try ClustererDefinition.all(Node(.text("grid"), place: "test"), in: registry),
        words: words))
    let server = LiveServer(subject)
    let (addresses, found) = AsyncStream.makeStream(of: String.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.run(host: host, port: port, tileOrigins: ["http://localhost:3000"]) {
          found.yield($0)
        }
      }
      group.addTask {
        var iterator = addresses.makeAsyncIterator()
        let address = try #require(await iterator.next())
        let url = try #require(URL(string: address))
        try await body(
          RunningServer(
            port: UInt16(try #require(url.port)), token: server.token.text, address: address, subject: subject
          ))
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Sends a request and returns the head and the body of the response.
  func get(
    _ path: String, host: String? = nil, origin: String? = nil, method: String = "GET"
  ) async throws -> Response {
    let host = host ?? "127.0.0.1:\(port)"
    return try await onThread {
      let connection = try RawConnection(port: port)
      var request = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
      if let origin { request += "Origin: \(origin)\r\n" }
      try connection.write(Array("\(request)\r\n".utf8))
      return try Response(connection.readAll())
    }
  }

  /// Opens a socket; nil with the status where it is refused.
  func socket(
    token: String? = nil, host: String? = nil, origin: String?? = .none
  ) async throws -> (socket: TestSocket?, status: Int) {
    let host = host ?? "127.0.0.1:\(port)"
    let origin = origin ?? "http://\(host)"
    let token = token ?? self.token
    return try await onThread { try TestSocket.open(port: port, token: token, host: host, origin: origin) }
  }
}

/// A response of HTTP.
struct Response: Sendable {
  var status: Int
  var headers: [String: String]
  var body: String

  /// The bytes of the body.
  var bytes: [UInt8] = []

  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let end = try #require(text.range(of: "\r\n\r\n"), "no response: \(text.prefix(80))")
    try self.init(head: String(text[..<end.lowerBound]))
    body = String(text[end.upperBound...])
    self.bytes = Array(bytes.dropFirst(text[..<end.upperBound].utf8.count))
  }

  init(head: String) throws {
    let lines = head.components(separatedBy: "\r\n")
    status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }, "no response")
    headers = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    body = ""
  }
}
