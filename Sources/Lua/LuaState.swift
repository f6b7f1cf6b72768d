import CLua
import CLuaBridge

/// A Lua virtual machine: one set of globals, one memory limit, one thread at a time.
///
/// Swift code and Lua code may call each other to any depth. No Lua error ever leaves a Swift function half
/// done: it arrives as a thrown ``LuaError``, and what Swift throws arrives in Lua as an error.
///
/// A Swift function that is defined in a state must not hold on to the state, or neither would ever be freed.
@safe public final class LuaState {
  let state: OpaquePointer
  /// The destination of `print`; gets whole lines with their ends, or parts of lines.
  public var output: (String) -> Void = { print($0, terminator: "") }

  /// Changes the text of `print` before it is output; nil for no change.
  public var printed: ((String) -> String)?

  /// The text, with its line end, that `print` outputs for a single value; nil for its plain one.
  public var shown: ((LuaValue) throws -> String?)?

  /// The name of the running code, for messages without a better one; set between runs.
  public var name: String? { didSet { unsafe plua_set_name(state, name) } }

  /// Creates a state without any library; see ``openSandbox(seed:)``.
  public init(limits: LuaLimits = .none) {
    self.limits = limits
    unsafe state = plua_new(callClosure, releaseBox)
    applyLimits()
  }

  deinit { unsafe plua_close(state) }

  /// The limits of code from the next run on; the memory limit holds at once.
  public var limits: LuaLimits { didSet { applyLimits() } }

  private func applyLimits() {
    unsafe plua_set_memory_limit(state, limits.memory ?? 0)
    unsafe plua_set_time_limit(state, limits.seconds ?? 0)
    unsafe plua_set_processor_limit(state, limits.processorSeconds ?? 0)
    unsafe plua_set_instruction_limit(state, UInt64(max(0, limits.instructions ?? 0)))
  }

  /// The object that stops this state's runs from other threads.
  public var interrupt: LuaInterrupt { unsafe LuaInterrupt(state) }

  /// Bytes in use, native memory behind objects included.
  public var memoryUsed: Int { unsafe plua_memory_used(state) }

  /// The most bytes that were ever in use.
  public var memoryPeak: Int { unsafe plua_memory_peak(state) }

  /// Instructions of the last run under an instruction limit.
  public var instructions: Int { unsafe Int(plua_instructions(state)) }

  /// Collects all garbage.
  public func collectGarbage() {
    unsafe plua_collect(stack.lua)
  }

  /// A value as `tostring` would print it, but without addresses.
  public func string(of value: LuaValue) throws -> String { try stack.string(of: value) }

  /// The stack of whatever Lua thread is running.
  @usableFromInline
  var stack: LuaCall { unsafe LuaCall(plua_current(state)!) }
}

/// The resources that code in a ``LuaState`` may use. `nil` means no limit.
public struct LuaLimits: Sendable, Hashable {
  /// Bytes that the state may hold, native memory behind its objects included.
  public var memory: Int?
  /// The wall-clock time limit of one run: one call from Swift with everything that it calls.
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
