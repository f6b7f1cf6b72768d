/// Which files scripts may use: those below a folder, links followed, and for reading some others.
public struct LuaConfinement: Sendable {
  private let root: String
  private let readable: Set<String>
  private let advice: String

  /// Confines scripts to a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder; it must exist.
  ///   - readable: files anywhere that may be read, those that are no regular files now left out.
  ///   - advice: what errors say besides, of how to get at other files.
  public init(folder: String = ".", readable: [String] = [], advice: String? = nil) throws {
    guard let root = realPath(folder) else { throw LuaError(.runtime, "there is no folder '\(folder)'") }
    self.root = root
    self.readable = Set(readable.filter(isRegularFile).compactMap(realPath))
    self.advice = advice.map { "; \($0)" } ?? ""
  }

  /// The real path of a regular file, which may not exist yet; throws for a file that may not be used.
  ///
  /// - Parameter isRead: whether the file is only read.
  public func path(of file: String, isRead: Bool) throws -> String {
    if isRead, let real = realPath(file.hasPrefix("/") ? file : "\(root)/\(file)"), readable.contains(real) {
      return real
    }
    return try confine(file, below: root, relativeTo: root, advice: advice)
  }
}
