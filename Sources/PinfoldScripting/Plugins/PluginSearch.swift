import Lua

/// Where plugins are looked for.
public enum PluginSearch {
  /// The plugins of a folder in the order of names; none where there is no such folder. A file of editor types that
  /// lies among them is none.
  public static func files(in folder: String) -> [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".lua") }.map { "\(folder)/\($0)" }.filter { path in
      (try? LuaFile.read(path))?.starts(with: LuaTypes.mark.utf8) != true
    }
  }
}
