import Lua
import Platform

/// A file's state when it was read; finds out at little cost whether the file has changed since.
struct FileStamp: Sendable {
  let path: String

  /// The bytes read; nil where the file could not be read.
  private let content: [UInt8]?

  private var status: Status?

  /// Remembers a file.
  init(_ path: String, content: [UInt8]?) {
    self.path = path
    self.content = content
    // A status from before the reading could belong to another content; this one at worst causes a second
    // look.
    status = nil
  }

  /// Whether the file has another content now, is gone, or has come into being.
  ///
  /// It reads only where the system says that something was written since the last look, or so recently that
  /// its clock may not show it.
  mutating func hasChanged() -> Bool {
    let now = Status(path)
    if let now, now.isSettled, now == status { return false }
    if now == nil, content == nil { return false }
    guard (try? LuaFile.read(path)) == content else { return true }
    status = now
    return false
  }

  private struct Status: Equatable {
    private let device: UInt64
    private let file: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Whether a later change would have another time: clocks of file systems tick by hundredths of a second.
    let isSettled: Bool

    init?(_ path: String) {
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

    static func == (a: Self, b: Self) -> Bool {
      a.device == b.device && a.file == b.file && a.size == b.size && a.seconds == b.seconds
        && a.nanoseconds == b.nanoseconds
    }
  }
}
