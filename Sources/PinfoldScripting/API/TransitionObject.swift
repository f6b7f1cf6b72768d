import Lua
import Pinfold

/// A transition as a script sees it: an array of markers; clusters are counted from 1, positions are
/// coordinates.
final class TransitionObject: LuaObject, Sendable {
  static let luaName = "transition"
  let transition: MarkerTransitions
  let old: Frame
  let new: Frame

  init(_ transition: MarkerTransitions, _ old: Frame, _ new: Frame) {
    self.transition = transition
    self.old = old
    self.new = new
  }

  var luaNativeBytes: Int {
    2048 + (transition.markers.count + transition.flows.count + old.count + new.count) * 48
  }
  var luaParts: [LuaMemoryPart] { old.points.luaParts + new.points.luaParts }

  static func describe(_ lua: LuaClass<TransitionObject>) {
    lua.about("The movements of markers from one frame to another.")
    lua.metamethod(.length, "integer", "The number of markers.") { (transition: TransitionObject) in
      transition.transition.markers.count
    }
    lua.getter("duration", "number", "The duration in seconds.") { $0.transition.duration }
    lua.getter("easing", "string", "The easing function.") { $0.transition.easing.rawValue }
    lua.getter("markers", "Marker[]", "The markers with their starts and ends.") { transition in
      transition.transition.markers.lazy.map { transition.row($0) }
    }
    lua.getter("flows", "Flow[]", "The numbers of points that go from one cluster to another.") {
      transition in
      transition.transition.flows.lazy.map { ["old": $0.old + 1, "new": $0.new + 1, "count": $0.count] }
    }
    lua.method(
      "at", "(time: number): ShownMarker[]", "The markers at a time, a fraction of the duration from 0 to 1."
    ) { (transition, time: Double) in transition.shown(at: time) }
    lua.method(
      "frame", "(time: number): frame",
      "The markers at a time, as a frame from which another transition may start.",
      example: "diff:between(transition:frame(0.4), frame)"
    ) { (transition, call: LuaCall, time: Double) in
      try call.reserve(frameOf: transition.transition.markers.count)
      return FrameObject(try transition.transition.frame(at: time, from: transition.old, to: transition.new))
    }
    lua.method("reversed", "(): transition", "The reverse transition.") { (transition, call: LuaCall) in
      try call.reserve(transitionOf: transition.transition.markers.count)
      return TransitionObject(transition.transition.reversed(), transition.new, transition.old)
    }
    describePlot(lua)
    lua.fallback("Marker", "A marker, counted from 1.") { (transition, _, key) -> LuaFields? in
      let markers = transition.transition.markers
      return key.offset(in: markers.count).map { transition.row(markers[$0]) }
    }
    lua.metamethod(.toString) { (transition: TransitionObject) in transition.description }
  }

  private var description: String {
    let seconds = ParameterValue.number(transition.duration)
    return "transition: \(counted(transition.markers.count, "marker")) in \(seconds) s"
  }

  private func row(_ marker: MarkerTransition) -> LuaFields {
    let ends = transition.coordinates(of: marker, from: old, to: new)
    var row = marker.fields
    row.set("from", ends.start.fields)
    row.set("to", ends.end.fields)
    row.set("addedAt", marker.addedAt)
    row.set("removedAt", marker.removedAt)
    if let motion = marker.motion {
      let via = motion.via.map { transition.projection.unproject($0).fields }
      row.set(
        "motion",
        [
          "leavesAt": motion.leavesAt, "arrivesAt": motion.arrivesAt, "easing": motion.easing?.rawValue,
          "via": via,
        ]
          as LuaFields)
    }
    return row
  }

  private func shown(at time: Double) -> [LuaFields] {
    transition.markers(at: time).map { marker in
      let place = transition.projection.unproject(transition.position(of: marker, at: time))
      var row = marker.fields
      row.set("lon", place.longitude)
      row.set("lat", place.latitude)
      return row
    }
  }
}

extension MarkerTransition {
  /// The marker as a table; clusters are counted from 1.
  fileprivate var fields: LuaFields {
    ["kind": kind.rawValue, "old": old.map { $0 + 1 }, "new": new.map { $0 + 1 }, "count": count]
  }
}

extension Coordinate {
  fileprivate var fields: LuaFields { ["lon": longitude, "lat": latitude] }
}
