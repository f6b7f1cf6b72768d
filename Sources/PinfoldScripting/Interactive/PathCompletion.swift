import PinfoldData

/// Completes paths of files.
package enum PathCompletion {
  /// Completes a path that begins at byte `start` of an input; folders end with a slash.
  ///
  /// - Parameter suffix: the text after a file's name.
  package static func complete(_ path: String, start: Int, suffix: String) -> Completion {
    let slash = path.lastIndex(of: "/")
    let typed = slash.map { String(path[...$0]) } ?? ""
    let folder = typed.isEmpty ? "." : typed
    let prefix = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let hits = Folder.names(in: folder).filter { name in
      name.hasPrefix(prefix) && name != "." && name != ".." && (!name.hasPrefix(".") || prefix.hasPrefix("."))
    }
    return Completion(
      start: start,
      candidates: hits.map { name in
        let isFolder = Folder.isFolder("\(folder)/\(name)")
        return CompletionCandidate(
          typed + name + (isFolder ? "/" : ""), suffix: isFolder ? "" : suffix, help: isFolder ? "folder" : ""
        )
      })
  }
}
