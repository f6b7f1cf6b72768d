import Platform

/// Writes whole files atomically.
package enum AtomicFile {
  /// Writes bytes under a temporary name next to the destination, then renames.
  ///
  /// On a failure the destination is unchanged and the temporary file is deleted. For a symbolic link the
  /// target is replaced; a device or pipe is written to directly.
  ///
  /// - Parameter isDurable: whether to wait until the bytes are on the disk.
  /// - Throws: ``DataError/cannotWrite(_:_:)``.
  package static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = false) throws(DataError) {
    try write(to: path, isDurable: isDurable) { $0.write(bytes) }
  }

  /// Writes in the same way what is too large to be in memory as a whole.
  ///
  /// - Parameter body: writes everything; returns the error number, if there is one.
  package static func write(
    to path: String, isDurable: Bool = false, _ body: (Descriptor) -> Int32?
  ) throws(DataError) {
    let destination = Folder.realPath(path) ?? path
    let status = FileStatus(destination)
    if let status, status.isFolder { throw .cannotWrite(path, .isDirectory) }
    if let status, !status.isRegular {
      guard let file = Descriptor(destination, O_WRONLY) else { throw .cannotWrite(path, .last) }
      defer { file.close() }
      if let error = body(file) { throw .cannotWrite(path, .init(errorNumber: error)) }
      return
    }
    // Renaming would replace a file that its owner protected from writing.
    if status != nil, unsafe access(destination, W_OK) != 0 { throw .cannotWrite(path, .last) }

    let temporary = temporaryName(beside: destination)
    // Exclusive, so that it is no one else's file.
    guard let file = Descriptor(temporary, O_WRONLY | O_CREAT | O_EXCL) else {
      throw .cannotWrite(path, .last)
    }
    var error = status.map { file.setPermissions($0.permissions) } == false ? errno : nil
    error = error ?? body(file)
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

/// Folders, and the names in them.
package enum Folder {
  /// The part of a path before its last slash.
  package static func holding(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func isFolder(_ path: String) -> Bool { FileStatus(path)?.isFolder == true }

  /// Whether a path is a file, or a link to one.
  package static func isFile(_ path: String) -> Bool { FileStatus(path)?.isRegular == true }

  /// The bytes of a file; 0 where there is none.
  package static func size(ofFile path: String) -> Int { FileStatus(path)?.size ?? 0 }

  /// The unpacked size of a gzip file's last member as stored in the file, below 4 GiB; nil for other files.
  package static func unpackedSize(ofFile path: String) -> Int? {
    guard size(ofFile: path) >= 18, readHead(path: path, count: 2) == [0x1F, 0x8B] else { return nil }
    let tail = readHead(path: path, count: 4, fromEnd: true)
    return tail.count < 4 ? nil : tail.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A path without symbolic links; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let result = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(result) }
    return unsafe String(cString: result)
  }

  /// The names in a folder, sorted by their bytes; empty where there is no such folder.
  package static func names(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Creates a folder in an existing one; does nothing if it exists.
  package static func make(_ path: String) throws(DataError) {
    if unsafe mkdir(path, 0o777) != 0, errno != EEXIST { throw .cannotWrite(path, .last) }
  }

  /// Makes a folder for temporary files, below the one that the environment names for them.
  package static func makeTemporary() throws(DataError) -> String {
    let parent = System.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(parent)/pinfold-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw .cannotWrite(parent, .last) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a file, or a folder with everything in it; a link, not what it points to.
  package static func remove(_ path: String) {
    guard let status = FileStatus(link: path) else { return }
    guard status.isFolder else {
      unsafe unlink(path)
      return
    }
    for name in names(in: path) where name != "." && name != ".." { remove("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  /// Writes a folder that appears only when it is complete; it must be missing or empty before.
  ///
  /// - Parameter fill: writes the content, below a temporary path.
  /// - Throws: ``DataError/cannotWrite(_:_:)``; then there is no trace of it.
  package static func write(
    _ path: String, _ fill: (_ folder: String) throws(DataError) -> Void
  ) throws(DataError) {
    let name = String(path.reversed().drop { $0 == "/" }.reversed())
    let isEmpty = names(in: name).allSatisfy { $0 == "." || $0 == ".." }
    guard isEmpty else { throw .cannotWrite(path, SystemReason(errorNumber: ENOTEMPTY)) }
    let temporary = AtomicFile.temporaryName(beside: name)
    guard unsafe mkdir(temporary, 0o777) == 0 else { throw .cannotWrite(path, .last) }
    do throws(DataError) {
      try fill(temporary)
      guard unsafe rename(temporary, name) == 0 else { throw .cannotWrite(path, .last) }
    } catch {
      remove(temporary)
      throw error
    }
  }
}
