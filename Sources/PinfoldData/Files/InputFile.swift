import Platform

/// Reads all bytes of a path, or of standard input where the path is `-`.
func readInput(path: String) throws(DataError) -> ByteBuffer {
  if path == "-" { return try readAll(descriptor: 0, expected: 0, source: "standard input") }
  let descriptor = open(path, O_RDONLY)
  guard descriptor >= 0 else { throw .cannotRead(path, .init(errorNumber: errno)) }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path, .init(errorNumber: errno)) }
  if status.st_mode & S_IFMT == S_IFDIR { throw .cannotRead(path, .isDirectory) }
  return try readAll(descriptor: descriptor, expected: max(0, Int(status.st_size)), source: path)
}

/// The first bytes of a file; none of what cannot be read twice, as a pipe cannot.
func readHead(path: String, count: Int) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_NONBLOCK)
  guard descriptor >= 0 else { return [] }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
  return Array(unsafeUninitializedCapacity: count) { room, filled in
    filled = max(0, read(descriptor, room.baseAddress, count))
  }
}

/// A file as a whole, for texts that are short.
package enum WholeFile {
  /// The bytes of a file.
  package static func bytes(of path: String) throws(DataError) -> [UInt8] {
    let buffer = try readInput(path: path)
    // Without this the buffer could be freed before its bytes are copied.
    return withExtendedLifetime(buffer) { Array(buffer.bytes) }
  }
}

private func readAll(descriptor: Int32, expected: Int, source: String) throws(DataError) -> ByteBuffer {
  // One byte more than expected, so that the end is seen without growing the buffer.
  guard let buffer = ByteBuffer(capacity: expected + 1) else { throw .outOfMemory(source) }
  while true {
    guard let room = buffer.room(atLeast: expected > 0 && buffer.count <= expected ? 1 : 1 << 16) else {
      throw .outOfMemory(source)
    }
    // Some systems refuse to read 2 GB or more at once.
    let got = read(descriptor, room.baseAddress, min(room.count, 1 << 30))
    if got == 0 { return buffer }
    if got < 0 {
      if errno == EINTR { continue }
      throw .cannotRead(source, .init(errorNumber: errno))
    }
    buffer.grow(by: got)
  }
}
