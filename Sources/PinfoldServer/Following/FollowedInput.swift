import Dispatch
import PinfoldData
import Platform
import Synchronization

/// A file that grows, or a stream such as standard input, looked at again and again.
struct FollowedInput: Sendable {
  /// The data read so far: complete lines, and the last line once no more data arrive.
  private(set) var bytes: [UInt8] = []

  private let source: Source
  private var seen: State?
  private var done: State?

  /// When the first change was seen that is not read yet.
  private var changed: ContinuousClock.Instant?

  /// How long to wait for content that keeps changing; after that its complete lines are read.
  private static let patience = Duration.milliseconds(600)

  private enum Source: Sendable {
    case file(String)
    case stream(FollowedStream)
  }

  private enum State: Equatable {
    case file(FileStatus)
    case stream(Int, isOver: Bool)
  }

  enum Change {
    /// More stands behind what was there.
    case grown

    /// Something else is there.
    case replaced
  }

  init(path: String) { source = .file(path) }

  init(_ stream: FollowedStream) { source = .stream(stream) }

  /// Reads what has changed since the last look and is written out; nil where nothing is, or not yet.
  mutating func next() throws(DataError) -> Change? {
    guard let now = state else { return nil }
    if now == done, isSettled(now) { return nil }
    if now != seen {
      seen = now
      let begin = changed ?? .now
      changed = begin
      guard ContinuousClock.now - begin > Self.patience else { return nil }
      return try take(isAtRest: false)
    }
    done = now
    changed = nil
    return try take(isAtRest: true)
  }

  /// Reads what is there now, of a file with a last line that has no end.
  mutating func readFirst() throws(DataError) {
    if case .file(let path) = source {
      seen = state
      bytes = try WholeFile.bytes(of: path)
    } else {
      _ = try take(isAtRest: false)
    }
    done = seen
  }

  /// Forgets the beginning of what was read of a stream, which nobody needs any more.
  ///
  /// - Returns: how many bytes are forgotten: of a file, which is read again each time, none.
  mutating func forget(_ count: Int) -> Int {
    guard case .stream(let stream) = source else { return 0 }
    stream.forget(count)
    bytes.removeFirst(count)
    return count
  }

  private var state: State? {
    switch source {
    case .file(let path): FileStatus(path).map(State.file)
    case .stream(let stream): .stream(stream.count, isOver: stream.isOver)
    }
  }

  private func isSettled(_ state: State) -> Bool {
    if case .file(let status) = state { status.isSettled } else { true }
  }

  /// Reads the content. A line without an end is left for later, unless the stream is over, or the file is
  /// another one than before and at rest.
  private mutating func take(isAtRest: Bool) throws(DataError) -> Change? {
    var content: [UInt8]
    var isWhole: Bool
    switch source {
    case .file(let path):
      content = try WholeFile.bytes(of: path)
      isWhole = isAtRest && !content.starts(with: bytes)
    case .stream(let stream):
      isWhole = stream.isOver
      content = stream.bytes
    }
    let isGrown = content.starts(with: bytes)
    if !isWhole { content.removeLast(content.reversed().prefix { $0 != UInt8(ascii: "\n") }.count) }
    guard content != bytes, !isGrown || content.count > bytes.count else { return nil }
    bytes = content
    return isGrown ? .grown : .replaced
  }
}

/// The data that have arrived on a file descriptor, read on a thread of its own.
package final class FollowedStream: Sendable {
  private let content = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))

  package init(descriptor: Int32) {
    DispatchQueue(label: "pinfold.live.stream").async { [self] in
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        content.withLock { $0.bytes += chunk[..<count] }
      }
      content.withLock { $0.isOver = true }
    }
  }

  func forget(_ count: Int) { content.withLock { $0.bytes.removeFirst(count) } }

  var bytes: [UInt8] { content.withLock { $0.bytes } }

  var count: Int { content.withLock { $0.bytes.count } }

  var isOver: Bool { content.withLock { $0.isOver } }
}
