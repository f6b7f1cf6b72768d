import Foundation
import PinfoldData
import Testing

/// The page's end of a socket.
final class TestSocket: Sendable {
  let connection: RawConnection

  init(_ connection: RawConnection) { self.connection = connection }

  /// Opens a socket; nil with the status where it is refused.
  static func open(
    port: UInt16, token: String, host: String, origin: String?
  ) throws -> (socket: TestSocket?, status: Int) {
    let connection = try RawConnection(port: port)
    var request = """
      GET /\(token)/socket HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n
      """
    if let origin { request += "Origin: \(origin)\r\n" }
    try connection.write(Array("\(request)\r\n".utf8))
    let status = try Response(head: connection.readHead()).status
    return (status == 101 ? TestSocket(connection) : nil, status)
  }

  /// Opens a socket of the page at an address.
  static func open(_ address: String) throws -> TestSocket {
    let url = try #require(URL(string: address))
    let (host, port) = (try #require(url.host()), UInt16(try #require(url.port)))
    return try #require(
      try open(
        port: port, token: url.pathComponents[1], host: "\(host):\(port)", origin: "http://\(host):\(port)"
      ).socket)
  }

  /// Sends a text.
  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes as one frame.
  func send(_ payload: [UInt8], opcode: UInt8 = 1, isLast: Bool = true) throws {
    var frame: [UInt8] = [(isLast ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      frame.append(0x80 | 127)
      frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    // A mask of zeros leaves the bytes as they are.
    try connection.write(frame + [0, 0, 0, 0] + payload)
  }

  /// A frame of the server: the kind, and its bytes; nil at the end.
  func receive() -> (opcode: UInt8, payload: [UInt8])? {
    let head = connection.read(2)
    guard head.count == 2 else { return nil }
    var count = Int(head[1] & 127)
    if count == 126 { count = connection.read(2).reduce(0) { $0 << 8 | Int($1) } }
    if count == 127 { count = connection.read(8).reduce(0) { $0 << 8 | Int($1) } }
    return (head[0] & 15, connection.read(count))
  }

  /// The next message of a kind, and those before it thrown away.
  func message(_ kind: String) throws -> [String: Any] {
    while let (opcode, payload) = receive() {
      guard opcode == 1 else { continue }
      let message = try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
      if message["kind"] as? String == kind { return message }
    }
    throw Ended()
  }

  /// The code and the reason with which the server closes.
  func closing() -> (code: Int, reason: String)? {
    while let (opcode, payload) = receive() {
      guard opcode == 8, payload.count >= 2 else { continue }
      return (Int(payload[0]) << 8 | Int(payload[1]), String(decoding: payload.dropFirst(2), as: UTF8.self))
    }
    return nil
  }

  struct Ended: Error {}
}
