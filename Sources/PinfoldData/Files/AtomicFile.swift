import Platform

/// Writes whole files so that nobody ever sees half of one.
package enum AtomicFile {
  /// Writes bytes under a temporary name beside the destination, then renames.
  ///
  /// On a failure the destination is unchanged and the temporary file is gone. Of a symbolic link the
  /// target is replaced; a device or pipe is written to directly.
  ///
  /// - Parameter isDurable: whether to wait until the bytes are on the disk.
  /// - Throws: ``DataError/cannotWrite(_:_:)``.
  package static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = false) throws(DataError) {
    func failure() -> DataError { .cannotWrite(path, SystemReason(errorNumber: errno)) }
    let destination = Folder.realPath(path) ?? path
    let status = FileStatus(destination)
    if let status, status.isFolder { throw .cannotWrite(path, .isDirectory) }
    if let status, !status.isRegular {
      guard let file = Descriptor(destination, O_WRONLY) else { throw failure() }
      defer { file.close() }
      if let error = file.write(bytes) { throw .cannotWrite(path, .init(errorNumber: error)) }
      return
    }
    // Renaming would replace a file that its owner protected from writing.
    if status != nil, unsafe access(destination, W_OK) != 0 { throw failure() }

    let temporary = temporaryName(beside: destination)
    // Exclusive, so that it is no one else's file.
    guard let file = Descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL) else { throw failure() }
    var error = status.map { file.setPermissions($0.permissions) } == false ? errno : nil
    error = error ?? file.write(bytes)
    if error == nil && isDurable && !file.synchronize() { error = errno }
    if !file.close() { error = error ?? errno }
    if error == nil, unsafe rename(temporary, destination) != 0 { error = errno }
    if let error {
      unsafe unlink(temporary)
      throw .cannotWrite(path, .init(errorNumber: error))
    }
  }

  package static func write(_ text: String, to path: String, isDurable: Bool = false) throws(DataError) {
    try write(Array(text.utf8), to: path, isDurable: isDurable)
  }

  // In the same directory, because a rename must stay within one disk; short, because the destination's name
  // may be as long as names can be.
  static func temporaryName(beside destination: String) -> String {
    let directory = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
    return directory + ".pinfold-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }
}
