import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A named set of points as a script sees it.
final class DatasetObject: LuaObject, @unchecked Sendable {
  static let luaName = "dataset"

  let name: String
  let points: PointSet
  private let report: DataReport?
  private lazy var longitude = LuaColumn(points.longitude)
  private lazy var latitude = LuaColumn(points.latitude)
  /// Columns of the data that were asked for.
  var columns: [String: DatasetMember] = [:]
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
        throw LuaArgumentError(
          2, "an index from 1 to \(dataset.points.count) expected, got \(place)")
      }
      return dataset.points.ids[place - 1].luaValue
    }
    lua.method("fit") { (dataset, options: LuaTable?) in
      let fit = try FitDefinition(options, of: "fit")
      return ViewObject(fit.screen.viewport.fitted(to: dataset.points, padding: fit.padding))
    }
    lua.method("views") { (dataset, options: LuaTable?) in
      try ViewsDefinition(options, of: "views").plan.views(over: dataset.points)
        .map { ViewObject($0.viewport) }
    }
    describeColumns(lua)
    describeOperations(lua)
    lua.metamethod(.length) { (dataset: DatasetObject) in dataset.points.count }
    lua.metamethod(.toString) { (dataset: DatasetObject) in dataset.description }
  }

  /// The points with their name.
  var named: NamedPoints { NamedPoints(name, points) }

  private var description: String { "dataset '\(name)': \(counted(points.count, "point"))" }
}

/// A screen that has to show all points: `{ width = 1280, height = 800, padding = 40 }`.
struct FitDefinition: Definition {
  /// The screen.
  private(set) var screen = ScreenDefinition()

  /// Free space at the edges, in screen points.
  private(set) var padding = 40.0

  static let owner = "fit"

  static let options =
    ScreenDefinition.options(in: \FitDefinition.screen) + [
      DefinedOption(
        "padding", \.padding, takes: .number(0...1e9), unit: "screen points",
        "Free space at the edges.")
    ]
}
