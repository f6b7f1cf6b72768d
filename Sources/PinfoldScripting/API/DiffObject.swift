import Lua
import Pinfold

/// An animation diff as a script sees it.
final class DiffObject: LuaObject, Sendable {
  static let luaName = "diff"

  private let name: String
  private let diff: any AnimationDiff

  init(name: String, _ diff: any AnimationDiff) {
    self.name = name
    self.diff = diff
  }

  static func describe(_ lua: LuaClass<DiffObject>) {
    lua.getter("name") { $0.name }
    lua.method("between") { (diff, old: FrameObject, new: FrameObject) in
      TransitionTable(try diff.diff.transition(from: old.frame, to: new.frame), old.frame, new.frame)
    }
    lua.metamethod(.toString) { (diff: DiffObject) in "diff '\(diff.name)'" }
  }
}

/// A transition as nested tables; clusters are counted from 1, places are coordinates.
private struct TransitionTable: LuaPushable {
  let transition: Transition
  let projection: Projection

  init(_ transition: Transition, _ old: Frame, _ new: Frame) {
    self.transition = transition
    projection = new.points.projection
  }

  func push(to call: LuaCall) {
    let table = call.makeTable()
    // A table without metatable takes any value, so setting cannot fail.
    try? table.set("duration", transition.duration)
    try? table.set("easing", transition.easing.rawValue)
    try? table.set("markers", transition.markers.map { Marker(marker: $0, projection: projection) })
    try? table.set(
      "flows", transition.flows.map { ["old": $0.old + 1, "new": $0.new + 1, "count": $0.count] })
    table.push(to: call)
  }

  private struct Marker: LuaPushable {
    let marker: MarkerTransition
    let projection: Projection

    func push(to call: LuaCall) {
      func place(_ point: WorldPoint) -> [String: Double] {
        let coordinate = projection.unproject(point)
        return ["lon": coordinate.longitude, "lat": coordinate.latitude]
      }
      let table = call.makeTable()
      try? table.set("kind", marker.kind.rawValue)
      try? table.set("old", marker.old.map { $0 + 1 })
      try? table.set("new", marker.new.map { $0 + 1 })
      try? table.set("from", place(marker.start))
      try? table.set("to", place(marker.end))
      try? table.set("count", marker.count)
      try? table.set("addedAt", marker.addedAt)
      try? table.set("removedAt", marker.removedAt)
      table.push(to: call)
    }
  }
}
