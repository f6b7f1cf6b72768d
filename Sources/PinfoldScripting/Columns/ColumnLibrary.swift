import Lua
import Pinfold

/// The functions of columns beyond reading cells: whole-column arithmetic, comparison, reduction and
/// grouping.
///
/// Every operation reads cells in their own type, keeps to the memory limit, and stops when the script is to
/// stop.
enum ColumnLibrary {
  /// Adds the operations to a state, and `column{…}`, which makes a column of a table.
  static func open(in state: LuaState) {
    state.define("column") { (numbers: [ListedNumber]) in column(of: numbers) }
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

  /// Whole numbers where all are, else floats.
  private static func column(of numbers: [ListedNumber]) -> LuaColumn {
    let whole = numbers.compactMap { if case .integer(let value) = $0 { Int64(value) } else { nil } }
    return whole.count == numbers.count && !whole.isEmpty ? LuaColumn(whole) : LuaColumn(numbers.map(\.float))
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
