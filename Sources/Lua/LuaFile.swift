/// Files of Lua code.
public enum LuaFile {
  /// The bytes of a regular file; the error names the path and the reason.
  public static func read(_ path: String) throws -> [UInt8] { try readFile(path) }
}
