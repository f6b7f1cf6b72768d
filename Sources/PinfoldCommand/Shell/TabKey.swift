import PinfoldData
import PinfoldScripting

/// The Tab key: completes the word before the cursor as far as it is clear, else lists what it could become.
struct TabKey {
  let session: ScriptSession
  /// The lines before the one that is being typed.
  let input: String

  func answer(before: String, after: String) -> LineEditor.Edit {
    let cursor = before.utf8.count
    let isBlank =
      before.split(separator: "\n", omittingEmptySubsequences: false).last?.allSatisfy { $0 == " " } ?? true
    // At the beginning of a further line it indents.
    if isBlank, !input.isEmpty || before.contains("\n") {
      return LineEditor.Edit(text: before + "  " + after, cursor: cursor + 2)
    }
    let completion = completion(of: before)
    guard let first = completion.candidates.first else { return LineEditor.Edit(cursor: cursor, beeps: true) }
    let kept = String(decoding: before.utf8.prefix(completion.start), as: UTF8.self)
    if completion.candidates.count == 1 {
      let suffix = after.hasPrefix(first.suffix) ? "" : first.suffix
      let text = kept + first.text + suffix
      return LineEditor.Edit(text: text + after, cursor: text.utf8.count)
    }
    let text = kept + completion.commonPrefix
    // One step at a time: a word that grew is listed by the next Tab.
    if text.utf8.count > cursor { return LineEditor.Edit(text: text + after, cursor: text.utf8.count) }
    return LineEditor.Edit(cursor: cursor, note: Self.list(completion.candidates))
  }

  /// Positions count from the line's beginning, though the lines before it matter.
  private func completion(of line: String) -> Completion {
    if input.isEmpty, let completion = DotCommand.complete(line, session) { return completion }
    if input.isEmpty { return session.complete(line) }
    var completion = session.complete("\(input)\n\(line)")
    completion.start = max(0, completion.start - input.utf8.count - 1)
    return completion
  }

  /// The candidates with a line of help each, or side by side where there are too many for that.
  private static func list(_ candidates: [CompletionCandidate]) -> String {
    let (columns, rows) = Terminal.size
    let widest = candidates.map { TextTable.width($0.text) }.max() ?? 0
    var text = ""
    if candidates.count <= max(8, rows - 3) {
      for candidate in candidates {
        let padding = String(repeating: " ", count: widest - TextTable.width(candidate.text))
        let line = candidate.help.isEmpty ? candidate.text : "\(candidate.text)\(padding)  \(candidate.help)"
        text += FittedTable.clip(line, to: columns - 1) + "\r\n"
      }
    } else {
      let perRow = max(1, columns / (widest + 2))
      for start in stride(from: 0, to: candidates.count, by: perRow) {
        let row = candidates[start..<min(start + perRow, candidates.count)].map { candidate in
          candidate.text + String(repeating: " ", count: widest + 2 - TextTable.width(candidate.text))
        }
        text += row.joined().reversed().drop { $0 == " " }.reversed() + "\r\n"
      }
    }
    return Terminal.plain(text)
  }
}
