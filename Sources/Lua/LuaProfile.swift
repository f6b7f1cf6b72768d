import CLuaBridge

/// The processor time of one line of Lua code.
public struct LuaProfiledLine: Hashable, Sendable {
  /// The name of the chunk, as passed to `load`.
  public let chunk: String

  /// The line, from 1.
  public let line: Int

  /// The processor time of the line with the native functions that it calls, in seconds.
  public let seconds: Double

  /// The number of times it was reached.
  public let visits: Int

  /// Describes a line.
  public init(chunk: String, line: Int, seconds: Double, visits: Int) {
    (self.chunk, self.line, self.seconds, self.visits) = (chunk, line, seconds, visits)
  }
}

extension LuaState {
  /// Runs `body` with each line timed, which makes Lua code several times slower, native functions not.
  ///
  /// - Returns: what `body` returns or throws, and every line that was run.
  public func profiling<Result>(_ body: () throws -> Result) -> (
    Swift.Result<Result, any Error>, [LuaProfiledLine]
  ) {
    unsafe plua_set_profiling(state, true)
    defer { unsafe plua_set_profiling(state, false) }
    let result = Swift.Result { try body() }
    let lines = Lines()
    unsafe plua_profile_each(state, Unmanaged.passUnretained(lines).toOpaque()) {
      context, chunk, line, seconds, visits in
      guard let context = unsafe context, let chunk = unsafe chunk else { return }
      let lines = unsafe Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue()
      lines.all.append(
        LuaProfiledLine(
          chunk: unsafe String(cString: chunk), line: Int(line), seconds: seconds, visits: Int(visits)))
    }
    return (result, lines.all)
  }

  private final class Lines {
    var all: [LuaProfiledLine] = []
  }
}
