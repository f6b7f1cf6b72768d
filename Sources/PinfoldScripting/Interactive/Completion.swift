import PinfoldData

/// One way to complete the typed text.
package struct CompletionCandidate: Hashable, Sendable {
  /// The completed word.
  package var text: String

  /// The text behind the word where it is the only candidate: a quote, or " = ".
  package var suffix = ""

  /// A one-line description; may be empty.
  package var help: String

  package init(_ text: String, suffix: String = "", help: String) {
    self.text = text
    self.suffix = suffix
    self.help = help
  }
}

/// The ways to complete an input.
package struct Completion: Hashable, Sendable {
  /// The byte offset of the word that the candidates replace; it ends at the cursor.
  package var start: Int

  /// The candidates, sorted.
  package var candidates: [CompletionCandidate]

  package init(start: Int, candidates: [CompletionCandidate]) {
    self.start = start
    self.candidates = candidates
  }

  /// The candidates that a word begins, each once, in order.
  init(start: Int, of word: String, among all: [CompletionCandidate]) {
    var seen: Set<String> = []
    let hits = all.filter { $0.text.hasPrefix(word) && seen.insert($0.text).inserted }
    self.init(
      start: start, candidates: hits.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) })
  }

  /// The common beginning of all candidates.
  package var commonPrefix: String {
    guard var common = candidates.first?.text[...] else { return "" }
    for candidate in candidates.dropFirst() {
      while !candidate.text.hasPrefix(common) { common.removeLast() }
    }
    return String(common)
  }
}

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
