import PinfoldData
import Platform

/// Standard input as a whole.
enum StandardInput {
  /// Everything up to the end; Ctrl-C ends it too, with an error.
  static func text() throws -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      if count > 0 {
        bytes += chunk[..<count]
      } else if Interrupts.take() {
        throw Failure.interrupted
      } else if errno != EINTR {
        throw DataError.cannotRead("standard input", SystemReason(errorNumber: errno))
      }
    }
  }
}
