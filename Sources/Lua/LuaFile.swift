/// Files of Lua code.
public enum LuaFile {
  /// The bytes of a regular file; the error names the path and the reason.
  public static func read(_ path: String) throws -> [UInt8] { try readFile(path) }

  /// The real path of a regular file below a folder, which may not exist yet; throws for any other file, as
  /// `io.open` of scripts does.
  public static func confined(_ path: String, below folder: String) throws -> String {
    guard let root = realPath(folder) else { throw LuaError(.runtime, "there is no folder '\(folder)'") }
    return try confine(path, below: root, relativeTo: root)
  }
}
