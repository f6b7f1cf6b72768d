import Platform

/// A file of which pieces are read as they are needed.
final class PiecewiseFile: Sendable {
  let path: String

  /// Its size in bytes as it was opened; what is written behind is not read.
  let count: Int

  private let descriptor: Int32

  /// Smaller files are not worth it.
  private static let leastSize = 1 << 20

  /// Opens a large file; nil for a small one, for one that cannot be opened, and for what is no file.
  init?(path: String) {
    descriptor = open(path, O_RDONLY | O_NONBLOCK)
    self.path = path
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) >= Self.leastSize
    else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Reads the bytes from an offset on that a buffer has room for, all of them within the file.
  func read(_ room: UnsafeMutableBufferPointer<UInt8>, from offset: Int) throws(DataError) {
    guard let start = room.baseAddress else { return }
    var done = 0
    while done < room.count {
      // Some systems refuse to read 2 GB or more at once.
      let got = pread(descriptor, start + done, min(room.count - done, 1 << 30), off_t(offset + done))
      if got > 0 {
        done += got
      } else if got == 0 || errno != EINTR {
        // Who cut the file short while it was read left nothing that makes sense.
        throw .cannotRead(path, .init(errorNumber: got == 0 ? ESTALE : errno))
      }
    }
  }
}
