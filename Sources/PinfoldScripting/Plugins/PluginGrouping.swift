import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions

/// Groups points by another strategy, for `group(points, name, parameters)` in plugins. A plugin may use
/// built-ins, and plugins that use only built-ins, so that calls cannot recurse.
struct PluginGrouping {
  let strategies: Registry

  /// The calling plugin; nil for other callers.
  let owner: Plugin?

  func groups(
    of points: PointsObject, by name: String, _ parameters: LuaTable?, context: RunContext, _ call: LuaCall
  ) throws -> GroupsObject {
    if owner?.kind == .strategy, name == owner?.name {
      throw LuaError("strategy '\(name)' uses itself")
    }
    let node = try Node(parameters, of: "group", with: [("name", .text(name))])
    let choice = try Choice.one(node, kind: .strategy, in: strategies)
    if choice.registration.origin != .builtIn, owner?.mayCall(name) != true {
      throw LuaError(
        "group: '\(name)' is a plugin's strategy, and its name is put together as the script runs; write it out as "
          + "'\(name)', so that studies can record the plugin")
    }
    let strategy = try choice.make()
    try call.checkStop()
    let count = points.indices.count
    try call.reserve(points: count)
    try call.reserve(bytes: count * strategy.buildBytesPerPoint)
    do {
      let set = try points.standalone()
      let index = try strategy.makeIndex(over: set, context: context)
      let view = try Self.view(of: points.view, strategy)
      let grouping = try index.grouping(in: view, context: context)
      try call.checkStop()
      return GroupsObject(try Groups(keys: Self.labels(of: grouping, in: set), call))
    } catch let error as ClusteringError where !error.isStop {
      throw LuaError("\(error)")
    }
  }

  /// A strategy whose clusters are the same in any view is queried for the whole world, so that it groups
  /// every point; any other for the view itself.
  private static func view(
    of view: ProjectedView, _ strategy: any ClusteringStrategy
  ) throws(ClusteringError) -> ProjectedView {
    guard strategy.capabilities.contains(.panInvariant) else { return view }
    var viewport = view.viewport
    (viewport.bearing, viewport.margin) = (0, 0)
    viewport.width = min(max(2 * viewport.worldWidth, viewport.width), Viewport.sizeRange.upperBound)
    viewport.height = viewport.width
    do { return try ProjectedView(viewport, on: view.projection) } catch { throw .viewport(error) }
  }

  /// A number for each point, equal in each cluster; points that are in none, out of view, have their own.
  private static func labels(of grouping: Grouping, in set: PointSet) -> LuaColumn {
    let rows = set.rows
    var labels = (0..<set.count).map { Int64($0 + grouping.ranges.count) }
    for (cluster, range) in grouping.ranges.enumerated() {
      for place in range { labels[Int(rows[grouping.order.index(at: place)])] = Int64(cluster) }
    }
    return LuaColumn(labels)
  }
}

extension PointsObject {
  fileprivate func standalone() throws -> PointSet {
    var columns = points.columns(in: indices.map { Int($0) })
    if let derived {
      let coordinates = derived.map { points.projection.unproject($0) }
      columns.longitude = coordinates.map(\.longitude)
      columns.latitude = coordinates.map(\.latitude)
    }
    return try PointSet(columns, projection: points.projection)
  }
}

extension ClusteringError {
  fileprivate var isStop: Bool {
    switch self {
    case .cancelled, .deadlineExceeded, .pluginLimit: true
    default: false
    }
  }
}
