import Lua
import PinfoldData

/// A file's state when it was read; finds out at little cost whether the file has changed since.
struct FileStamp: Sendable {
  let path: String

  /// The bytes read; nil where the file could not be read.
  private let content: [UInt8]?

  private var status: FileStatus?

  /// Remembers a file.
  init(_ path: String, content: [UInt8]?) {
    self.path = path
    self.content = content
    // A status from before the reading could belong to another content; this one at worst causes a second
    // look.
    status = nil
  }

  /// Whether the file has another content now, is gone, or has come into being.
  ///
  /// It reads only where the system says that something was written since the last look, or so recently that
  /// its clock may not show it.
  mutating func hasChanged() -> Bool {
    let now = FileStatus(path)
    if let now, now.isSettled, now == status { return false }
    if now == nil, content == nil { return false }
    guard (try? LuaFile.read(path)) == content else { return true }
    status = now
    return false
  }
}
