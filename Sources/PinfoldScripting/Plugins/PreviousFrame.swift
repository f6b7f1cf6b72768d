import Lua
import Pinfold

/// The frame shown before, as plugins see it that declare `previous`: one call at a time.
final class PreviousFrame: @unchecked Sendable {
  /// The frame; nil on the first.
  let frame: FrameObject?

  init(_ frame: Frame?) { self.frame = frame.map { FrameObject($0) } }

  /// The points that its markers spoke for.
  private(set) lazy var shown: Set<PointID> = {
    guard let frame = frame?.frame else { return [] }
    return Set(frame.representatives.lazy.filter { $0 >= 0 }.map { frame.points.id(Int($0)) })
  }()

  /// The number of the cluster that held each point of a set, counted from 1; 0 for none.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the number of points.
  func clusters(of points: PointSet) -> [UInt32] {
    if let known, known.points.isIdentical(to: points) { return known.clusters }
    var clusters = [UInt32](repeating: 0, count: points.count)
    if let frame = frame?.frame {
      let isSame = frame.points.isIdentical(to: points)
      for cluster in 0..<frame.count {
        frame.forEachMember(of: cluster) { member in
          // Of points that were edited since, those of the same id.
          guard let point = isSame ? member : points.index(of: frame.points.id(member)) else { return }
          clusters[point] = UInt32(cluster + 1)
        }
      }
    }
    known = (points, clusters)
    return clusters
  }

  private var known: (points: PointSet, clusters: [UInt32])?
}

/// What a strategy's `cluster` returned as `state` with a frame, as the text of Lua code that makes it anew:
/// the next frame may be made by another state of Lua.
struct CarriedState: Sendable {
  /// By the name of the group that a call was for, empty for none.
  private var texts: [String: String] = [:]

  /// What a frame carries; nothing where it is another strategy's, or the first.
  init(of frame: Frame?) { if let box = frame?.carried as? Box { texts = box.texts } }

  /// What a frame carries of it; nil for nothing.
  var box: Box? { texts.isEmpty ? nil : Box(texts) }

  /// Frames carry objects.
  final class Box: Sendable {
    fileprivate let texts: [String: String]

    fileprivate init(_ texts: [String: String]) { self.texts = texts }
  }

  /// Keeps what a call returned, a copy of numbers, texts, tables and columns.
  mutating func keep(_ value: LuaValue, of group: String) throws {
    if value.isNil {
      texts[group] = nil
      return
    }
    var writer = PluginWriter(source: { _ in nil }, variable: { _ in .nil })
    texts[group] = try writer.file([("state", value)]).text
  }

  /// What the call for a group returned with the frame before; nil on the first.
  func value(of group: String, in lua: LuaState) throws -> LuaValue {
    guard let text = texts[group] else { return .nil }
    let results = try lua.load(text, chunkName: "=state")()
    return try results.first?.table?["state"] ?? .nil
  }
}
