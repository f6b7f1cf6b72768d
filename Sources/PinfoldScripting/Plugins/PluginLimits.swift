import Lua
import Pinfold
import Synchronization

/// The resources that a plugin may use.
public struct PluginLimits: Hashable, Sendable {
  /// The memory of one of its states, in bytes.
  public var memory = 256 << 20

  /// The processor time of one call, in seconds: what other programs do meanwhile changes no result.
  public var seconds = 10.0

  /// The processor time of a call of a function: a strategy's `build` serves all queries, and gets more.
  private func seconds(of function: String) -> Double { function == "build" ? 6 * seconds : seconds }

  /// The instructions of Lua in one query, which end it at the same point each time; nil for no limit.
  public var instructions: Int?

  /// The time to read its file, in seconds; plenty for a file that only returns a table.
  public var loadingSeconds = 0.5

  /// The default limits.
  public init() {}

  var whileLoading: LuaLimits { LuaLimits(memory: memory, seconds: loadingSeconds) }

  /// The limits of a call of a function; nil stands for what the file itself runs later.
  func whileRunning(_ function: String? = nil, context: RunContext = RunContext()) -> LuaLimits {
    let left = context.deadline.map { ContinuousClock.now.duration(to: $0) / .seconds(1) }
    let processorSeconds = min(
      function.map(seconds(of:)) ?? seconds, max(context.processorSecondsLeft ?? .infinity, 0.001))
    return LuaLimits(
      memory: memory, seconds: left.map { max($0, 0.001) }, processorSeconds: processorSeconds,
      instructions: instructions)
  }

  /// The limit of a stopped function, and how to raise it; nil for other errors.
  func advice(on kind: LuaError.Kind, of function: String) -> String? {
    switch kind {
    case .timeLimit:
      return
        "'\(function)' may take \(ParameterValue.number(seconds(of: function))) s of processor time; --plugin-time gives more"
    case .memory: return "a plugin may hold \(memory >> 20) MB; --plugin-memory gives more"
    default: return nil
    }
  }
}

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
