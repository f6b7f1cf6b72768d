import Platform

/// Writes whole files so that nobody ever sees half of one.
package enum AtomicFile {
  /// Writes bytes under a temporary name beside the destination, then renames.
  ///
  /// On a failure the destination is as it was and the temporary file is gone. A symbolic link stays one:
  /// what it points to is replaced.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the destination, in a directory that exists. A device or pipe is written to directly.
  ///   - isDurable: whether to wait until the bytes are on the disk.
  /// - Throws: ``DataError/cannotWrite(_:_:)``.
  package static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = false) throws(DataError) {
    let destination = Folder.realPath(path) ?? path
    var status = stat()
    let exists = stat(destination, &status) == 0
    if exists && status.st_mode & S_IFMT == S_IFDIR { throw .cannotWrite(path, .isDirectory) }
    if exists && status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(destination, O_WRONLY)
      guard descriptor >= 0 else { throw .cannotWrite(path, .init(errorNumber: errno)) }
      defer { close(descriptor) }
      if let error = writeAll(bytes, descriptor) { throw .cannotWrite(path, .init(errorNumber: error)) }
      return
    }
    // Renaming would replace a file that its owner protected from writing.
    if exists && access(destination, W_OK) != 0 { throw .cannotWrite(path, .init(errorNumber: errno)) }

    let temporary = temporaryName(beside: destination)
    // Exclusive, so that it is no one else's file; with the mode of any new file, which the mask narrows.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path, .init(errorNumber: errno)) }
    var error = exists && fchmod(descriptor, status.st_mode & 0o777) != 0 ? errno : nil
    error = error ?? writeAll(bytes, descriptor)
    if error == nil && isDurable && fsync(descriptor) != 0 { error = errno }
    // A disk may say only now that it is full.
    if close(descriptor) != 0 { error = error ?? errno }
    if error == nil && rename(temporary, destination) != 0 { error = errno }
    if let error {
      unlink(temporary)
      throw .cannotWrite(path, .init(errorNumber: error))
    }
  }

  /// Writes a text as UTF-8.
  package static func write(_ text: String, to path: String, isDurable: Bool = false) throws(DataError) {
    try write(Array(text.utf8), to: path, isDurable: isDurable)
  }

  // In the same directory, because a rename must stay within one disk; short, because the destination's name
  // may be as long as names can be.
  static func temporaryName(beside destination: String) -> String {
    let directory = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
    return directory + ".pinfold-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  // The error number, or nil where all went well.
  private static func writeAll(_ bytes: [UInt8], _ descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Swift.min(buffer.count - written, 1 << 30)
        let result = systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, count)
        if result < 0 && errno == EINTR { continue }
        if result < 0 { return errno }
        written += result
      }
      return nil
    }
  }
}

// The system's `write`, which the members above hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
