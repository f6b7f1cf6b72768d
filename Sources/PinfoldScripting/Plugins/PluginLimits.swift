import Lua

/// The resources that a plugin may use.
public struct PluginLimits: Hashable, Sendable {
  /// The memory of one of its states, in bytes.
  public var memory = 256 << 20

  /// The time of one query, in seconds.
  public var seconds = 10.0

  /// The instructions of Lua in one query, which end it at the same point each time; nil for no limit.
  public var instructions: Int?

  /// The time to read its file, in seconds; plenty for a file that only returns a table.
  public var loadingSeconds = 0.5

  /// The default limits.
  public init() {}

  var whileLoading: LuaLimits { LuaLimits(memory: memory, seconds: loadingSeconds) }

  /// The limits of a query that has so many seconds left; nil for no end.
  func whileRunning(secondsLeft: Double?) -> LuaLimits {
    LuaLimits(
      memory: memory, seconds: secondsLeft.map { min(seconds, max($0, 0.001)) } ?? seconds,
      instructions: instructions)
  }
}
