import Lua
import Pinfold
import PinfoldData
import PinfoldEvaluation

/// A named set of points as a script sees it.
final class DatasetObject: LuaObject, @unchecked Sendable {
  static let luaName = "dataset"

  let name: String
  let points: PointSet
  private let report: DataReport?
  private lazy var longitude = LuaColumn(points.longitude)
  private lazy var latitude = LuaColumn(points.latitude)
  private lazy var weight = LuaColumn(points.weight ?? [Double](repeating: 1, count: points.count))

  init(name: String, points: PointSet, report: DataReport? = nil) {
    self.name = name
    self.points = points
    self.report = report
  }

  var luaNativeBytes: Int { points.byteCount }

  static func describe(_ lua: LuaClass<DatasetObject>) {
    lua.getter("name") { $0.name }
    lua.getter("lon") { $0.longitude }
    lua.getter("lat") { $0.latitude }
    lua.getter("weight") { $0.weight }
    lua.getter("rows") { $0.report?.rows ?? $0.points.count }
    lua.getter("skipped") { dataset in dataset.report.map { $0.rows - $0.usable } ?? 0 }
    lua.getter("report") { dataset in dataset.report?.table ?? "\(dataset.description)\n" }
    lua.method("id") { (dataset, place: Int) in
      guard place >= 1, place <= dataset.points.count else {
        throw LuaArgumentError(2, "a place from 1 to \(dataset.points.count) expected, got \(place)")
      }
      return dataset.points.ids[place - 1].luaValue
    }
    lua.method("fit") { (dataset, options: [String: LuaValue]?) in
      var options = OptionTable(
        options, of: "fit", known: ["width", "height", "tileSize", "margin", "padding"])
      let padding = try options.number("padding") ?? 40
      var screen = dataset.screen
      try ViewObject.screen(&options, &screen)
      try options.finish()
      return ViewObject(
        try screen.validated(planar: true).fitted(to: dataset.points, padding: max(0, padding)))
    }
    lua.method("views") { (dataset, options: [String: LuaValue]?) in
      var options = OptionTable(options, of: "views", known: PlanOptions.fields)
      let plan = try PlanOptions.plan(&options)
      try options.finish()
      return plan.views(over: dataset.points).map { ViewObject($0.viewport) }
    }
    lua.metamethod(.length) { (dataset: DatasetObject) in dataset.points.count }
    lua.metamethod(.toString) { (dataset: DatasetObject) in dataset.description }
  }

  private var screen: Viewport { Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0) }

  private var description: String { "dataset '\(name)': \(counted(points.count, "point"))" }
}

/// The options of a plan of views: `{ zooms = {3, 6}, spots = 3, seed = 1, fit = true }` and those of a screen.
enum PlanOptions {
  static let fields = ["zooms", "spots", "seed", "fit", "width", "height", "tileSize", "margin"]

  static func plan(_ options: inout OptionTable) throws -> ViewPlan {
    let zooms = try options.list("zooms") ?? [3, 6, 9, 12].map { .integer($0) }
    let levels = try zooms.map { zoom in
      guard let level = zoom.number, Viewport.zoomRange.contains(level) else {
        throw LuaError(
          .runtime,
          "'zooms' holds \(zoom.number.map { "\($0)" } ?? "a \(zoom.typeName)"); it takes numbers in -8…32")
      }
      return level
    }
    var screen = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)
    try ViewObject.screen(&options, &screen)
    return ViewPlan(
      screen: try screen.validated(), includesFit: try options.flag("fit") ?? true, zooms: levels,
      spots: try options.integer("spots", in: 0...1000) ?? 3,
      seed: UInt64(try options.integer("seed", in: 0...Int.max) ?? 1))
  }
}
