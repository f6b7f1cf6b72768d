import Pinfold
import Platform

/// The bytes of one input: in memory, or in a file that is read piece by piece.
enum InputBytes: Sendable {
  case memory(ByteBuffer)
  case file(PiecewiseFile)

  var count: Int {
    switch self {
    case .memory(let buffer): buffer.count
    case .file(let file): file.count
    }
  }

  func whole() throws(DataError) -> ByteBuffer {
    switch self {
    case .memory(let buffer): return buffer
    case .file(let file):
      guard let buffer = ByteBuffer(capacity: file.count) else { throw .outOfMemory(file.path) }
      try file.read(file.count, from: 0, into: buffer)
      return buffer
    }
  }

  /// Applies a function to the first bytes, repeatedly with more of them while it requests more and there are
  /// more.
  func first<Found>(_ find: (Bytes, _ needsMore: inout Bool) -> Found) throws(DataError) -> Found {
    let window = try InputWindow(self, at: 0)
    while true {
      var needsMore = false
      let found = find(window.bytes, &needsMore)
      if window.isLast || !needsMore { return found }
      try window.move(to: 0)
    }
  }

  func copy(_ range: Range<Int>, to room: Room<UInt8>) -> Bool {
    switch self {
    case .memory(let buffer): room.copy(buffer.bytes.part(range))
    case .file(let file):
      do { try file.read(room.prefix(range.count), from: range.lowerBound) } catch { return false }
    }
    return true
  }

  func bytes(_ range: Range<Int>) -> [UInt8]? {
    let bytes = [UInt8](room: range.count) { copy(range, to: $0) ? range.count : 0 }
    return bytes.count == range.count ? bytes : nil
  }
}

final class PiecewiseFile: Sendable {
  let path: String

  /// The size in bytes when it was opened; data appended later are not read.
  let count: Int

  private let file: Descriptor
  private static let leastSize = 1 << 20

  /// Opens a large file; nil for a small one, for one that cannot be opened, and for what is no file.
  init?(path: String) {
    guard let file = Descriptor(path, O_RDONLY | O_NONBLOCK) else { return nil }
    guard let status = file.status, status.isRegular, status.size >= Self.leastSize else {
      file.close()
      return nil
    }
    (self.path, self.file, count) = (path, file, status.size)
  }

  deinit { file.close() }

  /// Reads the bytes from an offset on that there is room for, all of them within the file.
  func read(_ room: Room<UInt8>, from offset: Int) throws(DataError) {
    var done = 0
    while done < room.count {
      let got = file.read(into: room.dropFirst(done), at: offset + done)
      // A file that was cut short while it was read has nothing left that makes sense.
      guard let got, got > 0 else { throw .cannotRead(path, got == 0 ? .other(ESTALE) : .last) }
      done += got
    }
  }

  func read(_ count: Int, from offset: Int, into buffer: ByteBuffer) throws(DataError) {
    guard let room = buffer.room(atLeast: count) else { throw .outOfMemory(path) }
    try read(room.prefix(count), from: offset)
    buffer.grow(by: count)
  }
}

/// The piece of an input that is at hand.
///
/// A file's pieces are read into the same memory, which fits a processor's own cache. In memory for a whole
/// file the kernel would clear every page first, which takes longer than reading.
final class InputWindow {
  private let input: InputBytes
  private(set) var bytes = Bytes()
  private(set) var origin = -1
  private var length: Int

  /// The buffer of a file's pieces, and their maximum length.
  private var room: (buffer: ByteBuffer, size: Int)?

  /// The piece that begins at an offset. Default length: all that is in memory, and what suits a file.
  init(_ input: InputBytes, at offset: Int, length: Int? = nil) throws(DataError) {
    self.input = input
    let usual =
      switch input {
      case .memory: input.count
      case .file: 1 << 18
      }
    self.length = max(1, length ?? usual)
    try move(to: offset)
  }

  var end: Int { origin + bytes.count }
  var isLast: Bool { end == input.count }

  /// Goes on to the piece that begins at an offset; where that is the one at hand, to a longer one.
  func move(to offset: Int) throws(DataError) {
    if offset == origin { length = 2 * max(length, bytes.count) }
    let count = min(length, input.count - offset)
    switch input {
    case .memory(let buffer): bytes = buffer.bytes.part(offset..<offset + count)
    case .file(let file):
      if room == nil || count > room?.size ?? 0 {
        room = nil
        guard Memory.allows(count), let buffer = ByteBuffer(capacity: count) else {
          throw .outOfMemory(file.path)
        }
        room = (buffer, count)
      }
      guard let buffer = room?.buffer else { break }
      buffer.clear()
      try file.read(count, from: offset, into: buffer)
      bytes = buffer.bytes
    }
    origin = offset
  }

  /// Goes on to the offset behind the next line feed, or to the end, and returns it.
  func moveToLine() throws(DataError) -> Int {
    while true {
      if let found = bytes.firstIndex(of: .lineFeed) { return origin + found + 1 }
      if isLast { return end }
      try move(to: end)
    }
  }
}
