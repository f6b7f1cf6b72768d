import Lua
import Synchronization

/// The processor time of each line of a plugin, over all its states, while it is on.
final class PluginProfile: Sendable {
  private let lines = Mutex<[Place: (seconds: Double, visits: Int)]?>(nil)

  private struct Place: Hashable {
    let chunk: String
    let line: Int
  }

  /// Whether calls are timed.
  var isOn: Bool { lines.withLock { $0 != nil } }

  /// Times all calls while `body` runs.
  ///
  /// - Returns: the lines that were run, those that took longest first, of equals in the order of the file.
  func during(_ body: () throws -> Void) rethrows -> [LuaProfiledLine] {
    lines.withLock { $0 = [:] }
    defer { lines.withLock { $0 = nil } }
    try body()
    return lines.withLock { lines in
      (lines ?? [:]).map { place, cost in
        LuaProfiledLine(chunk: place.chunk, line: place.line, seconds: cost.seconds, visits: cost.visits)
      }.sorted { ($1.seconds, $0.chunk, $0.line) < ($0.seconds, $1.chunk, $1.line) }
    }
  }

  /// Runs a call in a state, timed where it is on.
  func timing<Result>(_ lua: LuaState, _ body: () throws -> Result) throws -> Result {
    guard isOn else { return try body() }
    let (result, found) = lua.profiling(body)
    lines.withLock { lines in
      for line in found {
        let place = Place(chunk: line.chunk, line: line.line)
        let cost = lines?[place] ?? (0, 0)
        lines?[place] = (cost.seconds + line.seconds, cost.visits + line.visits)
      }
    }
    return try result.get()
  }
}
