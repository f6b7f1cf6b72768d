import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldStudies

/// Why a script stopped: the message with its position, the source line, and the calls that led there.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// The position and what went wrong: "tour.lua:3: attempt to …".
  public let message: String

  /// The line of the script where it went wrong; nil where that is not known.
  public let sourceLine: String?

  /// The columns of that line before the fault; nil where they are not known.
  public let column: Int?

  /// The calls that were under way, one a line; empty where there was only one.
  public let traceback: String

  /// Whether the run was interrupted.
  public let isInterrupt: Bool

  /// The request of the script's command line instead of a run.
  package let exit: ScriptExit?

  /// The mistake in data that the script read, with options written as flags, or in a value that it passed
  /// on; nil for any other error.
  package let valueMistake: String?

  init(_ error: any Error, in session: ScriptSession? = nil, source: (String) -> String? = { _ in nil }) {
    let lua = error as? LuaError
    exit = lua?.underlying as? ScriptExit
    // A script that leaves the position out, as error(usage, 0) does, speaks to people who have no use for
    // it.
    let place = lua.flatMap { $0.isPlaceless ? nil : $0.position }
    var text = (lua.map { place == nil ? $0.message : $0.description } ?? "\(error)").escapingControls()
    let isAboutData = Self.isAboutData(lua?.underlying)
    valueMistake =
      isAboutData || lua?.underlying is DefinitionError || lua?.underlying is RegistryError
      ? lua?.message.escapingControls() : nil
    if isAboutData { text = Self.namingMembers(text) }
    isInterrupt = lua?.kind == .interrupted
    traceback = Self.calls(lua?.traceback ?? "").escapingControls()
    let line = place.flatMap { place in
      source(place.chunk).flatMap { Self.line(place.line, of: $0)?.escapingControls() }
    }
    sourceLine = line
    let assistant = session?.assistant ?? Assistant()
    column = line.flatMap { assistant.column(of: text, in: $0) }
    text = assistant.exact(text, line: line)
    message = assistant.suggestion(for: text, line: line).map { "\(text) (\($0))" } ?? text
  }

  public var description: String {
    var text = message
    if let sourceLine {
      // Show only a part of a long line around the position, so that the caret stays below it.
      let start = max(0, min((column ?? 0) - Self.widest / 2, sourceLine.count - Self.widest))
      let end = sourceLine.count - start > Self.widest ? "…" : ""
      let part = sourceLine.dropFirst(start).prefix(Self.widest)
      text += "\n  | \(start > 0 ? "…" : "")\(part)\(end)"
      if let column {
        text += "\n  | \(String(repeating: " ", count: column - start + (start > 0 ? 1 : 0)))^"
      }
    }
    if !traceback.isEmpty { text += "\n\(traceback)" }
    return text
  }

  private static func isAboutData(_ error: (any Error)?) -> Bool {
    switch error {
    case is DataError, is DatasetError: true
    case let error as StudyError: if case .data = error { true } else { false }
    default: false
    }
  }

  /// A message about reading, with options named as scripts write them: `--max-unpacked` as 'maxUnpacked',
  /// and `--lon 1 --lat 2` as `lon = "1", lat = "2"`.
  private static func namingMembers(_ text: String) -> String {
    text.replacing(#/--([a-z]+(?:-[a-z]+)*)(?: ('[^']*'|[0-9A-Z][^\s,;)]*))?/#) { flag in
      let words = flag.1.split(separator: "-")
      let name = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      return flag.2.map { "\(name) = \"\($0.filter { $0 != "'" })\"" } ?? "'\(name)'"
    }
    .replacing(#/" (?=[a-z][A-Za-z]* = ")/#) { _ in "\", " }
  }

  private static let widest = 72

  private static func line(_ number: Int, of source: String) -> String? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.indices.contains(number - 1) ? String(lines[number - 1].trimmed()) : ""
    return text.isEmpty ? nil : text
  }

  /// The calls in scripts, without the host's own; empty if the error's position is enough.
  private static func calls(_ traceback: String) -> String {
    let lines = traceback.split(separator: "\n").dropFirst().filter { !$0.contains("[C]") }
      .map { $0.trimmed() }
    return lines.count < 2 ? "" : lines.map { "  called from \($0)" }.joined(separator: "\n")
  }
}

extension LuaError {
  /// Whether Lua code raised a text without its position.
  fileprivate var isPlaceless: Bool {
    guard kind == .runtime, underlying == nil, let position, let text = value?.string else { return false }
    return !text.hasPrefix("\(position)")
  }
}
