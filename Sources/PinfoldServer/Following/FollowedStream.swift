import Dispatch
import Platform
import Synchronization

/// What has come on a file descriptor, read on a thread of its own.
package final class FollowedStream: Sendable {
  private let content = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))

  /// Begins to read.
  package init(descriptor: Int32) {
    DispatchQueue(label: "pinfold.live.stream").async { [self] in
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        content.withLock { $0.bytes += chunk[..<count] }
      }
      content.withLock { $0.isOver = true }
    }
  }

  /// Everything so far.
  var bytes: [UInt8] { content.withLock { $0.bytes } }

  /// The number of bytes so far.
  var count: Int { content.withLock { $0.bytes.count } }

  /// Whether no more will come.
  var isOver: Bool { content.withLock { $0.isOver } }
}
