import Lua
package import Pinfold
import PinfoldData
package import PinfoldStudies

/// The cost of Lua: calls between Lua and Swift, operations on columns against a loop in Swift, and
/// strategies as plugins against the same strategy built in.
package struct ScriptingBench: Sendable {
  /// Something that was timed, in seconds.
  package struct Row: Hashable, Sendable {
    /// The name of the thing that was timed.
    package var name: String

    /// The timings.
    package var timing: Timing

    /// The ratio to what it is compared with; nil for that itself, and where nothing is compared.
    package var ratio: Double?

    /// The number of clusters, for strategies.
    package var clusters: Int?
  }

  /// All timings.
  package struct Result: Hashable, Sendable {
    /// Calls between Lua and Swift, in seconds a call.
    package var calls: [Row]

    /// A loop in Swift over columns, and the same work as one expression in Lua.
    package var columns: [Row]

    /// A built-in strategy, and the same as plugins: build and one query of the whole world.
    package var strategies: [Row]
  }

  /// The points to work on.
  package var points: PointSet

  /// The number of timings of each thing.
  package var trials = 5

  /// Prepares a bench.
  package init(points: PointSet) { self.points = points }

  /// The width of a cell in screen points; 64 of them go around the world at ``zoom``.
  private static let cellSize = 64.0
  private static let zoom = 4.0

  /// Times everything, interleaved, after one round that does not count.
  package func run(context: RunContext, progress: (Int, Int) -> Void) throws -> Result {
    let view = try Viewport(
      center: Coordinate(longitude: 0, latitude: 0), zoom: Self.zoom, width: 4096, height: 4096
    ).validated(planar: false)
    let rounds = trials + 1
    progress(0, rounds + 1)
    let calls = try BridgeBench.run(calls: max(1000, min(points.count, 1_000_000)), trials: trials)
    var columns = [
      Row(name: "loop in Swift: cells and groups", timing: Timing()),
      Row(name: "points:grid(64):group()", timing: Timing()),
    ]
    var strategies = [
      Row(name: "built-in grid", timing: Timing()), Row(name: "plugin by columns", timing: Timing()),
      Row(name: "plugin point by point", timing: Timing()),
    ]
    let clusterers: [any ClusteringStrategy] = [
      GridStrategy(cellSize: Self.cellSize, anchor: .continuous), try strategy(Self.vectorised),
      try strategy(Self.scalar),
    ]
    let columnBench = try ColumnBench(points, in: ProjectedView(view, on: points.projection))
    for round in 0..<rounds {
      progress(round + 1, rounds + 1)
      let loop = try columnBench.loop(cellSize: Self.cellSize)
      let script = try columnBench.script(cellSize: Self.cellSize)
      (columns[0].clusters, columns[1].clusters) = (loop.groups, script.groups)
      if round > 0 {
        columns[0].timing.samples.append(loop.seconds)
        columns[1].timing.samples.append(script.seconds)
      }
      for (place, strategy) in clusterers.enumerated() {
        try context.check()
        var clusters = 0
        let seconds = try Self.seconds {
          clusters = try Clusterer(strategy).build(points, context: context).frame(
            for: view, context: context
          )
          .count
        }
        strategies[place].clusters = clusters
        if round > 0 { strategies[place].timing.samples.append(seconds) }
      }
    }
    progress(rounds + 1, rounds + 1)
    return Result(
      calls: calls, columns: Self.related(columns), strategies: Self.related(strategies))
  }

  private static func related(_ rows: [Row]) -> [Row] {
    rows.enumerated().map { place, row in
      var row = row
      if place > 0, let own = row.timing.median, let base = rows[0].timing.median, base > 0 {
        row.ratio = own / base
      }
      return row
    }
  }

  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  // MARK: Plugins

  private func strategy(_ source: String) throws -> any ClusteringStrategy {
    var registry = Registry.builtIn
    // A million points one by one may take longer than a plugin is given.
    var limits = PluginLimits()
    limits.seconds = 600
    limits.memory = 4 << 30
    let path = "bench.lua"
    let plugin = try Plugin(
      path: path, source: Array(source.utf8), modules: LuaModules(folder: Folder.holding(path)),
      limits: limits)
    try plugin.registrar()(&registry, registry)
    return try registry.find(plugin.name, kind: .strategy)()
  }

  private static let vectorised = """
    return {
      api = 1, kind = "strategy", name = "by-columns", summary = "Squares, by columns.",
      cluster = function(points) return { groups = points:grid(64):group() } end,
    }
    """

  private static let scalar = """
    return {
      api = 1, kind = "strategy", name = "point-by-point", summary = "Squares, point by point.",
      cluster = function(points, parameters, view)
        local columns = view.worldWidth // 64
        local clusters, byCell = {}, {}
        for i, x, y in points:iter() do
          local cell = (x + 32) // 64 % columns + y // 64 * columns
          local cluster = byCell[cell]
          if not cluster then
            cluster = {}
            byCell[cell] = cluster
            clusters[#clusters + 1] = cluster
          end
          cluster[#cluster + 1] = i
        end
        return { clusters = clusters }
      end,
    }
    """
}
