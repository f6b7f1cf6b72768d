extension InputBytes {
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
