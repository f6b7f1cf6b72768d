/// Files of Lua code.
public enum LuaFile {
  /// The bytes of a regular file; the error names the path and the reason.
  public static func read(_ path: String) throws -> [UInt8] { try readFile(path) }

  /// The path without symbolic links, or nil if there is no such file.
  public static func realPath(of path: String) -> String? { Lua.realPath(path) }
}
