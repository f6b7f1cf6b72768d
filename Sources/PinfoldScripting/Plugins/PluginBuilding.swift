import Lua
import Pinfold
import PinfoldColumns

/// The calls of a strategy plugin over some points: one for each group of points, or one for all of them
/// where the plugin asks for that.
struct PluginBuilding {
  let points: PointSet
  let plugin: Plugin
  let values: ParameterValues
  let state: PluginState

  /// The sections whose points are given in one call, for each call.
  var calls: [[PointSection]] {
    let sections = points.sections.filter(\.mergeable)
    return plugin.takesAllGroups && !sections.isEmpty ? [sections] : sections.map { [$0] }
  }

  /// What `build` makes for each call; nothing where the plugin has none.
  ///
  /// - Parameter read: reads what it returned for some points.
  func indexes<Index>(
    _ context: RunContext, _ read: (LuaValue, PointsObject) throws -> Index
  ) throws(ClusteringError) -> [Index] {
    var indexes: [Index] = []
    for sections in calls {
      // At zoom 0 the world is one tile, a frame of reference as good as any for what holds at every zoom.
      let whole = try wholeView
      let all = PointsObject(
        points, sections.flatMap { UInt32($0.range.lowerBound)..<UInt32($0.range.upperBound) }, in: whole)
      let index = try state.call("build", of: plugin, context: context) { function in
        try read(
          function.call(all, state.parameters(values), state.record(whole), returning: LuaValue.self), all)
      }
      guard let index else { break }
      indexes.append(index)
    }
    return indexes
  }

  /// The index of the hierarchy that `build` returns.
  func hierarchy(_ context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    let histories = try indexes(context) { try PluginHierarchy($0, of: $1).history }
    return try MergeHistory.index(of: histories, over: points, context: context)
  }

  private var wholeView: ProjectedView {
    get throws(ClusteringError) {
      let center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
      do {
        return try ProjectedView(
          Viewport(center: center, zoom: 0, width: 256, height: 256), on: points.projection)
      } catch {
        throw .viewport(error)
      }
    }
  }
}
