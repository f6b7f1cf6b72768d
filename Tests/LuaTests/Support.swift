import Lua
import Testing

/// A state with the plugins' libraries.
func sandbox(_ limits: LuaLimits = .none, seed: UInt64 = 0) throws -> LuaState {
  let state = LuaState(limits: limits)
  try state.openSandbox(seed: seed)
  return state
}

extension LuaState {
  /// The first result of a chunk.
  func first(_ source: String) throws -> LuaValue { try run(source, chunkName: "=test").first ?? .nil }

  /// The error that a chunk ends with.
  func failure(_ source: String, location: SourceLocation = #_sourceLocation) throws -> LuaError {
    try #require(
      throws: LuaError.self, "\(source)", sourceLocation: location,
      performing: { try run(source, chunkName: "=test") })
  }
}

/// An error of the host program.
struct HostError: Error, Equatable, CustomStringConvertible {
  var code: Int
  var description: String { "host error \(code)" }
}

/// SplitMix64: a test that fails says its seed, and fails again with it.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
