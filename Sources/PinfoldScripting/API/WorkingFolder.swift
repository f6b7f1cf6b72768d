import Lua
import PinfoldData

/// The folder below which scripts may make folders.
enum WorkingFolder {
  /// Throws for a folder, made already or not, that is not below the working directory, links followed.
  static func check(folder path: String) throws {
    let outside = LuaError(.runtime, "'\(path)' is outside of the working directory")
    guard let root = Folder.realPath("."), !path.split(separator: "/").contains("..") else { throw outside }
    // The nearest folder on the way that exists: the rest is yet to be made, and holds no links.
    var existing = path
    while Folder.realPath(existing) == nil {
      guard let slash = existing.lastIndex(of: "/"), slash > existing.startIndex else {
        existing = path.hasPrefix("/") ? "/" : "."
        break
      }
      existing = String(existing[..<slash])
    }
    guard let found = Folder.realPath(existing),
      found == root || found.hasPrefix(root == "/" ? "/" : root + "/")
    else {
      throw outside
    }
  }
}
