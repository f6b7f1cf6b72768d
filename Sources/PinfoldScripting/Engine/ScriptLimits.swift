import Lua
import Pinfold
package import PinfoldDefinitions

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

  /// Has code of scripts and plugins that cannot be stopped end the process, with a message on standard error
  /// and exit code 1. Without this call it may run for minutes.
  ///
  /// There is one kind of such code: a table that was made its own `__call` behind the back of
  /// `setmetatable`, which Lua's interpreter leaves for no reason.
  ///
  /// - Parameter seconds: how long such code may go on past its time limit; the setting is the whole
  ///   process's.
  public static func endProcess(after seconds: Double) { LuaInterrupt.endProcess(after: seconds) }
}

extension ScriptSession {
  /// Bytes in use, as ``ScriptLimits/memory`` counts them.
  public var memoryUsed: Int { lua.memoryUsed }

  /// The most bytes that were ever in use.
  package var memoryPeak: Int { lua.memoryPeak }

  /// The limits of scripts from the next run on.
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

/// The limits as options.
extension ScriptLimits: Definition {
  package static let owner = "a script's limits"
  package static let options: [DefinedOption<ScriptLimits>] = [
    DefinedOption(
      "memoryLimit", \.megabytes, takes: .integer(1...1_000_000), unit: "megabytes",
      "The most memory that Lua may hold."),
    DefinedOption(
      "timeLimit", \.seconds, takes: .number(0...1e6), unit: "seconds", "The longest that it may run."),
    DefinedOption(
      "instructionLimit", \.instructions, takes: .integer(1...Int.max),
      "The most instructions of Lua that it may run; ends at the same point each time."),
  ]

  private var megabytes: Int? {
    get { memory.map { $0 >> 20 } }
    set { memory = newValue.map { $0 << 20 } }
  }
}
