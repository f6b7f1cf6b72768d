import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

/// Estimates of the memory that native work needs, checked against the script's limit before it begins:
/// allocations are counted only once they are made.
extension LuaCall {
  /// Throws a memory error unless a set of so many points can be made.
  func reserve(points count: Int) throws { try reserve(count, Memory.bytesPerPoint) }

  /// Throws a memory error unless a strategy's index over so many points can be built.
  func reserve(indexOf count: Int, by clusterer: Clusterer) throws {
    try reserve(count, clusterer.strategy.buildBytesPerPoint)
  }

  /// Throws a memory error unless a frame of so many points can be made, even if each has a marker of its
  /// own.
  func reserve(frameOf count: Int) throws { try reserve(count, MemoryNeed.marker) }

  /// Throws a memory error unless a transition between so many markers can be made.
  func reserve(transitionOf count: Int) throws { try reserve(count, 4 * MemoryNeed.marker) }

  /// Throws a memory error unless the points of definitions can be read or made, all of them at a time.
  func reserve(points datasets: [DatasetDefinition]) throws {
    try reserve(bytes: MemoryNeed.points(datasets))
  }

  /// Throws a memory error unless each strategy can be run on each set, as many at a time as there are
  /// threads.
  func reserve(runsOf counts: [Int], by clusterers: [Clusterer], threads: Int) throws {
    try reserve(bytes: MemoryNeed.runs(of: counts, by: clusterers, threads: threads))
  }

  private func reserve(_ count: Int, _ bytes: Int) throws { try reserve(bytes: count * bytes) }

  /// Calls `body` with the megabytes that data may unpack to: at most half of those that are left below the
  /// script's limit, past which the error is one of memory.
  func unpacking<Result>(atMost most: Int, _ body: (_ megabytes: Int) throws -> Result) throws -> Result {
    let left = max(1, room >> 21)
    do {
      return try body(min(most, left))
    } catch DatasetError.data(.tooLarge) where left < most {
      throw LuaError(.memory, "not enough memory")
    } catch DataError.tooLarge where left < most {
      throw LuaError(.memory, "not enough memory")
    }
  }
}

extension LuaMemoryPart {
  init(_ part: MemoryPart) { self.init(owner: part.owner, address: part.address, bytes: part.bytes) }
}

extension PointSet {
  var luaParts: [LuaMemoryPart] { memoryParts.map { LuaMemoryPart($0) } }
}
