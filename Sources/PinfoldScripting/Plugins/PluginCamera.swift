import Lua
import Pinfold
import PinfoldColumns
import PinfoldEvaluation

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

  private static let fields = ["lon", "lat", "x", "y", "zoom", "width", "height", "bearing"]

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
