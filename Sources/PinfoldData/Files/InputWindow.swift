import Pinfold

/// The piece of an input that is at hand.
///
/// A file's pieces are read into the same memory, which fits a processor's own cache. In memory for a whole
/// file the kernel would clear every page first, which takes longer than reading.
final class InputWindow {
  private let input: InputBytes
  private(set) var bytes = Bytes()
  private(set) var origin = -1

  /// The length of the next piece, where the input is that long.
  private var length: Int

  /// What a file's pieces are in, and how long they may be.
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
