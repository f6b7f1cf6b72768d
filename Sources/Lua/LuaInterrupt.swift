import CLuaBridge

/// Stops the runs of a ``LuaState``, from any thread.
///
/// It may outlive its state: interrupting a closed state has no effect.
@safe public final class LuaInterrupt: @unchecked Sendable {
  private let state: OpaquePointer

  init(_ state: OpaquePointer) {
    unsafe plua_retain(state)
    unsafe self.state = state
  }

  deinit { unsafe plua_forget(state) }

  /// Stops the run under way with an error of kind ``LuaError/Kind/interrupted``, or the next run if there
  /// is none. Code cannot catch it.
  public func interrupt() { unsafe plua_interrupt(state) }

  /// Clears an interrupt that came too late for its run.
  public func clear() { unsafe plua_clear_interrupt(state) }

  /// Has code that cannot be stopped end the process, with a message on standard error and exit code 1.
  /// Without this call no state does so.
  ///
  /// Lua 5.4 leaves a table that was made its own `__call` behind the back of `setmetatable` for no reason at
  /// all, for minutes. A program that people wait for is better ended; one that has other things to do is
  /// not.
  ///
  /// - Parameter seconds: how long a run may stay in Lua past its time limit; the setting is the whole
  ///   process's.
  public static func endProcess(after seconds: Double) { plua_end_process_after(seconds) }

  /// The seconds until the run under way is out of time; nil where its time has no limit, or nothing runs.
  public var secondsLeft: Double? {
    let seconds = unsafe plua_seconds_left(state)
    return seconds.isFinite ? seconds : nil
  }
}
