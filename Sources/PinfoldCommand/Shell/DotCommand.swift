import Pinfold
import PinfoldData
import PinfoldScripting

/// The commands of the shell that are not Lua.
enum DotCommand: String, CaseIterable {
  case help, mode, maxrows, output, pager, edit, save, run, bench, plugins, doctor, timing, quit

  /// The arguments after the name.
  var arguments: String {
    String(about.name.dropFirst(rawValue.count).drop { $0 == " " })
      .replacing("MODES", with: Presentation.Mode.allCases.map(\.rawValue).joined(separator: "|"))
  }

  var summary: String { about.text }

  private var about: (name: String, text: String) {
    helpList("shell commands").first { $0.name.prefix { $0 != " " } == rawValue } ?? ("", "")
  }

  /// The words that its argument can be; nil for a path, none where it is free.
  var words: [String]? {
    switch self {
    case .mode, .timing, .pager: arguments.split(separator: "|").map(String.init)
    case .edit, .save, .run, .output: nil
    default: []
    }
  }

  static func meant(by line: String) -> DotCommand? {
    switch line.hasSuffix("()") ? String(line.dropLast(2)) : line {
    case "help": .help
    case "quit", "exit": .quit
    default: nil
    }
  }

  /// Splits ".name rest", or ".name! rest", of which the sign is the rest's first; returns nil for Lua.
  static func parse(_ line: String) -> (name: String, rest: String)? {
    guard line.first == ".", line.dropFirst().first?.isLetter == true else { return nil }
    let name = line.dropFirst().prefix { $0.isLetter }
    let rest = line.dropFirst(name.count + 1)
    guard rest.isEmpty || rest.first == " " || rest.first == "!" else { return nil }
    return (String(name), String(rest.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
  }

  /// The candidates at the end of a line that begins with a dot or a question mark; nil for Lua.
  static func complete(_ line: String, _ session: ScriptSession) -> Completion? {
    if line.hasPrefix("?") {
      let start = line.prefix { $0 == "?" }.utf8.count
      let typed = String(line.dropFirst(start))
      var seen: Set<String> = []
      let topics = session.helpTopics.filter { $0.text.hasPrefix(typed) && seen.insert($0.text).inserted }
      return Completion(start: start, candidates: topics.sorted { $0.text < $1.text })
    }
    guard line.hasPrefix("."), !line.contains("\n") else { return nil }
    guard let blank = line.firstIndex(of: " ") else {
      let hits = allCases.filter { ".\($0.rawValue)".hasPrefix(line) }
      return Completion(
        start: 0,
        candidates: hits.map { command in
          CompletionCandidate(
            ".\(command.rawValue)", suffix: command.arguments.isEmpty ? "" : " ", help: command.summary)
        })
    }
    let typed = String(line[blank...].drop { $0 == " " })
    let start = line.utf8.count - typed.utf8.count
    guard let command = DotCommand(rawValue: String(line[..<blank].dropFirst())) else {
      return Completion(start: start, candidates: [])
    }
    if command == .bench {
      let inner = session.complete(typed)
      return Completion(start: start + inner.start, candidates: inner.candidates)
    }
    guard let words = command.words else { return PathCompletion.complete(typed, start: start, suffix: "") }
    return Completion(
      start: start, candidates: words.filter { $0.hasPrefix(typed) }.map { CompletionCandidate($0, help: "") }
    )
  }
}

/// The Tab key: completes the word before the cursor as far as it is unambiguous, else lists completions.
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
