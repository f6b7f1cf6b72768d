/// The resources that code in a ``LuaState`` may use. `nil` means no limit.
public struct LuaLimits: Sendable, Hashable {
  /// Bytes that the state may hold, native memory behind its objects included.
  public var memory: Int?
  /// Wall-clock time of one run, that is, of one call from Swift with everything it calls in turn.
  public var seconds: Double?
  /// Processor time of one run on the thread that runs it, which other programs do not take.
  public var processorSeconds: Double?
  /// Virtual machine instructions of one run, counted by the thousand. Unlike time this stops at the same
  /// point each time, but counting makes Lua code up to twice as slow.
  public var instructions: Int?

  public init(
    memory: Int? = nil, seconds: Double? = nil, processorSeconds: Double? = nil, instructions: Int? = nil
  ) {
    self.memory = memory
    self.seconds = seconds
    self.processorSeconds = processorSeconds
    self.instructions = instructions
  }

  /// No limits.
  public static let none = LuaLimits()
}
