import Lua
import Pinfold
import Synchronization

/// Computes the clusters of views by calling a plugin's `cluster`: once for each group of points that has any
/// in view, or once for all of them where the plugin asks for that.
///
/// Without a `build` every frame gets a state of its own. With one, the state that built serves all queries,
/// one at a time, because what `build` made lives in it.
final class PluginIndex: ClusterIndex, @unchecked Sendable {
  private let points: PointSet
  private let plugin: Plugin
  private let values: ParameterValues
  private let reach: Double?

  /// The sections whose points are given in one call, for each call.
  private let calls: [[PointSection]]

  /// What `build` made; nil where the plugin has none.
  private let built: Built?

  private final class Built: @unchecked Sendable {
    let state: PluginState

    /// The index of each call.
    let indexes: [LuaValue]

    /// Held during calls: a state serves one query at a time.
    let lock = Mutex<Void>(())

    init(state: PluginState, indexes: [LuaValue]) {
      self.state = state
      self.indexes = indexes
    }
  }

  init(
    points: PointSet, plugin: Plugin, values: ParameterValues, context: RunContext
  ) throws(ClusteringError) {
    self.points = points
    self.plugin = plugin
    self.values = values
    try plugin.checkAttributes(of: points, with: values)
    let sections = points.sections.filter(\.mergeable)
    calls = plugin.takesAllGroups && !sections.isEmpty ? [sections] : sections.map { [$0] }
    let state = try PluginState(plugin, context: context)
    reach = try Self.reach(of: plugin, in: state, values: values)
    var indexes: [LuaValue] = []
    for sections in calls {
      // At zoom 0 the world is one tile, a frame of reference as good as any for what holds at every zoom.
      let whole = try Self.view(of: points)
      let all = PointsObject(
        points, sections.flatMap { UInt32($0.range.lowerBound)..<UInt32($0.range.upperBound) }, in: whole)
      let index = try state.call("build", of: plugin, context: context) { function in
        try function.call(
          all, state.parameters(values), state.record(whole), returning: LuaValue.self)
      }
      guard let index else { break }
      indexes.append(index)
    }
    built = indexes.isEmpty ? nil : Built(state: state, indexes: indexes)
  }

  var byteCount: Int { built.map { built in built.lock.withLock { _ in built.state.lua.memoryUsed } } ?? 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try context.check()
    guard let built else {
      return try grouping(in: view, with: try PluginState(plugin, context: context), context: context)
    }
    return try built.lock.withLock { (_) throws(ClusteringError) in
      try grouping(in: view, with: built.state, built.indexes, context: context)
    }
  }

  private func grouping(
    in view: ProjectedView, with state: PluginState, _ indexes: [LuaValue]? = nil, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    let rect = reach.map { view.rect(reach: $0) } ?? .world
    var answer = PluginAnswer(points: points, view: view)
    let arguments = try state.arguments(values, view)
    for (number, sections) in calls.enumerated() {
      let indices = sections.flatMap { points.indices(in: rect, of: $0) }
      if indices.isEmpty { continue }
      let given = PointsObject(points, indices, in: view, of: sections)
      answer.add(try groups(of: given, with: state, arguments, indexes?[number], context: context))
    }
    return answer.grouping
  }

  /// Calls the plugin with the points of one group, or of all.
  private func groups(
    of points: PointsObject, with state: PluginState, _ arguments: PluginState.Arguments,
    _ index: LuaValue?, context: RunContext
  ) throws(ClusteringError) -> PluginGroups {
    let groups = try state.call("cluster", of: plugin, context: context) { function in
      let (parameters, view) = (arguments.parameters, arguments.view)
      let answer =
        if let index {
          try function.call(points, parameters, view, index, returning: LuaValue.self)
        } else {
          try function.call(points, parameters, view, returning: LuaValue.self)
        }
      let groups = try PluginGroups(answer, of: points)
      if plugin.takesAllGroups { try groups.checkSections() }
      if let reach { try groups.check(reach: reach) }
      return groups
    }
    guard let groups else { throw .plugin(message: "\(plugin.path): 'cluster' is gone") }
    return groups
  }

  /// The largest diameter of a cluster that a plugin declares; nil for none.
  static func reach(
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
