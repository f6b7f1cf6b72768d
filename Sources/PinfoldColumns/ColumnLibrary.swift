package import Lua
import Pinfold

/// The functions of columns beyond reading cells: whole-column arithmetic, comparison, reduction and
/// grouping.
///
/// Every operation reads cells in their own type, observes the memory limit, and stops when the script should
/// stop.
package enum ColumnLibrary {
  /// Adds the operations to a state, and `column{…}`, which makes a column of a table.
  package static func open(in lua: LuaLibrary) {
    lua.define(
      "column", "(values: number[]): column", "A column of the numbers of a list.",
      example: "column { 3, 1, 2 }:sort()"
    ) { (numbers: [ListedNumber]) in column(of: numbers) }
    lua.define(
      "random", "(count: integer, seed: integer): column",
      "Numbers from 0 to below 1, the same ones for the same seed.", example: "random(3, 1)"
    ) { (call: LuaCall, count: Int, seed: Int) in
      guard count >= 0 else { throw LuaArgumentError(1, "a number from 0 expected, got \(count)") }
      var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
      return try call.column(rows: count) { _ in random.unit() }
    }
    lua.define(
      "arange", "(first: integer, last: integer, step?: integer): column",
      "Integers from the first to the last, both included.", example: "arange(1, 10, 3)"
    ) { (call: LuaCall, first: Int, last: Int, step: Int?) in
      let step = step ?? 1
      guard step != 0 else { throw LuaArgumentError(3, "a step other than 0 expected") }
      let (distance, isTooFar) = last.subtractingReportingOverflow(first)
      guard !isTooFar, step != .min else { throw LuaError.tooManyRows }
      let count = distance.signum() == -step.signum() ? 0 : distance / step + 1
      return try call.column(rows: count) { Int64(first + $0 * step) }
    }
    lua.define(
      "greatcircle",
      "(lon: number|column, lat: number|column, otherLon: number|column, otherLat: number|column): number|column",
      "The great-circle distances in meters between locations in degrees; a number if all arguments are numbers.",
      example: "greatcircle(points.lon, points.lat, 2.35, 48.86)"
    ) {
      (call: LuaCall, lon: Operand, lat: Operand, otherLon: Operand, otherLat: Operand) in
      let sides = [lon, lat, otherLon, otherLat]
      let distances = unsafe try Operand.combine(sides, call, greatCircle)
      return unsafe Operand.areNumbers(sides)
        ? LuaAny(distances.withNumbers { unsafe $0[0] }) : LuaAny(distances)
    }
    lua.state?.extend(LuaColumn.self, describe)
  }

  /// Describes columns with all their functions.
  package static func describe(_ lua: LuaClass<LuaColumn>) {
    lua.about(
      "Numbers in native memory; an operation on all numbers is one call. Integers stay exact; results beyond "
        + "64 bits and results of missing values are missing, and read as NaN.",
      example: "x = column { 3, 1, 2 }\n(x * 2):sum()")
    lua.builtIn(.operation, "#", "integer", "The number of values.")
    lua.builtIn(.operation, "[i]", "number?", "A value, counted from 1; nil past the end.")
    lua.builtIn(
      .method, "iter", "(other?: column): fun(): integer, number, number",
      "Iterates over indices and values, optionally of a second column too.",
      example: "for i, x, y in xs:iter(ys) do … end")
    lua.builtIn(.method, "totable", "(): number[]", "The values as a list.")
    ColumnArithmetic.describe(lua)
    ColumnMasks.describe(lua)
    ColumnReductions.describe(lua)
    ColumnSelection.describe(lua)
    lua.method("group", "(): groups", "Equal integers as groups, in the order of their first occurrence.") {
      (column: LuaColumn, call: LuaCall) in GroupsObject(try Groups(keys: column, call))
    }
    lua.metamethod(.toString) { (column: LuaColumn) in "column: \(column.count) values" }
  }

  /// Distances on the sphere in meters, by the haversine formula, which is exact for near points too (R. W.
  /// Sinnott, "Virtues of the Haversine", Sky and Telescope 1984).
  private static func greatCircle(
    _ degrees: [UnsafePointer<Double>], _ results: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    let radian = Double.pi / 180
    for i in 0..<count {
      let (lat, otherLat) = unsafe (degrees[1][i] * radian, degrees[3][i] * radian)
      let north = Double.sin((otherLat - lat) / 2)
      let east = unsafe Double.sin((degrees[2][i] - degrees[0][i]) * radian / 2)
      let share = north * north + Double.cos(lat) * Double.cos(otherLat) * east * east
      let angle = 2 * Double.atan2(y: share.squareRoot(), x: max(0, 1 - share).squareRoot())
      unsafe (results + i).initialize(to: meanRadius * angle)
    }
  }

  /// The mean radius of the earth in meters (R₁ of GRS 80).
  private static let meanRadius = 6_371_008.8

  private static func column(of numbers: [ListedNumber]) -> LuaColumn {
    let whole = numbers.compactMap { if case .integer(let value) = $0 { Int64(value) } else { nil } }
    return whole.count == numbers.count && !whole.isEmpty ? LuaColumn(whole) : LuaColumn(numbers.map(\.float))
  }
}

private enum ListedNumber: LuaReadable {
  case integer(Int)
  case float(Double)

  static func read(from call: LuaCall, at index: Int32) throws -> ListedNumber {
    if case .integer(let value) = LuaValue.read(from: call, at: index) { return .integer(value) }
    return .float(try Double.read(from: call, at: index))
  }

  var float: Double {
    switch self {
    case .integer(let value): Double(value)
    case .float(let value): value
    }
  }
}
