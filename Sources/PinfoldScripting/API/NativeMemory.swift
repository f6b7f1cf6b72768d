import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// Estimates of the memory that native work takes, checked against the script's limit before the work begins:
/// allocations are counted only once they are made, which is too late for a machine that does not have as
/// much.
extension LuaCall {
  /// Throws a memory error unless a set of so many points can be made.
  func reserve(points count: Int) throws { try reserve(count, Memory.bytesPerPoint) }

  /// Throws a memory error unless a strategy's index over so many points can be built.
  func reserve(indexOf count: Int, by clusterer: Clusterer) throws {
    try reserve(count, clusterer.strategy.buildBytesPerPoint)
  }

  /// Throws a memory error unless a frame of so many points can be made, even if each has a marker of its
  /// own.
  func reserve(frameOf count: Int) throws { try reserve(count, bytesOfMarker) }

  /// Throws a memory error unless a transition between so many markers can be made.
  func reserve(transitionOf count: Int) throws { try reserve(count, 2 * bytesOfMarker) }

  /// Throws a memory error unless the points of definitions can be read or made, all of them at a time.
  func reserve(points datasets: [DatasetDefinition]) throws {
    var bytes = 0
    for dataset in datasets {
      if let path = dataset.path { bytes += size(ofFile: path) }
      bytes += (dataset.count ?? 0) * Memory.bytesPerPoint
    }
    try reserve(bytes: bytes)
  }

  /// Throws a memory error unless each strategy can be run on each set, as many at a time as there are
  /// threads.
  ///
  /// - Parameter counts: the numbers of the sets' points.
  func reserve(runsOf counts: [Int], by clusterers: [Clusterer], threads: Int) throws {
    let bytes = (clusterers.map(\.strategy.buildBytesPerPoint).max() ?? 0) + bytesOfMarker
    try reserve(counts.max() ?? 0, bytes * min(threads, counts.count * clusterers.count))
  }

  /// Throws a memory error unless a file can be read.
  func reserve(file path: String) throws { try reserve(bytes: size(ofFile: path)) }

  private func reserve(_ count: Int, _ bytes: Int) throws { try reserve(bytes: count * bytes) }

  /// The bytes of a file are held, unpacked, and what is taken from them.
  private func size(ofFile path: String) -> Int {
    2 * max(Folder.size(ofFile: path), Folder.unpackedSize(ofFile: path) ?? 0)
  }

  /// Calls `body` with the megabytes that data may unpack to: at most half of those that are left below the
  /// script's limit, past which the error is one of memory.
  ///
  /// - Parameter most: the megabytes that are asked for.
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

  /// What a cluster of a frame takes, in bytes; measured.
  private var bytesOfMarker: Int { 48 }
}

extension LuaMemoryPart {
  init(_ part: MemoryPart) { self.init(owner: part.owner, address: part.address, bytes: part.bytes) }
}

extension PointSet {
  var luaParts: [LuaMemoryPart] { memoryParts.map { LuaMemoryPart($0) } }
}
