import Platform

/// What the system says of a file at little cost: equal where nothing was written in between, but for what
/// was written too recently for its clock to show.
package struct FileStatus: Equatable, Sendable {
  private struct Version: Equatable {
    var device: UInt64
    var file: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  private let version: Version
  private let mode: mode_t

  /// Whether a later change would have another time: clocks of file systems tick by hundredths of a second.
  package let isSettled: Bool

  /// Looks at a file; nil where there is none.
  package init?(_ path: String) { unsafe self.init { unsafe stat(path, $0) } }

  /// Looks at a file, or at a symbolic link itself.
  init?(link path: String) { unsafe self.init { unsafe lstat(path, $0) } }

  init?(descriptor: Int32) { unsafe self.init { unsafe fstat(descriptor, $0) } }

  private init?(_ look: (UnsafeMutablePointer<stat>) -> Int32) {
    var status = stat()
    guard unsafe look(&status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    version = Version(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(truncatingIfNeeded: status.st_ino),
      size: Int64(status.st_size), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    mode = status.st_mode
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    isSettled = Double(now.tv_sec - time.tv_sec) + Double(now.tv_nsec - time.tv_nsec) / 1e9 > 0.1
  }

  package static func == (a: Self, b: Self) -> Bool { a.version == b.version }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether it is a file that can be read twice, as a pipe or a device cannot.
  var isRegular: Bool { mode & S_IFMT == S_IFREG }
  var permissions: mode_t { mode & 0o777 }
  var size: Int { max(0, Int(version.size)) }
}
