import Platform

func readInput(path: String) throws(DataError) -> ByteBuffer {
  if path == "-" { return try readAll(.standardInput, expected: 0, source: "standard input") }
  guard let file = Descriptor(path, O_RDONLY) else {
    let reason = SystemReason.last
    if reason == .notFound, let sample = SampleData.buffer(path) { return sample }
    throw .cannotRead(path, reason)
  }
  defer { file.close() }
  guard let status = file.status else { throw .cannotRead(path, .last) }
  if status.isFolder { throw .cannotRead(path, .isDirectory) }
  return try readAll(file, expected: status.size, source: path)
}

private func readAll(_ file: Descriptor, expected: Int, source: String) throws(DataError) -> ByteBuffer {
  // One byte more than expected, so that the end is seen without growing the buffer.
  guard let buffer = ByteBuffer(capacity: expected + 1) else { throw .outOfMemory(source) }
  while true {
    guard let room = buffer.room(atLeast: expected > 0 && buffer.count <= expected ? 1 : 1 << 16) else {
      throw .outOfMemory(source)
    }
    guard let got = file.read(into: room) else { throw .cannotRead(source, .last) }
    if got == 0 { return buffer }
    buffer.grow(by: got)
  }
}

/// The first bytes of a file, or its last; none of what cannot be read twice, as a pipe cannot.
func readHead(path: String, count: Int, fromEnd isTail: Bool = false) -> [UInt8] {
  guard let file = Descriptor(path, O_RDONLY | O_NONBLOCK) else { return [] }
  defer { file.close() }
  guard let status = file.status, status.isRegular else { return [] }
  return [UInt8](room: count) { file.read(into: $0, at: isTail ? max(0, status.size - count) : 0) ?? 0 }
}

/// A file as a whole, for texts that are short.
package enum WholeFile {
  package static func bytes(of path: String) throws(DataError) -> [UInt8] {
    try readInput(path: path).array
  }
}
