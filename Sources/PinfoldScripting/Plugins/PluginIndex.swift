import Lua
import Pinfold
import Synchronization

/// Computes the clusters of views by calling a plugin's `cluster`.
///
/// Without a `build` every query gets a state of its own. With one, the state that built serves all queries,
/// one at a time, because what `build` made lives in it.
final class PluginIndex: ClusterIndex, @unchecked Sendable {
  private let points: PointSet
  private let plugin: Plugin
  private let values: ParameterValues
  private let reach: Double?
  private let built: Mutex<[Built]>

  private struct Built: @unchecked Sendable {
    let state: PluginState
    let answer: LuaValue
  }

  init(
    points: PointSet, plugin: Plugin, values: ParameterValues, context: RunContext
  ) throws(ClusteringError) {
    self.points = points
    self.plugin = plugin
    self.values = values
    let state = try PluginState(plugin, context: context)
    reach = try Self.reach(of: plugin, in: state, values: values)
    var built: [Built] = []
    for section in points.sections where section.mergeable {
      // At zoom 0 the world is one tile, a frame of reference as good as any for what holds at every zoom.
      let whole = try Self.view(of: points)
      let all = PointsObject(
        points, Array(UInt32(section.range.lowerBound)..<UInt32(section.range.upperBound)), in: whole)
      let state = built.isEmpty ? state : try PluginState(plugin, context: context)
      let answer = try state.call("build", of: plugin, context: context) { function in
        try function.call(
          all, state.parameters(values), state.record(whole), returning: LuaValue.self)
      }
      guard let answer else { break }
      built.append(Built(state: state, answer: answer))
    }
    self.built = Mutex(built)
  }

  var byteCount: Int { built.withLock { $0.reduce(0) { $0 + $1.state.lua.memoryUsed } } }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    let rect = reach.map { view.rect(reach: $0) } ?? .world
    var answer = PluginAnswer(points: points, view: view)
    for (place, section) in points.sections.filter(\.mergeable).enumerated() {
      let indices = points.indices(in: rect, of: section)
      if indices.isEmpty { continue }
      let given = PointsObject(points, indices, in: view)
      answer.add(try groups(of: given, section: place, context: context))
    }
    return answer.grouping
  }

  /// Calls the plugin with the points of one section.
  private func groups(
    of points: PointsObject, section: Int, context: RunContext
  ) throws(ClusteringError) -> PluginGroups {
    // Held during the call: a state serves one query at a time.
    try built.withLock { (built) throws(ClusteringError) -> PluginGroups in
      let index = built.isEmpty ? nil : built[section]
      let state: PluginState
      if let index { state = index.state } else { state = try PluginState(plugin, context: context) }
      let groups = try state.call("cluster", of: plugin, context: context) { function in
        let (parameters, view) = (try state.parameters(values), try state.record(points.view))
        let answer =
          if let index {
            try function.call(points, parameters, view, index.answer, returning: LuaValue.self)
          } else {
            try function.call(points, parameters, view, returning: LuaValue.self)
          }
        return try PluginGroups(answer, of: points)
      }
      guard let groups else { throw .plugin(message: "\(plugin.path): 'cluster' is gone") }
      return groups
    }
  }

  private static func reach(
    of plugin: Plugin, in state: PluginState, values: ParameterValues
  ) throws(ClusteringError) -> Double? {
    do {
      let declared = try state.field("reach", for: values)
      if declared.isNil { return nil }
      guard let reach = declared.number, reach >= 0, reach.isFinite else {
        throw plugin.error(
          "reach", "field 'reach' must be a number of screen points from 0, or a function that returns one")
      }
      return reach
    } catch {
      throw .plugin(message: PluginError(path: plugin.path, error).description)
    }
  }

  private static func view(of points: PointSet) throws(ClusteringError) -> ProjectedView {
    let center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
    do {
      return try ProjectedView(
        Viewport(center: center, zoom: 0, width: 256, height: 256), on: points.projection)
    } catch {
      throw .viewport(error)
    }
  }
}
