package import Lua
import Pinfold

/// The functions of columns beyond reading cells: whole-column arithmetic, comparison, reduction and
/// grouping.
///
/// Every operation reads cells in their own type, keeps to the memory limit, and stops when the script is to
/// stop.
package enum ColumnLibrary {
  /// Adds the operations to a state, and `column{…}`, which makes a column of a table.
  package static func open(in state: LuaState) {
    state.define("column") { (numbers: [ListedNumber]) in column(of: numbers) }
    state.define("random") { (call: LuaCall, count: Int, seed: Int) in
      guard count >= 0 else { throw LuaArgumentError(1, "a number from 0 expected, got \(count)") }
      var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
      return try call.column(count: count, of: Double.self) { part, cells in
        for i in part { cells.initializeElement(at: i, to: random.unit()) }
      }
    }
    state.define("greatcircle") {
      (call: LuaCall, lon: Operand, lat: Operand, otherLon: Operand, otherLat: Operand) in
      let sides = [lon, lat, otherLon, otherLat]
      let distances = try Operand.combine(sides, call, greatCircle)
      return Operand.areNumbers(sides)
        ? .number(distances.withNumbers { $0[0] }) : LuaNumbers.column(distances)
    }
    state.extend(LuaColumn.self) { lua in
      ColumnArithmetic.open(in: lua)
      ColumnMasks.open(in: lua)
      ColumnReductions.open(in: lua)
      ColumnSelection.open(in: lua)
      lua.method("group") { (column: LuaColumn, call: LuaCall) in
        GroupsObject(try Groups(keys: column, call))
      }
      lua.metamethod(.toString) { (column: LuaColumn) in "column: \(column.count) values" }
    }
  }

  /// Distances on the sphere in meters, by the haversine formula, which is exact for near points too (R. W.
  /// Sinnott, "Virtues of the Haversine", Sky and Telescope 1984).
  private static func greatCircle(
    _ degrees: [UnsafePointer<Double>], _ results: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    let radian = Double.pi / 180
    for i in 0..<count {
      let (lat, otherLat) = (degrees[1][i] * radian, degrees[3][i] * radian)
      let north = Double.sin((otherLat - lat) / 2)
      let east = Double.sin((degrees[2][i] - degrees[0][i]) * radian / 2)
      let share = north * north + Double.cos(lat) * Double.cos(otherLat) * east * east
      let angle = 2 * Double.atan2(y: share.squareRoot(), x: max(0, 1 - share).squareRoot())
      (results + i).initialize(to: meanRadius * angle)
    }
  }

  /// The mean radius of the earth in meters (R₁ of GRS 80).
  private static let meanRadius = 6_371_008.8

  /// Whole numbers where all are, else floats.
  private static func column(of numbers: [ListedNumber]) -> LuaColumn {
    let whole = numbers.compactMap { if case .integer(let value) = $0 { Int64(value) } else { nil } }
    return whole.count == numbers.count && !whole.isEmpty ? LuaColumn(whole) : LuaColumn(numbers.map(\.float))
  }
}

/// A number, or a column of them.
private enum LuaNumbers: LuaPushable {
  case number(Double)
  case column(LuaColumn)

  func push(to call: LuaCall) {
    switch self {
    case .number(let number): number.push(to: call)
    case .column(let column): column.push(to: call)
    }
  }
}

/// A number as a list in Lua holds it.
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
