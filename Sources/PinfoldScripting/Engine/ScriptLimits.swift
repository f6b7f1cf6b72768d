import Lua

/// The resources that a script may use; nil means no limit, which is the default.
public struct ScriptLimits: Hashable, Sendable {
  /// Bytes that Lua may hold, columns and other native memory included.
  public var memory: Int?

  /// Wall-clock time of one run, or of one input of a shell, in seconds.
  public var seconds: Double?

  /// Instructions of Lua in one run; unlike time they end it at the same point each time.
  public var instructions: Int?

  /// No limits.
  public init() {}
}

extension ScriptSession {
  /// The limits from the next run on.
  public var limits: ScriptLimits {
    get {
      var limits = ScriptLimits()
      limits.memory = lua.limits.memory
      limits.seconds = lua.limits.seconds
      limits.instructions = lua.limits.instructions
      return limits
    }
    set {
      lua.limits = LuaLimits(
        memory: newValue.memory, seconds: newValue.seconds, instructions: newValue.instructions)
    }
  }
}
