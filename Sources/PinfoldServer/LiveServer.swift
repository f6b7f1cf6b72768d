import CPage
import CPlayer
import FlyingFox
import Foundation
import Ground
import PinfoldData

/// Serves the page of a live map, and the sockets of those who look at it.
///
/// Everything is behind ``AccessRule``: a request needs the token, and may not come from another site.
package struct LiveServer: Sendable {
  package let token: AccessToken
  private let subject: LiveSubject
  private let seats = Seats(Self.mostSockets)
  package static let mostSockets = 8

  package init(_ subject: LiveSubject, token: AccessToken = AccessToken()) {
    (self.subject, self.token) = (subject, token)
  }

  /// Listens, calls `onStart`, and serves until the task is cancelled.
  ///
  /// - Parameters:
  ///   - host: the address to listen on; nil for this machine alone, by both of its own addresses.
  ///   - port: the port; 0 for any free one.
  ///   - tileOrigins: further origins whose pages may load tiles.
  ///   - onStart: called once with the address of the page.
  /// - Throws: ``LiveServerError``.
  package func run(
    host: LiveHost? = nil, port: UInt16 = 0, tileOrigins: [String] = [],
    onStart: @escaping @Sendable (String) -> Void
  ) async throws {
    let hosts = host.map { [$0] } ?? LiveHost.loopback
    var listeners = [try await Listener(hosts[0], port: port)]
    let chosen = listeners[0].port
    for host in hosts.dropFirst() {
      do {
        listeners.append(try await Listener(host, port: chosen))
      } catch {
        // A machine may have no such address. Without a particular port the first address is enough.
        guard port == 0 || error.isMissingAddress else {
          for listener in listeners { listener.close() }
          throw error
        }
      }
    }
    let rule = AccessRule(
      token: token,
      hosts: Set((hosts + LiveHost.loopback).map { "\($0.inAddresses):\(chosen)" } + ["localhost:\(chosen)"]),
      allowsAnyAddress: hosts.contains(where: \.isAny), port: chosen, tileOrigins: Set(tileOrigins))
    let handler = ClosureHTTPHandler { request in try await answer(request, rule) }
    onStart("http://\(hosts[0].inAddresses):\(chosen)/\(token.text)/")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for listener in listeners { group.addTask { try await listener.run(handler) } }
      // The first to fail ends all.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func answer(_ request: HTTPRequest, _ rule: AccessRule) async throws -> HTTPResponse {
    let verdict = rule.verdict(
      on: AccessRule.Request(
        method: request.method.rawValue, path: request.target.path(), host: request.headers[.host],
        origin: request.headers[HTTPHeader("Origin")]))
    switch verdict {
    case .refused(let status, let reason): return Self.response(status, reason)
    case .file(BaseTiles.fileName):
      guard case .archive(let path) = subject.base else { return Self.response(404, "there is no base map") }
      guard let part = BaseTiles.part(of: path, request.headers[HTTPHeader("Range")]) else {
        return Self.response(416, "ask for a part of the file, as in 'Range: bytes=0-126'")
      }
      return Self.response(206, type: "application/octet-stream", part)
    case .file(let name):
      guard let file = PageFile.all[name] else { return Self.response(404, "the page has no such file") }
      return Self.response(200, type: file.type, file.content, imagesOf: subject.base?.origin)
    case .tiles(let tiles): return await answer(request, tiles, rule)
    case .socket:
      guard let seat = seats.take() else {
        return Self.response(503, "\(Self.mostSockets) pages look at this map already")
      }
      return try await WebSocketHTTPHandler(handler: SocketHandler(subject: subject, seat: seat))
        .handleRequest(request)
    }
  }

  /// Answers a request for tiles, which pages of some other origins may make.
  private func answer(_ request: HTTPRequest, _ tiles: TileRequest, _ rule: AccessRule) async -> HTTPResponse
  {
    let service = TileService(subject: subject)
    let strategy = request.query["strategy"]
    var response: HTTPResponse
    do {
      switch tiles {
      case .document:
        let address = "http://\(request.headers[.host] ?? "")/\(token.text)/"
        let query = request.target.query().isEmpty ? "" : "?\(request.target.query())"
        response = Self.response(
          200, type: "application/json",
          Data(try await service.document(strategy, address: address, query: query)))
      case .dots(let address):
        response = Self.response(
          200, type: "application/octet-stream", Data(try await service.dots(address)))
      case .tile(let address):
        response = Self.response(
          200, type: "application/vnd.mapbox-vector-tile", Data(try await service.tile(address, strategy)))
      }
    } catch {
      response = Self.response(400, "\(error)")
    }
    if let origin = request.headers[HTTPHeader("Origin")], rule.tileOrigins.contains(origin) {
      response.headers[HTTPHeader("Access-Control-Allow-Origin")] = origin
      response.headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "cross-origin"
      response.headers[HTTPHeader("Vary")] = "Origin"
    }
    return response
  }

  private static func response(_ status: Int, _ reason: String) -> HTTPResponse {
    response(status, type: "text/plain; charset=utf-8", Data("\(reason)\n".utf8))
  }

  /// A response with all that keeps what others wrote, such as names in the data, from doing harm.
  ///
  /// - Parameter origin: another origin from which the page may load pictures.
  private static func response(
    _ status: Int, type: String, _ body: Data, imagesOf origin: String? = nil
  ) -> HTTPResponse {
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: status < 300 ? "OK" : "Refused"),
      headers: [
        .contentType: type,
        HTTPHeader("Content-Security-Policy"):
          "default-src 'self'; \(origin.map { "img-src 'self' \($0); " } ?? "")base-uri 'none'; form-action 'none'; "
          + "frame-ancestors 'none'",
        HTTPHeader("X-Content-Type-Options"): "nosniff",
        HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Cache-Control"): "no-store",
      ], body: body)
  }
}

struct PageFile: Sendable {
  let name: String
  let type: String
  let content: Data

  /// The files by name: those of the page, and the ground that pictures have too.
  static let all: [String: PageFile] = {
    let ground = PageFile(
      name: "ground.bin", type: "application/octet-stream", content: Data(Ground.world.bytes))
    var files = [ground.name: ground]
    for index in 0..<pinfold_player_module_count() {
      let module = unsafe pinfold_player_module(index)
      let name = unsafe String(cString: module.name)
      files[name] = unsafe PageFile(
        name: name, type: "text/javascript; charset=utf-8",
        content: Data(bytes: module.bytes, count: module.size))
    }
    for index in 0..<pinfold_page_file_count() {
      let file = unsafe pinfold_page_file(index)
      let name = unsafe String(cString: file.name)
      files[name] = unsafe PageFile(
        name: name, type: String(cString: file.type), content: Data(bytes: file.bytes, count: file.size))
    }
    return files
  }()
}
