import Platform

/// Reads lines from standard input by itself, because the libraries' readers go on waiting after Ctrl-C.
struct LineReader {
  enum Event {
    case line(String)
    case interrupted
    case end
  }

  private var pending: [UInt8] = []

  /// Waits for a line.
  mutating func next() -> Event {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return .line(line)
      }
      // Ctrl-C may come just before the wait as well.
      if Interrupts.take() {
        pending = []
        return .interrupted
      }
      let count = chunk.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        pending += chunk[..<count]
      } else if count < 0 && errno == EINTR {
        continue
      } else if pending.isEmpty {
        return .end
      } else {
        // The last line has no end of its own.
        let line = String(decoding: pending, as: UTF8.self)
        pending = []
        return .line(line)
      }
    }
  }
}
