import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A named set of points for scripts: columns and rows in the order of the data.
///
/// A column of the data takes precedence over a member of its name. Coordinates, the weights of points and,
/// when called, methods take precedence over columns.
final class DatasetObject: LuaObject, @unchecked Sendable {
  static let luaName = "dataset"
  let named: NamedPoints
  var name: String { named.name }
  var points: PointSet { named.points }
  private lazy var longitude = inOrder(points.longitude, period: points.projection.wraps ? 360 : nil)
  private lazy var latitude = inOrder(points.latitude)
  private lazy var weight = points.weight.map { inOrder($0) } ?? LuaColumn(order.map { _ in 1.0 })
  var columns: [String: LuaAny] = [:]

  /// Whether some column has whole numbers beyond those that floats represent. Then all whole numbers stay
  /// whole, as sums of a whole number and a float are rounded.
  private(set) lazy var hasLargeWholes = points.attributes.contains { attribute in
    if case .integers(let wholes) = attribute.values { !wholes.isExactInDoubles } else { false }
  }

  /// The point of each row, as a canonical index.
  private(set) lazy var order = points.rowOrder

  init(_ named: NamedPoints) { self.named = named }

  convenience init(name: String, points: PointSet) { self.init(NamedPoints(name, points)) }

  /// Includes the order of rows, which is made when first needed.
  var luaNativeBytes: Int { 256 + points.count * MemoryLayout<Int>.stride }
  var luaParts: [LuaMemoryPart] { points.luaParts }

  static func describe(_ lua: LuaClass<DatasetObject>) {
    lua.about("A named set of points.", example: #"cities = generate("cities", { count = 5000 })"#)
    lua.metamethod(.length, "integer", "The number of points.") { (dataset: DatasetObject) in
      dataset.points.count
    }
    lua.getter("name", "string", "Its name.") { $0.name }
    lua.getter(
      "columns", "rows", "Each column: its type, how many values are missing, least and greatest."
    ) { $0.overview }
    lua.getter("lon", "column", "Longitudes in degrees, or x of planar data.") { $0.longitude }
    lua.getter("lat", "column", "Latitudes in degrees, or y of planar data.") { $0.latitude }
    lua.getter("weight", "column", "Weights; 1 where the data have none.") { $0.weight }
    lua.getter("rows", "integer", "The number of rows that were read.") { $0.rows }
    lua.getter("skipped", "integer", "The number of rows that could not be used.") { $0.skipped }
    lua.getter("report", "string", "What was read and what was skipped, as a text.") { $0.reading }
    lua.method(
      "info", "(): table", "The fields name, rows, skipped and report, whatever columns the data have.",
      example: "cities:info().name"
    ) { (dataset) -> LuaFields in
      [
        "name": dataset.name, "rows": dataset.rows, "skipped": dataset.skipped, "report": dataset.reading,
      ]
    }
    lua.method("id", "(index: integer): integer|string", "The id of a row's point.") { (dataset, row: Int) in
      guard row >= 1, row <= dataset.points.count else {
        throw LuaArgumentError(
          2, "an index from 1 to \(dataset.points.count) expected, got \(row)")
      }
      return dataset.points.id(dataset.order[row - 1]).luaValue
    }
    describeColumns(lua)
    describeOperations(lua)
    lua.method(
      "fit", "(options?: FitOptions): view", "The view that shows all points, or most of them.",
      example: "cities:fit { width = 800, height = 600 }"
    ) { (dataset, options: LuaTable?) in
      let fit = try FitDefinition(options, of: "fit")
      let (screen, points) = (fit.screen.viewport, dataset.points)
      return ViewObject(
        fit.most
          ? screen.fitted(toMostOf: points, padding: fit.padding)
          : screen.fitted(to: points, padding: fit.padding))
    }
    lua.method(
      "outside", "(view: view): integer", "The number of points outside of a view.",
      example: "cities:outside(cities:fit { most = true })"
    ) { (dataset, view: ViewObject) in
      let points = dataset.points
      let seen = try ProjectedView(view.viewport(on: points.projection), on: points.projection)
      return (0..<points.count).count { !seen.contains(points.position($0)) }
    }
    lua.method(
      "views", "(options?: PlanOptions): view[]",
      "Views for trials: all points at once, and crowded locations at each zoom."
    ) { (dataset, call: LuaCall, options: LuaTable?) in
      let plan = try ViewsDefinition(options, of: "views").plan
      try call.reserve(
        bytes: (plan.zooms.count * plan.locations + 1) * MemoryLayout<ViewPlan.PlannedView>.stride)
      return plan.views(over: dataset.points).lazy.map { ViewObject($0.viewport) }
    }
    lua.metamethod(.toString) { (dataset: DatasetObject) in dataset.description }
  }

  private var rows: Int { named.rows }
  private var skipped: Int { named.report.map { $0.rows - $0.usable } ?? 0 }
  private var reading: String { named.report?.table ?? "\(description)\n" }

  private func inOrder(_ values: [Double], period: Double? = nil) -> LuaColumn {
    LuaColumn(order.map { values[$0] }, period: period)
  }

  private var description: String { "dataset '\(name)': \(counted(points.count, "point"))" }
}

/// A screen that must show all points: `{ width = 1280, height = 800, padding = 40 }`.
struct FitDefinition: Definition {
  private(set) var screen = ScreenDefinition()

  /// Free space at the edges, in screen points.
  private(set) var padding = 40.0

  /// Whether points that lie far from the others are left out.
  private(set) var most = false

  static let owner = "fit"
  static let options =
    ScreenDefinition.options(in: \FitDefinition.screen) + [
      DefinedOption(
        "padding", \.padding, takes: .number(0...1e9), unit: "screen points",
        "Free space at the edges."),
      DefinedOption(
        "most", \.most,
        "Whether at most one point in 200 is left out where these lie far from the others, as in the first view of a map."
      ),
    ]
}
