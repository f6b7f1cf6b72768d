import Lua
import Pinfold
import PinfoldData

/// Estimates of what native work takes, held against the script's memory limit before the work begins: what
/// it makes is counted only once it is there, which is too late for a machine that does not have as much.
extension LuaCall {
  /// Throws a memory error unless a set of so many points can be made.
  func reserve(points count: Int) throws { try reserve(bytes: count * bytesOfPoint) }

  /// Throws a memory error unless an index over so many points can be built, or a frame of them be made.
  func reserve(indexOf points: PointSet) throws { try reserve(bytes: points.count * bytesOfIndexedPoint) }

  /// Throws a memory error unless a file can be read: its bytes are held, and what is taken from them.
  func reserve(file path: String) throws { try reserve(bytes: 2 * Folder.size(ofFile: path)) }

  /// What the columns of a point and the work to sort it take at their peak, in bytes; measured.
  private var bytesOfPoint: Int { 128 }

  /// What the index of the strategy that takes most, `radius`, takes for a point while it is built, in bytes;
  /// measured.
  private var bytesOfIndexedPoint: Int { 160 }
}
