import Lua
import Pinfold

/// A diff of a plugin, whose `transition` returns markers. By default a marker with an old cluster exists
/// from the start, one with a new cluster remains, and it shows the points of the smaller one. The host adds
/// the flows, and checks that markers lead from the old frame to the new one.
struct PluginDiff: AnimationDiff {
  let plugin: Plugin
  let values: ParameterValues

  func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
    let context = RunContext()
    for frame in [old, new] { try plugin.checkAttributes(of: frame.points, with: values) }
    let state = try PluginState(plugin, context: context)
    return try state.call("transition", of: plugin, context: context) { function in
      let answer = try function(FrameObject(old), FrameObject(new), state.parameters(values)).first ?? .nil
      return try read(answer, old, new)
    }
  }

  private func read(_ answer: LuaValue, _ old: Frame, _ new: Frame) throws -> MarkerTransitions {
    guard let table = answer.table, let list = try table["markers"].table else {
      throw LuaError("'transition' returned a \(answer.typeName); it must return a table with 'markers'")
    }
    try table.refuseFields(butFor: ["duration", "easing", "markers"], "'transition' returned")
    let duration = try table.get("duration", as: Double?.self) ?? 0.3
    guard duration >= 0, duration.isFinite else {
      throw LuaError("'duration' is \(duration); it takes a number of seconds from 0")
    }
    let easing = try Self.easing(table, "") ?? .smooth
    let tables = try list.elements(as: LuaTable.self, of: "'markers'")
    let markers = try tables.enumerated().map { try marker($1, "marker \($0 + 1)", old, new) }
    let transition = MarkerTransitions(
      markers: markers, flows: try Flow.between(old, new), duration: duration, easing: easing,
      projection: new.points.projection)
    try transition.check(from: old, to: new)
    return transition
  }

  private static let fields = [
    "kind", "old", "new", "count", "addedAt", "removedAt", "leavesAt", "arrivesAt", "easing", "via",
  ]

  private static func easing(_ table: LuaTable, _ label: String) throws -> Easing? {
    guard let word = try table.get("easing", as: String?.self) else { return nil }
    guard let easing = Easing(rawValue: word) else {
      let known = Easing.allCases.map(\.rawValue)
      throw LuaError("\(label)unknown easing '\(word)'" + Suggestion.clause(for: word, among: known))
    }
    return easing
  }

  /// The motion of a marker; nil if it goes straight over the whole duration.
  private func motion(_ table: LuaTable, _ label: String, _ projection: Projection) throws -> MarkerMotion? {
    var motion = MarkerMotion()
    motion.leavesAt = try share(table, "leavesAt", label) ?? 0
    motion.arrivesAt = try share(table, "arrivesAt", label) ?? 1
    guard motion.leavesAt <= motion.arrivesAt else {
      throw LuaError("\(label) leaves at \(motion.leavesAt) and arrives before that, at \(motion.arrivesAt)")
    }
    motion.easing = try Self.easing(table, "\(label): ")
    if let via = try table["via"].table {
      try via.refuseFields(butFor: ["lon", "lat"], "\(label): 'via' has")
      let place = Coordinate(
        longitude: try via.get("lon", as: Double.self), latitude: try via.get("lat", as: Double.self))
      guard place.longitude.isFinite, place.latitude.isFinite else {
        throw LuaError("\(label): 'via' is no location")
      }
      motion.via = projection.project(place)
    } else if try !table["via"].isNil {
      throw LuaError("\(label): 'via' is a \(try table["via"].typeName); it must be a location")
    }
    return motion == MarkerMotion() ? nil : motion
  }

  private func marker(_ table: LuaTable, _ label: String, _ old: Frame, _ new: Frame) throws
    -> MarkerTransition
  {
    try table.refuseFields(butFor: Self.fields, "\(label) has")
    let word = try table.get("kind", as: String.self)
    guard let kind = MarkerTransition.Kind(rawValue: word) else {
      let known = MarkerTransition.Kind.allCases.map(\.rawValue)
      throw LuaError("\(label): unknown kind '\(word)'" + Suggestion.clause(for: word, among: known))
    }
    func cluster(_ field: String, _ frame: Frame) throws -> Int? {
      guard let number = try table.get(field, as: Int?.self) else { return nil }
      guard number >= 1, number <= frame.count else {
        throw LuaError("\(label): '\(field)' is \(number); it takes a cluster from 1 to \(frame.count)")
      }
      return number - 1
    }
    let before = try cluster("old", old)
    let after = try cluster("new", new)
    let start = before.map { old.positions[$0] } ?? after.map { new.positions[$0] }
    let end = after.map { new.positions[$0] } ?? start
    guard let start, let end else { throw LuaError("\(label) has neither 'old' nor 'new'") }
    let addedAt = try share(table, "addedAt", label) ?? (before == nil ? 0 : nil)
    let removedAt = try share(table, "removedAt", label) ?? (after == nil ? 1 : nil)
    if let addedAt, let removedAt, removedAt < addedAt {
      throw LuaError("\(label) is added at \(addedAt) and removed before that, at \(removedAt)")
    }
    let most = min(
      before.map { old.memberCount(of: $0) } ?? .max, after.map { new.memberCount(of: $0) } ?? .max)
    let count = try table.get("count", as: Int?.self) ?? most
    guard (0...most).contains(count) else {
      throw LuaError("\(label): 'count' is \(count); it takes a number of points from 0 to \(most)")
    }
    var marker = MarkerTransition(
      kind: kind, old: before, new: after, start: start, end: end, count: count, addedAt: addedAt,
      removedAt: removedAt)
    marker.motion = try motion(table, label, new.points.projection)
    return marker
  }

  private func share(_ table: LuaTable, _ field: String, _ label: String) throws -> Double? {
    guard let value = try table.get(field, as: Double?.self) else { return nil }
    guard (0...1).contains(value) else {
      throw LuaError("\(label): '\(field)' is \(value); it takes a share of the duration, 0…1")
    }
    return value
  }
}
