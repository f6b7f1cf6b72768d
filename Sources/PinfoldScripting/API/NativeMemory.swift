import Lua
import Pinfold
import PinfoldData

/// Estimates of the memory that native work takes, checked against the script's limit before the work begins:
/// allocations are counted only once they are made, which is too late for a machine that does not have as
/// much.
extension LuaCall {
  /// Throws a memory error unless a set of so many points can be made.
  func reserve(points count: Int) throws { try reserve(bytes: count * bytesOfPoint) }

  /// Throws a memory error unless an index over so many points can be built, or a frame of them be made.
  func reserve(indexOf points: PointSet) throws { try reserve(bytes: points.count * bytesOfIndexedPoint) }

  /// Throws a memory error unless a file can be read: both its bytes and what is parsed from them are held.
  func reserve(file path: String) throws { try reserve(bytes: 2 * Folder.size(ofFile: path)) }

  /// The bytes a point that columns and sorting take at their peak; measured.
  private var bytesOfPoint: Int { 128 }

  /// The bytes a point that the index of the most expensive strategy, `radius`, takes while it is built;
  /// measured.
  private var bytesOfIndexedPoint: Int { 160 }
}
