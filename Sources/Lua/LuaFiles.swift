import Platform

/// The contents of a regular file.
func readFile(_ path: String) throws -> [UInt8] {
  var status = stat()
  // Before it is opened, which would wait for somebody to write to a pipe.
  if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
    throw LuaError(.runtime, "cannot read '\(path)': not a regular file")
  }
  guard let file = fopen(path, "rb") else {
    throw LuaError(.runtime, "cannot open '\(path)': \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// Whether there is a regular file, links followed.
func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The path without symbolic links, or nil if there is no such file.
func realPath(_ path: String) -> String? {
  guard let result = realpath(path, nil) else { return nil }
  defer { free(result) }
  return String(cString: result)
}

private func isInside(_ path: String, _ folder: String) -> Bool {
  path.hasPrefix(folder == "/" ? "/" : folder + "/")
}

/// The real path of a file in the folder `root`, which may not exist yet, though its folder must.
///
/// - Parameters:
///   - root: a real path.
///   - advice: what the error of a file elsewhere ends with.
func confine(
  _ path: String, below root: String, relativeTo folder: String, advice: String = ""
) throws -> String {
  let full = path.hasPrefix("/") ? path : "\(folder)/\(path)"
  let outside = LuaError(.runtime, "'\(path)' is outside of '\(root)'\(advice)")
  if let real = realPath(full) {
    guard isInside(real, root) else { throw outside }
    guard isRegularFile(real) else {
      throw LuaError(.runtime, "'\(path)' is not a regular file")
    }
    return real
  }
  // A link to nowhere has no real path, but writing to it would make a file wherever it points.
  var link = stat()
  guard lstat(full, &link) != 0 else { throw outside }
  let slash = full.lastIndex(of: "/")!
  let name = full[full.index(after: slash)...]
  guard let real = realPath(slash == full.startIndex ? "/" : String(full[..<slash])) else {
    throw LuaError(.runtime, "there is no folder for '\(path)'")
  }
  guard real == root || isInside(real, root), name != "..", name != ".", !name.isEmpty else { throw outside }
  return "\(real)/\(name)"
}
