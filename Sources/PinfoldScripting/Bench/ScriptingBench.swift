import Lua
import Pinfold
import PinfoldColumns
package import PinfoldData
package import PinfoldDefinitions
import PinfoldStudies
package import PinfoldVerbs

/// Times the cost of Lua: calls between Lua and Swift, operations on columns against a loop in Swift, and
/// strategies as plugins against the same strategy built in.
package struct ScriptingBench: Verb {
  /// Something that was timed, in seconds.
  struct Row {
    var name: String
    var timing: Timing

    /// The ratio to what it is compared with; nil for that itself, and where nothing is compared.
    var ratio: Double?

    /// The number of clusters, for strategies.
    var clusters: Int?
  }

  private let dataset: DatasetDefinition
  private let trials: Int

  /// Describes a bench.
  ///
  /// - Parameters:
  ///   - dataset: the points to work on.
  ///   - trials: the number of timings of each thing.
  package init(_ dataset: DatasetDefinition, trials: Int) { (self.dataset, self.trials) = (dataset, trials) }

  /// The width of a cell in screen points; 64 of them go around the world at ``zoom``.
  private static let cellSize = 64.0
  private static let zoom = 4.0

  package func run(_ context: VerbContext) throws(VerbError) -> ScriptingBenchAnswer {
    try VerbError.wrapping { try timings(try context.load(dataset).points, context) }
  }

  /// Times everything, interleaved, after one round that does not count.
  private func timings(_ points: PointSet, _ verbContext: VerbContext) throws -> ScriptingBenchAnswer {
    let (context, progress) = (verbContext.run, verbContext.steps)
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
    return ScriptingBenchAnswer(
      points: points.count, calls: calls, columns: Self.related(columns),
      strategies: Self.related(strategies))
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

/// The cost of Lua, as tables, CSV and JSON; all but the tables are in seconds.
package struct ScriptingBenchAnswer: TableText {
  let points: Int

  /// Calls between Lua and Swift, in seconds a call.
  let calls: [ScriptingBench.Row]

  /// A loop in Swift over columns, and the same work as one expression in Lua.
  let columns: [ScriptingBench.Row]

  /// A built-in strategy, and the same as plugins: build and one query of the whole world.
  let strategies: [ScriptingBench.Row]

  package var table: String {
    var table = TextTable(header: ["call", "ns"])
    for row in calls { table.row([row.name, short(row.timing.median.map { $0 * 1e9 })]) }
    var work = TextTable(header: ["\(counted(points, "point"))", "ms", "×", "clusters"])
    for row in columns + strategies {
      work.row([
        row.name, short(row.timing.median.map { $0 * 1e3 }), short(row.ratio),
        row.clusters.map { "\($0)" } ?? "-",
      ])
    }
    return """
      medians of \(counted(columns.first?.timing.samples.count ?? 0, "trial"))

      \(table.text)
      \(work.text)
      """
  }

  private var parts: [(name: String, rows: [ScriptingBench.Row])] {
    [("calls", calls), ("columns", columns), ("strategies", strategies)]
  }

  package var csv: [UInt8] {
    CSVWriter.document(
      parts.flatMap { part in part.rows.map { (part: part.name, row: $0) } },
      [
        RowColumn("points") { _ in points }, RowColumn("part", \.part), RowColumn("name", \.row.name),
        RowColumn("median", \.row.timing.median), RowColumn("best", \.row.timing.best),
        RowColumn("ratio", \.row.ratio), RowColumn("clusters", \.row.clusters),
      ])
  }

  package func write(to json: inout JSONWriter) {
    json.member("points", points)
    for part in parts {
      json.member(part.name, objects: part.rows) { row, json in
        json.member("name", row.name)
        json.member("median", row.timing.median)
        json.member("best", row.timing.best)
        json.member("ratio", row.ratio)
        json.member("clusters", row.clusters)
      }
    }
  }
}

/// Timings of calls between Lua and Swift.
enum BridgeBench {
  /// Times each kind of call, in seconds a call.
  static func run(calls: Int, trials: Int) throws -> [ScriptingBench.Row] {
    let state = LuaState()
    try state.openSandbox()
    state.define("one") { (x: Double) in x }
    state.define("two") { (x: Double, y: Double) in x + y }
    state.define("fail") { () throws in throw Failure() }
    state.setGlobal("object", to: Counter())
    let empty = try loop("local x = i", in: state, calls, trials)
    func row(_ name: String, _ statement: String) throws -> ScriptingBench.Row {
      let whole = try loop(statement, in: state, calls, trials)
      // The time of the loop itself is subtracted.
      let samples = zip(whole.samples, empty.samples).map { max(0, $0 - $1) / Double(calls) }
      return ScriptingBench.Row(name: name, timing: Timing(samples))
    }
    return [
      try row("Swift closure with one number", "one(1.0)"),
      try row("Swift closure with two numbers", "two(1.0, 2.0)"),
      try row("method of a Swift object", "object:value()"),
      ScriptingBench.Row(name: "Lua function called by Swift", timing: try calling(state, calls, trials)),
      try row("error of Swift caught by pcall", "pcall(fail)"),
    ]
  }

  private struct Failure: Error {}

  private final class Counter: LuaObject {
    static let luaName = "counter"
    static func describe(_ lua: LuaClass<Counter>) { lua.method("value") { _ in 1.0 } }
  }

  private static func loop(
    _ statement: String, in state: LuaState, _ calls: Int, _ trials: Int
  ) throws -> Timing {
    let chunk = try state.load(
      "local one, two, object, pcall, fail = one, two, object, pcall, fail for i = 1, \(calls) do \(statement) end",
      chunkName: "=bench")
    return Timing(
      try (0..<trials).map { _ in try ScriptingBench.seconds { _ = try chunk() } })
  }

  private static func calling(_ state: LuaState, _ calls: Int, _ trials: Int) throws -> Timing {
    guard let function = try state.run("return function(x) return x end", chunkName: "=bench").first?.function
    else { return Timing() }
    return Timing(
      try (0..<trials).map { _ in
        try ScriptingBench.seconds {
          for _ in 0..<calls { _ = try function.call(1.0, returning: Double.self) }
        } / Double(calls)
      })
  }
}

/// Positions, cells and groups of all points, computed as Swift code would and as a plugin does.
struct ColumnBench {
  private let points: PointSet
  private let view: ProjectedView
  private let indices: [UInt32]

  init(_ points: PointSet, in view: ProjectedView) throws {
    self.points = points
    self.view = view
    indices = Array(0..<UInt32(points.count))
  }

  func script(cellSize: Double) throws -> (seconds: Double, groups: Int) {
    let state = LuaState()
    try state.openSandbox()
    ColumnLibrary.open(in: LuaLibrary(in: state))
    let chunk = try state.load(
      "local points = ... return points:grid(\(cellSize)):group()", chunkName: "=bench")
    var groups = 0
    let seconds = try ScriptingBench.seconds {
      let answer = try chunk(PointsObject(points, indices, in: view)).first
      groups = answer?.object(as: GroupsObject.self)?.groups.count ?? 0
    }
    return (seconds, groups)
  }

  /// Plain loops over arrays, as one would write them for this one purpose.
  func loop(cellSize: Double) throws -> (seconds: Double, groups: Int) {
    var groups = 0
    let seconds = ScriptingBench.seconds {
      let columns = Int((view.viewport.worldWidth / cellSize).rounded())
      let pitch = view.viewport.worldWidth / Double(columns)
      let (px, py) = (points.x, points.y)
      let center = Double(view.center.x)
      var x = [Double](repeating: 0, count: indices.count)
      var y = [Double](repeating: 0, count: indices.count)
      for (place, index) in indices.enumerated() {
        let east = center + Double(Int32(bitPattern: px[Int(index)] &- view.center.x))
        x[place] = east / view.unitsPerPoint
        y[place] = Double(py[Int(index)]) / view.unitsPerPoint
      }
      var keys = [Int](repeating: 0, count: indices.count)
      for place in keys.indices {
        let column = Int(((x[place] + pitch / 2) / pitch).rounded(.down))
        let row = Int((y[place] / pitch).rounded(.down))
        keys[place] = row * columns + ((column % columns) + columns) % columns
      }
      var table = [UInt32](repeating: 0, count: (keys.max() ?? 0) + 1)
      var labels = [UInt32](repeating: 0, count: keys.count)
      var (counts, first): ([Int], [Int]) = ([], [])
      for (place, key) in keys.enumerated() {
        if table[key] == 0 {
          counts.append(0)
          first.append(place)
          table[key] = UInt32(counts.count)
        }
        labels[place] = table[key]
        counts[Int(table[key]) - 1] += 1
      }
      groups = withExtendedLifetime((labels, first)) { counts.count }
    }
    return (seconds, groups)
  }
}
