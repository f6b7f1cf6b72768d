import Lua
import Pinfold
import PinfoldColumns

/// All points of a frame's map for scripts: columns in the order of `frame.assigned`, with positions in the
/// screen points of the frame's markers.
final class FramePoints: LuaObject, Sendable {
  static let luaName = "framepoints"
  private let points: PointsObject
  private let view: ProjectedView

  init(of frame: Frame) {
    view = frame.view
    points = PointsObject(frame.points, Array(0..<UInt32(frame.points.count)), in: frame.view)
  }

  var luaNativeBytes: Int { points.luaNativeBytes }

  static func describe(_ lua: LuaClass<FramePoints>) {
    lua.about(
      "The points of a frame, also those out of its view: a value for each in the order of frame.assigned.",
      example: "shown = frame.assigned:gt(0)  east = frame.points.x - frame.x:take(frame.assigned)")
    lua.metamethod(.length, "integer", "The number of points.") { (points: FramePoints) in
      points.points.indices.count
    }
    lua.getter("x", "column", "Screen points from the left, as those of markers.") { points, call in
      try points.column(call) { points.view.screenPosition(of: $0).x }
    }
    lua.getter("y", "column", "Screen points from the top.") { points, call in
      try points.column(call) { points.view.screenPosition(of: $0).y }
    }
    lua.getter("lon", "column", "Degrees east as the data have them; x on planar data.") { points, call in
      let longitude = points.points.points.longitude
      return try points.points.column(call) { longitude[$0] }
    }
    lua.getter("lat", "column", "Degrees north as the data have them; y on planar data.") { points, call in
      let latitude = points.points.points.latitude
      return try points.points.column(call) { latitude[$0] }
    }
    lua.getter("weight", "column", "Weights; 1 where the data have none.") { points, call in
      let weight = points.points.points.weight
      return try points.points.column(call) { weight?[$0] ?? 1 }
    }
    lua.getter("id", "column|string[]", "Ids: a column where they are numbers, else a list.") {
      points, call in try points.points.idValues(call)
    }
    lua.method(
      "attr", "(name: string): column|(string|boolean)[]", "An attribute; false stands for a missing text."
    ) { (points, call: LuaCall, name: String) in try points.points.attribute(name, call) }
    lua.metamethod(.toString) { (points: FramePoints) in "points: \(points.points.indices.count)" }
  }

  private func column(_ call: LuaCall, _ value: (WorldPoint) -> Double) throws -> LuaColumn {
    let points = points.points
    return try self.points.column(call) { value(points.position($0)) }
  }
}
