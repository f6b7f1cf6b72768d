import PinfoldData

/// A file that grows, or a stream such as standard input, looked at again and again.
struct FollowedInput: Sendable {
  /// What was read, whole lines where more was being written.
  private(set) var bytes: [UInt8] = []

  private let source: Source
  private var seen: State?
  private var done: State?

  /// When the first change was seen that is not read yet.
  private var changed: ContinuousClock.Instant?

  /// How long a content is waited for that goes on changing; then its whole lines are read.
  private static let patience = Duration.milliseconds(600)

  private enum Source: Sendable {
    case file(String)
    case stream(FollowedStream)
  }

  private enum State: Equatable {
    case file(FileStatus)
    case stream(Int)
  }

  /// A change of the content.
  enum Change {
    /// More stands behind what was there.
    case grown

    /// Something else is there.
    case replaced
  }

  /// Follows a file.
  init(path: String) { source = .file(path) }

  /// Follows a stream.
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
      return try take(cut: true)
    }
    done = now
    changed = nil
    return try take(cut: false)
  }

  /// Reads what is there now.
  ///
  /// - Parameter cut: whether to leave a line for later that has no end yet.
  mutating func read(cut: Bool) throws(DataError) {
    seen = cut ? nil : state
    done = seen
    _ = try take(cut: cut)
  }

  private var state: State? {
    switch source {
    case .file(let path): FileStatus(path).map(State.file)
    case .stream(let stream): .stream(stream.count)
    }
  }

  private func isSettled(_ state: State) -> Bool {
    if case .file(let status) = state { status.isSettled } else { true }
  }

  /// Reads the content.
  ///
  /// - Parameter cut: whether to leave a line for later that has no end yet.
  private mutating func take(cut: Bool) throws(DataError) -> Change? {
    var content: [UInt8]
    switch source {
    case .file(let path): content = try WholeFile.bytes(of: path)
    case .stream(let stream): content = stream.bytes
    }
    if cut { content.removeLast(content.reversed().prefix { $0 != UInt8(ascii: "\n") }.count) }
    guard content != bytes else { return nil }
    defer { bytes = content }
    return content.starts(with: bytes) ? .grown : .replaced
  }
}
