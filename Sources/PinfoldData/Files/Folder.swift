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
}
