import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// A named set of points as a script sees it: columns and rows in the order of the data.
///
/// A column of the data comes before a member of its name. Coordinates, the weights of points and, when
/// called, methods come before columns.
final class DatasetObject: LuaObject, @unchecked Sendable {
  static let luaName = "dataset"

  /// The points with their name.
  let named: NamedPoints
  var name: String { named.name }
  var points: PointSet { named.points }
  private lazy var longitude = inOrder(points.longitude)
  private lazy var latitude = inOrder(points.latitude)
  private lazy var weight = points.weight.map { inOrder($0) } ?? LuaColumn(order.map { _ in 1.0 })

  /// Columns of the data that were asked for.
  var columns: [String: DatasetMember] = [:]

  /// The point of each row, as a canonical index.
  private(set) lazy var order = points.rowOrder

  init(_ named: NamedPoints) { self.named = named }

  convenience init(name: String, points: PointSet) { self.init(NamedPoints(name, points)) }

  /// Includes the order of rows, which is made when first needed.
  var luaNativeBytes: Int { 256 + points.count * MemoryLayout<Int>.stride }
  var luaParts: [LuaMemoryPart] { points.luaParts }

  static func describe(_ lua: LuaClass<DatasetObject>) {
    lua.getter("name") { $0.name }
    lua.getter("lon") { $0.longitude }
    lua.getter("lat") { $0.latitude }
    lua.getter("weight") { $0.weight }
    lua.getter("rows") { $0.rows }
    lua.getter("skipped") { $0.skipped }
    lua.getter("report") { $0.reading }
    lua.method("info") { (dataset) -> [String: LuaValue] in
      [
        "name": .string(dataset.name), "rows": .integer(dataset.rows), "skipped": .integer(dataset.skipped),
        "report": .string(dataset.reading),
      ]
    }
    lua.method("id") { (dataset, row: Int) in
      guard row >= 1, row <= dataset.points.count else {
        throw LuaArgumentError(
          2, "an index from 1 to \(dataset.points.count) expected, got \(row)")
      }
      return dataset.points.ids[dataset.order[row - 1]].luaValue
    }
    lua.method("fit") { (dataset, options: LuaTable?) in
      let fit = try FitDefinition(options, of: "fit")
      return ViewObject(fit.screen.viewport.fitted(to: dataset.points, padding: fit.padding))
    }
    lua.method("views") { (dataset, call: LuaCall, options: LuaTable?) in
      let plan = try ViewsDefinition(options, of: "views").plan
      try call.reserve(
        bytes: (plan.zooms.count * plan.locations + 1) * MemoryLayout<ViewPlan.PlannedView>.stride)
      return plan.views(over: dataset.points).lazy.map { ViewObject($0.viewport) }
    }
    describeColumns(lua)
    describeOperations(lua)
    lua.metamethod(.length) { (dataset: DatasetObject) in dataset.points.count }
    lua.metamethod(.toString) { (dataset: DatasetObject) in dataset.description }
  }

  private var rows: Int { named.rows }
  private var skipped: Int { named.report.map { $0.rows - $0.usable } ?? 0 }
  private var reading: String { named.report?.table ?? "\(description)\n" }

  private func inOrder(_ values: [Double]) -> LuaColumn { LuaColumn(order.map { values[$0] }) }

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
