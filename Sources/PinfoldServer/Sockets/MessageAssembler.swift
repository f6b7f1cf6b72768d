import FlyingFox
import Foundation

/// Puts messages together from the frames of a socket, of which a message may have several.
struct MessageAssembler {
  private var message: [UInt8] = []
  private var isInside = false

  /// What a frame amounts to.
  enum Outcome: Hashable {
    /// More of a message is to come.
    case incomplete

    /// A message is complete.
    case message([UInt8])

    case ping(Data)

    /// The page closes the socket, or the socket is to be closed for a reason.
    case close(WSCloseCode)
  }

  /// Takes the next frame.
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
