import Lua
import Pinfold
import PinfoldColumns
import PinfoldDefinitions
import PinfoldDrawing

/// `chart { title = …, series = { { x = …, y = … } } }`: values over values as an SVG picture.
enum ChartFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "chart", "(options: ChartOptions): string", "Values over values as an SVG chart.",
      example: #"chart { title = "Markers", series = { { name = "grid", x = { 1, 2 }, y = { 30, 80 } } } }"#
    ) { (call: LuaCall, options: LuaTable) in
      let chart = try ChartOptions(options, of: "chart", raw: ["series"])
      let tables = try chart.series.table?.elements(as: LuaTable.self, of: "chart: 'series'")
      guard let tables, !tables.isEmpty else {
        let given = tables == nil ? "a \(chart.series.typeName)" : "empty"
        throw LuaError("chart: 'series' is \(given); it takes a list of tables")
      }
      let series = try tables.enumerated().map { place, table in
        try call.checkStop()
        return try ChartSeries(table, of: "chart", raw: ["x", "y"]).series(color: place)
      }
      return chart.chart(of: series).picture.svg
    }
  }
}

struct ChartOptions: Definition {
  private var title = ""
  private var x = ""
  private var y = ""
  private var logX = false
  private var logY = false
  private var width = 460.0
  private var height = 320.0
  fileprivate private(set) var series = LuaValue.nil
  static let owner = "a chart"
  static let options: [DefinedOption<ChartOptions>] = [
    DefinedOption(
      "series", .list(of: .type("ChartSeries", "a table with x and y")), isRequired: true,
      "The lines, in the order of the legend."
    ) { (chart, node, _) throws(DefinitionError) in chart.series = node.object(as: LuaValue.self) ?? .nil },
    DefinedOption("title", \.title, "The text above the chart."),
    DefinedOption("x", \.x, "The name of the horizontal axis, with its unit."),
    DefinedOption("y", \.y, "The name of the vertical axis, with its unit."),
    DefinedOption("logX", \.logX, "Whether the x axis is logarithmic."),
    DefinedOption("logY", \.logY, "Whether the y axis is logarithmic."),
    DefinedOption(
      "width", \.width, takes: .number(100...10_000), unit: "screen points", "Width of the chart."),
    DefinedOption(
      "height", \.height, takes: .number(100...10_000), unit: "screen points", "Height of the chart."),
  ]

  func chart(of series: [XYChart.Series]) -> XYChart {
    var chart = XYChart(
      title, x: ChartAxis(x, isLogarithmic: logX), y: ChartAxis(y, isLogarithmic: logY), series: series)
    (chart.width, chart.height) = (width, height)
    return chart
  }
}

struct ChartSeries: Definition {
  private var name = ""
  private var x = LuaValue.nil
  private var y = LuaValue.nil
  private var form = Form.line
  static let owner = "a series of a chart"

  private enum Form: String, CaseIterable, Sendable { case line, steps, dots }

  static let options: [DefinedOption<ChartSeries>] = [
    DefinedOption("name", \.name, "The name in the legend; omitted if empty."),
    values("x", \.x), values("y", \.y), DefinedOption("form", \.form, "How values are drawn."),
  ]

  private static func values(
    _ name: String, _ property: any WritableKeyPath<ChartSeries, LuaValue> & Sendable
  ) -> DefinedOption<ChartSeries> {
    DefinedOption(
      name, .type("number[]|column", "a list or a column"), isRequired: true,
      "A list or a column of numbers; a missing one interrupts a line."
    ) { (series, node, _) throws(DefinitionError) in
      series[keyPath: property] = node.object(as: LuaValue.self) ?? .nil
    }
  }

  func series(color: Int) throws -> XYChart.Series {
    func numbers(_ axis: String, _ value: LuaValue) throws -> [Double] {
      guard let numbers = try value.numbers(of: "chart: '\(axis)'") else {
        throw LuaError("chart: '\(axis)' is a \(value.typeName); it takes a list of numbers or a column")
      }
      return numbers
    }
    let (x, y) = (try numbers("x", x), try numbers("y", y))
    guard x.count == y.count else {
      throw LuaError("chart: 'x' has \(x.count) values and 'y' has \(y.count)")
    }
    let forms: [Form: XYChart.Form] = [.line: .line, .steps: .steps, .dots: .dots]
    return XYChart.Series(
      name.isEmpty ? nil : name, zip(x, y).map { XYChart.Point(x: $0, y: $1) }, as: forms[form] ?? .line,
      color: color)
  }
}
