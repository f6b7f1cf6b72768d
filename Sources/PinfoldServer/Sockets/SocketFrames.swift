import FlyingFox
import Foundation

extension WSFrame {
  var bytes: Data {
    var bytes = Data([(fin ? 0x80 : 0) | opcode.rawValue])
    let (lengthBytes, code): (Int, UInt8) =
      switch payload.count {
      case ..<126: (0, UInt8(payload.count))
      case ..<65536: (2, 126)
      default: (8, 127)
      }
    bytes.append(code)
    for place in (0..<lengthBytes).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: payload.count >> (8 * place)))
    }
    return bytes + payload
  }
}

extension Connection {
  struct Breach: Error {
    var code: WSCloseCode
  }

  /// Reads the next frame of a client.
  ///
  /// - Throws: ``Breach`` for what no client may send, and for a frame larger than any message before it is
  ///   received.
  mutating func readFrame() async throws -> WSFrame {
    let head = Array(try await read(2))
    let isMasked = head[1] & 0x80 != 0
    guard head[0] & 0x70 == 0, isMasked else { throw Breach(code: .protocolError) }
    var length = UInt64(head[1] & 0x7F)
    if length > 125 {
      length = try await read(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard length <= PageMessage.limit else { throw Breach(code: .tooLarge) }
    let mask = Array(try await read(4))
    let payload = try await read(Int(length)).enumerated().map { $0.element ^ mask[$0.offset & 3] }
    return WSFrame(
      fin: head[0] & 0x80 != 0, opcode: WSFrame.Opcode(head[0] & 15), mask: nil, payload: Data(payload))
  }
}

extension WSCloseCode {
  static var tooLarge: Self {
    WSCloseCode(messageTooBig.code, reason: "a message may have \(PageMessage.limit >> 10) KiB at most")
  }
}

/// Puts messages together from the frames of a socket, of which a message may have several.
struct MessageAssembler {
  private var message: [UInt8] = []
  private var isInside = false

  enum Outcome: Hashable {
    case incomplete
    case message([UInt8])
    case ping(Data)

    /// The page closes the socket, or the socket must be closed for a reason.
    case close(WSCloseCode)
  }

  mutating func take(_ frame: WSFrame) -> Outcome {
    switch frame.opcode {
    case .ping: return frame.payload.count <= 125 ? .ping(frame.payload) : .close(.protocolError)
    case .pong: return .incomplete
    case .close: return .close(.normalClosure)
    case .text where !isInside: isInside = true
    case .continuation where isInside: break
    case .binary: return .close(.unsupportedData)
    default: return .close(.protocolError)
    }
    guard message.count + frame.payload.count <= PageMessage.limit else {
      return .close(.tooLarge)
    }
    message += frame.payload
    guard frame.fin else { return .incomplete }
    defer { (message, isInside) = ([], false) }
    return .message(message)
  }
}
