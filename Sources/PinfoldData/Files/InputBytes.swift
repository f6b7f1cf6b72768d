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

  /// All bytes; those of a file are read now.
  func whole() throws(DataError) -> ByteBuffer {
    switch self {
    case .memory(let buffer): return buffer
    case .file(let file):
      guard let buffer = ByteBuffer(capacity: file.count),
        let room = buffer.room(atLeast: file.count)
      else { throw .outOfMemory(file.path) }
      try file.read(UnsafeMutableBufferPointer(rebasing: room[..<file.count]), from: 0)
      buffer.grow(by: file.count)
      return buffer
    }
  }

  /// What a function finds in the first bytes. It sees more of them for as long as it asks for more and there
  /// are more.
  func first<Found>(
    _ find: (UnsafeBufferPointer<UInt8>, _ needsMore: inout Bool) -> Found
  ) throws(DataError) -> Found {
    let window = try InputWindow(self, at: 0)
    while true {
      var needsMore = false
      let found = find(window.bytes, &needsMore)
      if window.isLast || !needsMore { return found }
      try window.move(to: 0)
    }
  }

  /// Copies a range, which is within the input; false where it cannot be read.
  func copy(_ range: Range<Int>, to start: UnsafeMutablePointer<UInt8>) -> Bool {
    switch self {
    case .memory(let buffer): start.update(from: buffer.start + range.lowerBound, count: range.count)
    case .file(let file):
      do {
        try file.read(UnsafeMutableBufferPointer(start: start, count: range.count), from: range.lowerBound)
      } catch {
        return false
      }
    }
    return true
  }

  /// The bytes of a range; nil where it cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8]? {
    if range.isEmpty { return [] }
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { room, count in
      guard let start = room.baseAddress else { return }
      isRead = copy(range, to: start)
      count = isRead ? range.count : 0
    }
    return isRead ? bytes : nil
  }
}
