import Platform

/// What the system says of a file at little cost: equal where nothing was written in between, but for what
/// was written too recently for its clock to show.
package struct FileStatus: Equatable, Sendable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Whether a later change would have another time: clocks of file systems tick by hundredths of a second.
  package let isSettled: Bool

  /// Looks at a file; nil where there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    file = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    isSettled = Double(now.tv_sec - time.tv_sec) + Double(now.tv_nsec - time.tv_nsec) / 1e9 > 0.1
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.device == b.device && a.file == b.file && a.size == b.size && a.seconds == b.seconds
      && a.nanoseconds == b.nanoseconds
  }
}
