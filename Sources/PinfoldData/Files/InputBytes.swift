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
}
