import Lua
import Pinfold
import PinfoldEvaluation

/// A frame as a script sees it: an array of clusters, and columns over them.
final class FrameObject: LuaObject, @unchecked Sendable {
  static let luaName = "frame"

  let frame: Frame
  private lazy var onScreen = frame.positions.map { frame.view.screenPosition(of: $0) }

  /// The map that made the frame, for the cells of its strategy; nil where a plugin is shown a frame.
  let map: ClusterMap?

  init(_ frame: Frame, of map: ClusterMap? = nil) {
    self.frame = frame
    self.map = map
  }

  var luaNativeBytes: Int { frame.count * 48 }

  static func describe(_ lua: LuaClass<FrameObject>) {
    lua.getter("view") { ViewObject($0.frame.view.viewport) }
    lua.getter("effectiveSize") { $0.frame.effectiveSize }
    lua.getter("x") { frame in LuaColumn(frame.onScreen.map(\.x)) }
    lua.getter("y") { frame in LuaColumn(frame.onScreen.map(\.y)) }
    lua.getter("counts") { frame in
      LuaColumn((0..<frame.frame.count).map { Int64(frame.frame.memberCount(of: $0)) })
    }
    lua.getter("weights") { frame in LuaColumn(frame.frame.weights) }
    lua.getter("radii") { frame in
      LuaColumn((0..<frame.frame.count).map { MarkerStyle().radius(count: frame.frame.memberCount(of: $0)) })
    }
    lua.method("squaredErrors") { frame in
      LuaColumn((0..<frame.frame.count).map { frame.frame.squaredError(of: $0) })
    }
    lua.method("visible") { frame in
      LuaColumn((0..<frame.frame.count).map { Int64(frame.frame.visibleCount(of: $0)) })
    }
    lua.method("members") { (frame, cluster: Int) in
      let points = frame.frame.points
      return frame.frame.members(of: try frame.checked(cluster)).map { points.id($0).luaValue }
    }
    lua.method("clusters") { frame in (0..<frame.frame.count).map { frame.table($0) } }
    describeMarkers(lua)
    describePlot(lua)
    lua.fallback { (frame, key) -> [String: LuaValue]? in
      guard let cluster = key.integer, (1...max(1, frame.frame.count)).contains(cluster),
        frame.frame.count > 0
      else { return nil }
      return frame.table(cluster - 1)
    }
    lua.metamethod(.length) { (frame: FrameObject) in frame.frame.count }
    lua.metamethod(.toString) { (frame: FrameObject) in frame.description }
  }

  private var description: String {
    let points = (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) }
    return
      "frame: \(counted(frame.count, "cluster")) of \(counted(points, "point")) at zoom \(ParameterValue.number(frame.view.viewport.zoom))"
  }

  func checked(_ cluster: Int) throws -> Int {
    guard cluster >= 1, cluster <= frame.count else {
      throw LuaArgumentError(2, "a cluster from 1 to \(frame.count) expected, got \(cluster)")
    }
    return cluster - 1
  }

  func table(_ index: Int) -> [String: LuaValue] {
    let cluster = frame[index]
    let screen = onScreen[index]
    return [
      "id": .string(cluster.id.description), "lon": .number(cluster.coordinate.longitude),
      "lat": .number(cluster.coordinate.latitude), "x": .number(screen.x), "y": .number(screen.y),
      "count": .integer(cluster.count), "weight": .number(cluster.weight), "stack": .boolean(cluster.isStack),
      "point": cluster.point.map { frame.points.id($0).luaValue } ?? .nil,
    ]
  }
}
