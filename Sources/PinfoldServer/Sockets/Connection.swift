import FlyingFox
import FlyingSocks
import Foundation
import Platform

/// One connection: reads requests, writes what a handler answers, or becomes the socket of a page.
///
/// The heads of requests have limits of size and of time, for anybody can send one: the token is within.
struct Connection: Sendable {
  let socket: AsyncSocket
  private var received: [UInt8] = []
  private var used = 0
  static let headLimit = 16 << 10

  /// The time in which the head of the next request must be complete.
  private static let patience = Duration.seconds(60)

  init(_ socket: AsyncSocket) { self.socket = socket }

  func serve(_ handler: some HTTPHandler) async {
    var connection = self
    try? await connection.serveAll(handler)
    await connection.close()
  }

  private mutating func serveAll(_ handler: some HTTPHandler) async throws {
    while true {
      let head: [UInt8]
      do { head = try await readHead() } catch is HeadTooLarge {
        let reason = "the head of a request may have \(Self.headLimit >> 10) KiB at most\n"
        return try await write(
          HTTPResponse(statusCode: HTTPStatusCode(431, phrase: "Refused"), body: Data(reason.utf8)),
          isLast: true)
      }
      guard let request = HTTPRequest(head: head) else {
        return try await write(HTTPResponse(statusCode: .badRequest), isLast: true)
      }
      let response = try await handler.handleRequest(request)
      if case .webSocket(let page as SocketHandler) = response.payload {
        try await socket.write(response.head)
        return await page.serve(self)
      }
      let isLast = request.isLast
      try await write(response, isLast: isLast)
      if isLast { return }
    }
  }

  private func write(_ response: HTTPResponse, isLast: Bool) async throws {
    var response = response
    let body = try await response.bodyData
    response.headers[.contentLength] = "\(body.count)"
    response.headers[.connection] = isLast ? "close" : "keep-alive"
    try await socket.write(response.head + body)
  }

  /// Closes after what was written has arrived: bytes that are never read would make the system drop it.
  private func close() async {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    let socket = socket
    _ = try? await Self.within(.seconds(2)) {
      for _ in 0..<512 { _ = try await socket.read(atMost: 4096) }
    }
    try? socket.close()
  }

  // MARK: Reading

  private struct HeadTooLarge: Error {}
  private struct TimedOut: Error {}

  private mutating func readHead() async throws -> [UInt8] {
    let deadline = ContinuousClock.now + Self.patience
    received.removeFirst(used)
    used = 0
    var looked = 0
    while true {
      // The end of a line right after that of another, with a carriage return or without.
      while looked < received.count {
        defer { looked += 1 }
        guard received[looked] == 10 else { continue }
        let line = received[..<looked]
        guard line.last == 10 || line.suffix(2).elementsEqual([10, 13]) else { continue }
        used = looked + 1
        return Array(line)
      }
      guard received.count < Self.headLimit else { throw HeadTooLarge() }
      let socket = socket
      received += try await Self.within(deadline - ContinuousClock.now) {
        try await socket.read(atMost: 4096)
      }
    }
  }

  mutating func read(_ count: Int) async throws -> ArraySlice<UInt8> {
    if received.count - used < count {
      received.removeFirst(used)
      used = 0
      while received.count < count { received += try await socket.read(atMost: 4096) }
    }
    defer { used += count }
    return received[used..<used + count]
  }

  /// Calls `body`, and cancels it after some time.
  private static func within<Output: Sendable>(
    _ time: Duration, _ body: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    try await withThrowingTaskGroup(of: Output.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: time)
        throw TimedOut()
      }
      defer { group.cancelAll() }
      guard let output = try await group.next() else { throw TimedOut() }
      return output
    }
  }
}

extension HTTPRequest {
  /// Reads the first line and the headers of a request; nil for what is none.
  init?(head: [UInt8]) {
    let lines = head.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    let words = lines.first?.split(whereSeparator: \.isWhitespace) ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var headers = HTTPHeaders()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[HTTPHeader(String(line[..<colon]))] = line[line.index(after: colon)...].trimmingCharacters(
        in: .whitespacesAndNewlines)
    }
    self.init(
      method: HTTPMethod(String(words[0])), version: HTTPVersion(String(words[2])),
      target: Target(path: String(target[0]), query: target.count > 1 ? String(target[1]) : ""),
      headers: headers,
      body: HTTPBodySequence())
  }

  /// Whether to close the connection afterwards: the client requests it, or sends a body, which is not read.
  fileprivate var isLast: Bool {
    version != .http11 || headers[.connection]?.lowercased().contains("close") == true
      || headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } == true
  }
}

extension HTTPResponse {
  /// The first line and the headers, with the empty line.
  fileprivate var head: Data {
    var text = "\(version.rawValue) \(statusCode.code) \(statusCode.phrase)\r\n"
    for (header, value) in headers { text += "\(header.rawValue): \(value)\r\n" }
    return Data("\(text)\r\n".utf8)
  }
}
