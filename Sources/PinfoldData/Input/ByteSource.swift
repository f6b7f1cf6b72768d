import Platform

/// The bytes of a text, for who reads them piece by piece: in memory, or in a file.
protocol ByteSource: Sendable {
  var count: Int { get }

  /// Copies a range, which is within the text; false where the bytes cannot be had.
  func copy(_ range: Range<Int>, to start: UnsafeMutablePointer<UInt8>) -> Bool

  /// All bytes at once, in memory.
  func whole() throws(DataError) -> ByteBuffer
}

extension ByteSource {
  /// The bytes of a range; nil where they cannot be had.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { room, count in
      guard let start = room.baseAddress else { return }
      isRead = copy(range, to: start)
      count = isRead ? range.count : 0
    }
    return isRead || range.isEmpty ? bytes : nil
  }
}

extension ByteBuffer: ByteSource {
  func copy(_ range: Range<Int>, to start: UnsafeMutablePointer<UInt8>) -> Bool {
    start.update(from: self.start + range.lowerBound, count: range.count)
    return true
  }

  func whole() -> ByteBuffer { self }
}

/// A file whose bytes are read where they are needed.
///
/// A buffer for a whole file takes longer than all else that is done with its bytes: the kernel clears each of
/// its pages first, at 1 to 2 GB/s for new ones of a virtual machine.
final class FileBytes: ByteSource {
  let count: Int

  /// Of less a buffer is small.
  static let least = 1 << 16

  private let path: String
  private let descriptor: Int32
  private let status: FileStatus

  /// Opens a large file; nil for what is no such file, cannot be read, or not at any place.
  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= Self.least
    else {
      close(descriptor)
      return nil
    }
    count = Int(status.st_size)
    self.path = path
    self.descriptor = descriptor
    self.status = FileStatus(status)
  }

  deinit { close(descriptor) }

  func copy(_ range: Range<Int>, to start: UnsafeMutablePointer<UInt8>) -> Bool {
    var done = 0
    while done < range.count {
      // Some systems refuse to read 2 GB or more at once.
      let wanted = min(range.count - done, 1 << 30)
      let got = pread(descriptor, start + done, wanted, off_t(range.lowerBound + done))
      if got < 0 && errno == EINTR { continue }
      if got <= 0 { return false }
      done += got
    }
    return true
  }

  /// Reads the file again, which must not have changed: places in it would mean something else.
  func whole() throws(DataError) -> ByteBuffer {
    guard let buffer = ByteBuffer(capacity: count) else { throw .outOfMemory(path) }
    var now = stat()
    guard let room = buffer.room(atLeast: count)?.baseAddress, copy(0..<count, to: room),
      fstat(descriptor, &now) == 0, FileStatus(now) == status
    else { throw .cannotRead(path, .init(errorNumber: ESTALE)) }
    buffer.grow(by: count)
    return buffer
  }
}
