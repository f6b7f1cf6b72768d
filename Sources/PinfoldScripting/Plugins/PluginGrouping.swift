import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldEvaluation

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

/// Functions of plugins that use built-ins of other kinds, as `group` uses strategies. Plugins of these kinds
/// cannot be called: studies record only the strategies that a plugin may call.
enum PluginComposing {
  private static let registry: Registry = {
    var registry = Registry.builtIn
    registry.registerMetrics()
    return registry
  }()

  static func open(in lua: LuaLibrary, context: @escaping () -> RunContext) {
    lua.define(
      "transition", "(old: frame, new: frame, diff: string, parameters?: table): TransitionAnswer",
      "In a plugin: the markers of a built-in diff, which a diff may change and return.",
      example: #"local answer = transition(old, new, "membership")"#
    ) { (old: FrameObject, new: FrameObject, name: String, parameters: LuaTable?) -> LuaFields in
      let diff = try product(name, .diff, parameters, of: "transition")
      return fields(of: try diff.transition(from: old.frame, to: new.frame))
    }
    lua.define(
      "measure", "(frames: frame|frame[], metric: string, parameters?: table): table",
      "In a plugin: the values of a built-in metric by measure.",
      example: #"measure(frame, "overlap").share"#
    ) { (subject: LuaValue, name: String, parameters: LuaTable?) -> MeasureTable in
      let metric = try product(name, .metric, parameters, of: "measure")
      let frames = try subject.measuredFrames(argument: 1)
      return MeasureTable(results: try metric.evaluate(MetricSubject(frames, context: context())))
    }
  }

  private static func product<Product>(
    _ name: String, _ kind: RegistryKind<Product>, _ parameters: LuaTable?, of owner: String
  ) throws -> Product {
    let registration = try registry.find(name, kind: kind)
    return try registration(
      try ParameterValues(
        try Node(parameters, of: owner), of: registration.parameters, owner: registration.label))
  }

  private static func fields(of transition: MarkerTransitions) -> LuaFields {
    [
      "duration": transition.duration, "easing": transition.easing.rawValue,
      "markers": transition.markers.map { marker in
        [
          "kind": marker.kind.rawValue, "old": marker.old.map { $0 + 1 }, "new": marker.new.map { $0 + 1 },
          "count": marker.count, "addedAt": marker.addedAt, "removedAt": marker.removedAt,
        ] as LuaFields
      },
    ]
  }
}
