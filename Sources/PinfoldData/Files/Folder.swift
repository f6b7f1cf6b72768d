import Platform

/// Folders, and the names in them.
package enum Folder {
  /// The part of a path before its last slash.
  package static func holding(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether there is a folder of that path.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The bytes of a file; 0 where there is none.
  package static func size(ofFile path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? max(0, Int(status.st_size)) : 0
  }

  /// The bytes that a gzip'd file says that its last member unpacks to, below 4 GiB; nil for any other file.
  package static func unpackedSize(ofFile path: String) -> Int? {
    var head = [UInt8](repeating: 0, count: 2)
    var tail = [UInt8](repeating: 0, count: 4)
    // A pipe would wait for somebody to write to it.
    guard size(ofFile: path) >= 18, let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    guard fread(&head, 1, 2, file) == 2, head == [0x1F, 0x8B], fseek(file, -4, SEEK_END) == 0,
      fread(&tail, 1, 4, file) == 4
    else { return nil }
    return tail.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A path without symbolic links; nil where there is nothing.
  package static func realPath(_ path: String) -> String? {
    guard let result = realpath(path, nil) else { return nil }
    defer { free(result) }
    return String(cString: result)
  }

  /// The names in a folder, sorted by their bytes; empty where there is no such folder.
  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
          String(cString: $0)
        }
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder in one that exists; one that is there already stays as it is.
  package static func make(_ path: String) throws(DataError) {
    guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
    throw .cannotWrite(path, SystemReason(errorNumber: errno))
  }

  /// Removes a file, or a folder with everything in it; a link, not what it points to.
  package static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in names(in: path) where name != "." && name != ".." { remove("\(path)/\(name)") }
    rmdir(path)
  }

  /// Writes a folder so that nobody ever sees half of one.
  ///
  /// - Parameters:
  ///   - path: a folder that is not there yet, or is empty, in one that exists.
  ///   - fill: writes what is in it, below the path of the folder that takes its name in the end.
  /// - Throws: ``DataError/cannotWrite(_:_:)``; then there is no trace of it.
  package static func write(
    _ path: String, _ fill: (_ folder: String) throws(DataError) -> Void
  ) throws(DataError) {
    let name = String(path.reversed().drop { $0 == "/" }.reversed())
    let isEmpty = names(in: name).allSatisfy { $0 == "." || $0 == ".." }
    guard isEmpty else { throw .cannotWrite(path, SystemReason(errorNumber: ENOTEMPTY)) }
    let temporary = AtomicFile.temporaryName(beside: name)
    guard mkdir(temporary, 0o777) == 0 else { throw .cannotWrite(path, SystemReason(errorNumber: errno)) }
    do throws(DataError) {
      try fill(temporary)
      guard rename(temporary, name) == 0 else { throw .cannotWrite(path, SystemReason(errorNumber: errno)) }
    } catch {
      remove(temporary)
      throw error
    }
  }
}
