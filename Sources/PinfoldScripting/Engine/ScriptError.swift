import Lua

/// Why a script stopped: the message with its place, the source line, and the calls that led there.
public struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// What went wrong, after the place: "tour.lua:3: attempt to …".
  public let message: String

  /// The line of the script where it went wrong; nil where that is not known.
  public let sourceLine: String?

  /// The calls that were under way, one a line; empty where there was only one.
  public let traceback: String

  /// Whether somebody asked to stop.
  public let isInterrupt: Bool

  init(_ error: any Error, source: String?) {
    let lua = error as? LuaError
    message = lua?.description ?? "\(error)"
    isInterrupt = lua?.kind == .interrupted
    traceback = Self.calls(lua?.traceback ?? "")
    if let line = lua?.position?.line, let source {
      let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
      let text = lines.indices.contains(line - 1) ? lines[line - 1].trimmingBlanks : ""
      sourceLine = text.isEmpty ? nil : text
    } else {
      sourceLine = nil
    }
  }

  public var description: String {
    var text = message
    if let sourceLine { text += "\n  | \(sourceLine)" }
    if !traceback.isEmpty { text += "\n\(traceback)" }
    return text
  }

  /// The calls in scripts, the host's own left out; none where the place of the error tells it all.
  private static func calls(_ traceback: String) -> String {
    let lines = traceback.split(separator: "\n").dropFirst().filter { !$0.contains("[C]") }.map(
      \.trimmingBlanks)
    return lines.count < 2 ? "" : lines.map { "  called from \($0)" }.joined(separator: "\n")
  }
}

extension StringProtocol {
  /// Without blanks at its ends.
  var trimmingBlanks: String {
    String(
      drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }
}
