import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldEvaluation

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
    try table.refuseFields(butFor: PluginKind.fields(of: "TransitionAnswer"), "'transition' returned")
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

  private static let fields = PluginKind.fields(of: "PluginMarker")

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

/// A camera path of a plugin, whose `views` returns what changes from the start in each view after it.
struct PluginCamera: CameraPath {
  let plugin: Plugin
  let values: ParameterValues

  func views(from start: Viewport, on projection: Projection) throws(ClusteringError) -> [Viewport] {
    let context = RunContext()
    let view: ProjectedView
    do { view = try ProjectedView(start, on: projection) } catch { throw .viewport(error) }
    let state = try PluginState(plugin, context: context)
    let arguments = try state.arguments(values, view)
    return try state.call("views", of: plugin, context: context) { function in
      try [start] + read(try function(arguments.view, arguments.parameters).first ?? .nil, from: view)
    }
  }

  private func read(_ answer: LuaValue, from start: ProjectedView) throws -> [Viewport] {
    guard let list = answer.table else {
      throw LuaError(
        "'views' returned a \(answer.typeName); it must return a list of views, such as { { zoom = 4 } }")
    }
    return try list.elements(as: LuaTable.self, of: "'views'").enumerated().map { index, table in
      do {
        return try viewport(table, from: start)
      } catch let error as ViewportError {
        throw LuaError("view \(index + 1): \(error)")
      } catch let error as LuaError {
        throw LuaError("view \(index + 1): \(error.message)")
      }
    }
  }

  private static let fields = PluginKind.fields(of: "CameraAnswer")

  private func viewport(_ table: LuaTable, from start: ProjectedView) throws -> Viewport {
    var given: [String: Double] = [:]
    for (key, value) in try table.entries {
      let name = key.string ?? key.integer.map(String.init) ?? key.typeName
      guard Self.fields.contains(name) else {
        throw LuaError("unknown field '\(name)'" + Suggestion.clause(for: name, among: Self.fields))
      }
      guard let number = value.number else {
        throw LuaError("'\(name)' is a \(value.typeName); it must be a number")
      }
      given[name] = number
    }
    let isMoved = given["x"] != nil || given["y"] != nil
    if isMoved, given["lon"] != nil || given["lat"] != nil {
      throw LuaError("has x or y, and lon or lat; a middle is either")
    }
    var viewport = start.viewport
    if isMoved {
      viewport.center = center(given, from: start)
    } else {
      viewport.center.longitude = given["lon"] ?? viewport.center.longitude
      viewport.center.latitude = given["lat"] ?? viewport.center.latitude
    }
    viewport.zoom = given["zoom"] ?? viewport.zoom
    viewport.width = given["width"] ?? viewport.width
    viewport.height = given["height"] ?? viewport.height
    viewport.bearing = given["bearing"] ?? viewport.bearing
    return try viewport.validated(planar: !start.projection.wraps)
  }

  /// The middle at a position in the start's screen points; past the map's edge it is on the edge, and at the
  /// start's own position it is the start's to the last bit.
  private func center(_ given: [String: Double], from start: ProjectedView) -> Coordinate {
    let middle = start.worldPosition(of: start.center)
    let (x, y) = (given["x"] ?? middle.x, given["y"] ?? middle.y)
    if x == middle.x, y == middle.y { return start.viewport.center }
    let (unitX, unitY) = (x / start.viewport.worldWidth, y / start.viewport.worldWidth)
    let projection = start.projection
    return projection.unproject(
      unitX: projection.wraps ? unitX : max(0, min(unitX, 1)), unitY: max(0, min(unitY, 1)))
  }
}

/// A generator of a plugin, whose `generate` returns columns as `points` takes them, in degrees.
struct PluginGenerator: DatasetGenerator {
  let plugin: Plugin
  let values: ParameterValues

  func columns(count: Int, seed: UInt64, context: RunContext) throws(ClusteringError) -> PointColumns {
    let count = max(0, count)
    let state = try PluginState(plugin, context: context)
    return try state.call("generate", of: plugin, context: context) { function in
      let answer = try function(count, Int(truncatingIfNeeded: seed), state.parameters(values)).first ?? .nil
      return try read(answer, count: count)
    }
  }

  private func read(_ answer: LuaValue, count: Int) throws -> PointColumns {
    func mistake(_ found: String) -> LuaError {
      LuaError("'generate' returned \(found); it must return a table with 'lon' and 'lat'")
    }
    guard let table = answer.table else { throw mistake("a \(answer.typeName)") }
    let points = try PointTable(table, of: "'generate'")
    if points.lacksCoordinates { throw mistake("a table without coordinates") }
    guard !points.isPlanar, !points.hasPlaneCoordinates else {
      throw LuaError("'generate' returned points of a plane; give lon and lat in degrees")
    }
    let columns = try points.columns(of: "'generate'")
    for (name, values, most) in [("lon", columns.longitude, 180.0), ("lat", columns.latitude, 90)] {
      guard values.count == count else {
        throw LuaError("'\(name)' holds \(values.count) values; \(count) points were asked for")
      }
      if let place = values.firstIndex(where: { !($0.magnitude <= most) }) {
        let value = ParameterValue.number(values[place])
        throw LuaError("'\(name)' of point \(place + 1) is \(value); it takes −\(Int(most)) to \(Int(most))")
      }
    }
    return columns
  }
}
