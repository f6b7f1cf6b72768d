import Lua

/// A plugin's mistake, with its position.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The plugin's file.
  public var path: String

  /// The mistake, its place in the file, and its correction.
  public var message: String

  /// - Parameter line: the line of the mistake; nil where that is not known, or nothing is written there.
  init(path: String, line: Int? = nil, _ message: String) {
    self.path = path
    self.message = line.map { "\(path):\($0): \(message)" } ?? message
  }

  /// Makes a plugin's error of any error: one of the plugin's own code gets the file and the line that Lua
  /// names.
  init(path: String, _ error: any Error) {
    if let error = error as? PluginError {
      self = error
      return
    }
    self.path = path
    guard let error = error as? LuaError, let position = error.position else {
      message = (error as? LuaError)?.message ?? "\(error)"
      return
    }
    message = "\(position.inFull(path)): \(error.message)"
  }

  public var description: String { message.hasPrefix(path) ? message : "\(path): \(message)" }
}

extension LuaError.Position {
  /// The position with the whole path if it is in that file; Lua shortens long paths.
  func inFull(_ path: String) -> LuaError.Position {
    guard chunk.hasPrefix("..."), path.hasSuffix(chunk.dropFirst(3)) else { return self }
    return LuaError.Position(chunk: path, line: line)
  }
}

extension LuaError {
  /// The lines of Lua that led to the error's own, as " (called at mine.lua:12, mine.lua:30)"; empty where
  /// there are none.
  func callers(in path: String) -> String {
    guard let position else { return "" }
    let lines = traceback.split(separator: "\n").compactMap { line -> Position? in
      guard let match = line.wholeMatch(of: /\s*(.+?):(\d+): in .*/), let number = Int(match.output.2) else {
        return nil
      }
      return Position(chunk: String(match.output.1), line: number)
    }
    // Lines above the error's own line in the traceback belong to helpers of a handler.
    guard let own = lines.firstIndex(of: position) else { return "" }
    let callers = lines[(own + 1)...].prefix(4).map { "\($0.inFull(path))" }
    return callers.isEmpty ? "" : " (called at \(callers.joined(separator: ", ")))"
  }
}
