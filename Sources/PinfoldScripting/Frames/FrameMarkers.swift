import Lua
import Pinfold
import PinfoldColumns
import PinfoldData
import PinfoldDefinitions

/// Functions of a frame for dressing its markers: positions for the points of a stack, labels, and
/// aggregates.
extension FrameObject {
  static func describeMarkers(_ lua: LuaClass<FrameObject>) {
    lua.method(
      "spread", "(cluster: integer, options?: SpreadOptions): Pin[]",
      "Arranges the points of a stack in a circle or a spiral, together with others at its location."
    ) { (frame, cluster: Int, options: LuaTable?) in
      try frame.spread(try frame.checked(cluster), options)
    }
    lua.method(
      "spreadAll", "(options?: SpreadOptions): frame",
      "The frame with coincident points spread, each as a marker of its own."
    ) { (frame, call: LuaCall, options: LuaTable?) in
      let spread = try SpreadDefinition(options, of: "spreadAll")
      try call.reserve(frameOf: frame.frame.points.count)
      return FrameObject(
        try spread.layout.spreading(frame.frame, onScreen: spread.isOnScreen), of: frame.origin)
    }
    lua.method(
      "labels", #"(style?: "exact"|"capped"|"abbreviated"|"bucketed", limit?: integer): string[]"#,
      "Each count as the text of a marker."
    ) { (frame, style: String?, limit: Int?) in
      let label = try CountLabel(style: style, limit: limit)
      return (0..<frame.frame.count).lazy.map { label.text(for: frame.frame.pointCount(of: $0)) }
    }
    lua.method(
      "aggregate", "(kind: string, attribute?: string): column|string[]|table[]",
      "An attribute's \(ColumnAggregation.words.joined(separator: ", ")) in each cluster; of a histogram and the top, lists of value and count. Both in one string, as in 'population:sum', are understood too.",
      example: #"frame:aggregate("sum", "population")"#
    ) { (frame, kind: String, attribute: String?) in
      let parts = kind.split(separator: ":", maxSplits: 1).map(String.init)
      guard attribute != nil || parts.count == 2 else {
        throw LuaError("an aggregate and a column expected, as in aggregate(\"sum\", \"population\")")
      }
      let (kind, attribute) = (attribute == nil ? parts[1] : kind, attribute ?? parts[0])
      let known: ColumnAggregation.Kind
      do throws(ColumnAggregation.Kind.Mistake) {
        known = try ColumnAggregation.Kind(kind)
      } catch {
        throw LuaArgumentError(2, error.message)
      }
      return try known.aggregate(attribute, of: frame.frame, context: RunContext()).values.luaValues
    }
    lua.method(
      "reduce", "(options: ReduceOptions): any[]", "Reduces the members of each cluster with your functions."
    ) { (frame, call: LuaCall, options: LuaTable) in
      try FrameReduction(options, of: frame.frame).results(call)
    }
  }

  /// Computes a layout of a cluster's members; on the map, or with `screen = true` on the screen. Each
  /// becomes a table only when Lua gets it, because there may be a million.
  private func spread(_ cluster: Int, _ options: LuaTable?) throws -> LazyMapSequence<Range<Int>, LuaFields> {
    let spread = try SpreadDefinition(options, of: "spread")
    let ids = frame.members(of: cluster).map { frame.points.id($0) }
    let axes = spread.isOnScreen ? ("x", "y") : ("lon", "lat")
    let places =
      try spread.isOnScreen
      ? spread.layout.screenPositions(of: cluster, in: frame).map { ($0.x, $0.y) }
      : spread.layout.coordinates(of: cluster, in: frame).map { ($0.longitude, $0.latitude) }
    return (0..<min(ids.count, places.count)).lazy.map {
      ["id": ids[$0].luaValue, axes.0: places[$0].0, axes.1: places[$0].1]
    }
  }
}

extension FrameAggregate.Values {
  /// A column of numbers, where as in columns of points a missing one is NaN, as is a whole one beyond 64
  /// bits; a list of texts, empty for none; or a list of lists of tables.
  fileprivate var luaValues: LuaAny {
    switch self {
    case .numbers(let numbers): LuaAny(LuaColumn(numbers.map { $0 ?? .nan }))
    case .integers(let numbers):
      LuaAny(LuaColumn(numbers.map { $0.flatMap { Int64(exactly: $0) } ?? .missing }))
    case .texts(let texts): LuaAny(texts.map { $0 ?? "" })
    case .categories(let categories):
      LuaAny(
        categories.map { list in
          list.map { ["value": LuaValue.string($0.value), "count": .integer($0.count)] }
        })
    }
  }
}

/// The options of a stack's layout.
struct SpreadDefinition: Definition {
  /// Whether to return screen points and not degrees.
  private(set) var isOnScreen = false

  private(set) var layout = SpreadLayout()
  static let owner = "spread"
  static let options =
    [
      DefinedOption(
        "screen", \SpreadDefinition.isOnScreen, "Whether to return screen points instead of degrees.")
    ]
    + DefinedOption.parameters(of: \.layout)
}

/// `label(count, style, limit)`: a count as a marker writes it.
enum LabelFunction {
  static func open(in lua: LuaLibrary) {
    lua.define(
      "label",
      #"(count: integer, style?: "exact"|"capped"|"abbreviated"|"bucketed", limit?: integer): string"#,
      "A count as a marker writes it: 1234, 99+, 1.2k or, in buckets from 10 to 1000, 50+.",
      example: #"label(1234, "abbreviated")"#
    ) { (count: Int, style: String?, limit: Int?) in
      try CountLabel(style: style, limit: limit).text(for: count)
    }
  }
}

extension CountLabel {
  fileprivate init(style: String?, limit: Int?) throws {
    var values: ParameterValues = [:]
    if let style { values["style"] = .choice(style) }
    if let limit { values["limit"] = .integer(limit) }
    try self.init(values, owner: "label")
  }
}
