import Platform

/// An open file as the system numbers it.
package struct Descriptor: Sendable {
  private let number: Int32
  static let standardInput = Descriptor(number: STDIN_FILENO)
  package static let standardOutput = Descriptor(number: STDOUT_FILENO)
  package static let standardError = Descriptor(number: STDERR_FILENO)

  private init(number: Int32) { self.number = number }

  /// Opens a file; nil on failure, with the reason in `errno`. A new file has the default mode, restricted by
  /// the mask.
  init?(_ path: String, _ flags: Int32) {
    number = unsafe open(path, flags, 0o666)
    if number < 0 { return nil }
  }

  /// Closes the file; false where the system reports an error, as a disk may that is full.
  @discardableResult
  func close() -> Bool { Platform.close(number) == 0 }

  var status: FileStatus? { FileStatus(descriptor: number) }

  func setPermissions(_ mode: mode_t) -> Bool { fchmod(number, mode) == 0 }

  func synchronize() -> Bool { fsync(number) == 0 }

  /// Some systems refuse to read or write 2 GB or more at once.
  private static let most = 1 << 30

  /// Reads bytes that come next, or are at an offset; returns their number, 0 at the end, and nil for an
  /// error.
  func read(into room: Room<UInt8>, at offset: Int? = nil) -> Int? {
    while true {
      let wanted = min(room.count, Self.most)
      let got =
        if let offset {
          unsafe pread(number, room.start, wanted, off_t(offset))
        } else {
          unsafe Platform.read(number, room.start, wanted)
        }
      if got >= 0 { return got }
      if errno != EINTR { return nil }
    }
  }

  /// Writes all bytes; returns the error number, if there is one.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>) -> Int32? {
    Array(bytes).withView { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let written = unsafe Platform.write(number, rest.start, min(rest.count, Self.most))
        if written < 0 && errno != EINTR { return errno }
        rest = rest.part(from: max(0, written))
      }
      return nil
    }
  }
}

/// The cheap part of a file's status: equal if nothing was written in between, except for changes too recent
/// for the file system's clock.
package struct FileStatus: Equatable, Sendable {
  /// The device, the number of the file on it, its size in bytes, and its time in seconds and nanoseconds.
  private let version: [Int64]
  private let mode: mode_t
  let size: Int

  /// Whether a later change would have another time: clocks of file systems tick by hundredths of a second.
  package let isSettled: Bool

  /// Looks at a file; nil where there is none.
  package init?(_ path: String) { unsafe self.init { unsafe stat(path, $0) } }

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
    version = [
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
      Int64(status.st_size), Int64(time.tv_sec), Int64(time.tv_nsec),
    ]
    (mode, size) = (status.st_mode, max(0, Int(status.st_size)))
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    isSettled = Double(now.tv_sec - time.tv_sec) + Double(now.tv_nsec - time.tv_nsec) / 1e9 > 0.1
  }

  package static func == (a: Self, b: Self) -> Bool { a.version == b.version }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether it is a file that can be read twice, as a pipe or a device cannot.
  var isRegular: Bool { mode & S_IFMT == S_IFREG }
  var permissions: mode_t { mode & 0o777 }
}
