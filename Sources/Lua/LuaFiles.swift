import Platform

/// Files of Lua code.
public enum LuaFile {
  /// The bytes of a regular file; the error names the path and the reason.
  public static func read(_ path: String) throws -> [UInt8] {
    var status = stat()
    // Checked first, because opening a pipe blocks until something writes to it.
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      throw LuaError("cannot read '\(path)': not a regular file")
    }
    guard let file = unsafe fopen(path, "rb") else {
      throw LuaError("cannot open '\(path)': \(System.message(errno))")
    }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}

func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The path without symbolic links, or nil if there is no such file.
func realPath(_ path: String) -> String? {
  guard let result = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(result) }
  return unsafe String(cString: result)
}

private func isInside(_ path: String, _ folder: String) -> Bool {
  path.hasPrefix(folder == "/" ? "/" : folder + "/")
}

/// The real path of a file in the folder `root`, which may not exist yet, though its folder must.
func confine(
  _ path: String, below root: String, relativeTo folder: String, advice: String = ""
) throws -> String {
  let full = path.hasPrefix("/") ? path : "\(folder)/\(path)"
  let outside = LuaError("'\(path)' is outside of '\(root)'\(advice)")
  if let real = realPath(full) {
    guard isInside(real, root) else { throw outside }
    guard isRegularFile(real) else {
      throw LuaError("'\(path)' is not a regular file")
    }
    return real
  }
  // A link to nowhere has no real path, but writing to it would make a file wherever it points.
  var link = stat()
  guard unsafe lstat(full, &link) != 0 else { throw outside }
  let slash = full.lastIndex(of: "/")!
  let name = full[full.index(after: slash)...]
  guard let real = realPath(slash == full.startIndex ? "/" : String(full[..<slash])) else {
    throw LuaError("there is no folder for '\(path)'")
  }
  guard real == root || isInside(real, root), name != "..", name != ".", !name.isEmpty else { throw outside }
  return "\(real)/\(name)"
}

/// Which files scripts may use: those below a folder, links followed, and for reading some others, or all.
public struct LuaConfinement: Sendable {
  /// Whether scripts may read files anywhere.
  public let readsAnywhere: Bool

  private let root: String
  private let readable: Set<String>
  private let writable: Set<String>
  private let advice: String

  /// Confines scripts to a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder; it must exist.
  ///   - readable: files elsewhere that may be read; those that are no regular files now are ignored.
  ///   - writable: files elsewhere that may be written, by exactly these paths.
  ///   - readsAnywhere: whether files anywhere may be read.
  ///   - advice: an addition to errors that tells how to access other files.
  public init(
    folder: String = ".", readable: [String] = [], writable: [String] = [], readsAnywhere: Bool = false,
    advice: String? = nil
  ) throws {
    guard let root = realPath(folder) else { throw LuaError("there is no folder '\(folder)'") }
    self.root = root
    self.readsAnywhere = readsAnywhere
    self.readable = Set(readable.filter(isRegularFile).compactMap(realPath))
    self.writable = Set(writable)
    self.advice = advice.map { "; \($0)" } ?? ""
  }

  /// The real path of a regular file, which may not exist yet; throws for a file that may not be used.
  ///
  /// - Parameter isRead: whether the file is only read.
  public func path(of file: String, isRead: Bool) throws -> String {
    let full = file.hasPrefix("/") ? file : "\(root)/\(file)"
    if isRead, let real = realPath(full), readsAnywhere || readable.contains(real) {
      guard isRegularFile(real) else { throw LuaError("'\(file)' is not a regular file") }
      return real
    }
    if !isRead, writable.contains(file) { return try confine(full, below: "/", relativeTo: root) }
    return try confine(file, below: root, relativeTo: root, advice: advice)
  }
}
