package import Lua
import Pinfold

/// Comparisons, and the operators that combine their results: masks, columns of 1 where something holds and 0
/// elsewhere.
///
/// Missing values are unequal to all and neither less nor greater. Lua turns the results of `<` and `==` into
/// booleans, so comparisons have names; `&`, `|` and `~` treat 0 and NaN as false.
enum ColumnMasks {
  static func describe(_ lua: LuaClass<LuaColumn>) {
    unsafe compare("lt", "a value is less", rowwise { $0 < $1 ? 1 : 0 }, in: lua) { $0 < $1 && !$0.isMissing }
    unsafe compare("le", "a value is not more", rowwise { $0 <= $1 ? 1 : 0 }, in: lua) {
      $0 <= $1 && !$0.isMissing
    }
    unsafe compare("gt", "a value is more", rowwise { $0 > $1 ? 1 : 0 }, in: lua) { $0 > $1 && !$1.isMissing }
    unsafe compare("ge", "a value is not less", rowwise { $0 >= $1 ? 1 : 0 }, in: lua) {
      $0 >= $1 && !$1.isMissing
    }
    unsafe compare("eq", "values are equal", rowwise { $0 == $1 ? 1 : 0 }, in: lua) {
      $0 == $1 && !$0.isMissing
    }
    unsafe compare("ne", "values are not equal", rowwise { $0 != $1 ? 1 : 0 }, in: lua) {
      $0 != $1 || $0.isMissing
    }
    unsafe join(.and, "Where both masks are true.", rowwise { $0.holds && $1.holds ? 1 : 0 }, in: lua)
    unsafe join(.or, "Where either mask is true.", rowwise { $0.holds || $1.holds ? 1 : 0 }, in: lua)
    lua.metamethod(.not, "(): column", "Where a mask is false.") {
      (call: LuaCall, mask: LuaColumn, _: LuaValue) in
      try mask.mapped(call) { (x: Double) -> UInt32 in x.holds ? 0 : 1 }
    }
    for metamethod in [LuaMetamethod.less, .lessOrEqual] {
      lua.metamethod(metamethod) { (_: LuaValue, _: LuaValue) -> Bool in
        throw LuaError("<, <=, > and >= do not compare columns; write a:lt(b), a:le(b), a:gt(b), a:ge(b)")
      }
    }
    lua.refuseEquality()
  }

  @inline(__always)
  private static func compare(
    _ name: String, _ condition: String, _ floats: @escaping BlockOperation<Double, UInt32>,
    in lua: LuaClass<LuaColumn>, _ holds: @escaping (Int64, Int64) -> Bool
  ) {
    let wholes: BlockOperation<Int64, UInt32> = unsafe rowwise { holds($0, $1) ? 1 : 0 }
    unsafe lua.combine(name, "A mask: 1 where \(condition), else 0.", floats, wholes)
  }

  private static func join(
    _ metamethod: LuaMetamethod, _ summary: String, _ operation: @escaping BlockOperation<Double, UInt32>,
    in lua: LuaClass<LuaColumn>
  ) {
    lua.metamethod(metamethod, "(other: column): column", summary) {
      (call: LuaCall, a: Operand, b: Operand) in unsafe try Operand.combine(a, b, call, operation)
    }
  }
}

extension LuaClass<LuaColumn> {
  /// Adds a method that combines a column with another one or a number, row by row: whole numbers by
  /// `wholes`, where there is such a way, and floats by `floats`.
  func combine<Float: LuaCell, Whole: LuaCell>(
    _ name: String, _ summary: String, _ floats: @escaping BlockOperation<Double, Float>,
    _ wholes: BlockOperation<Int64, Whole>?, type: String = "(other: number|column): column"
  ) {
    method(name, type, summary) { (column, call: LuaCall, other: Operand) in
      unsafe try Operand.combine(.column(column), other, call, floats, wholes)
    }
  }
}

extension LuaClass {
  /// Has `==` of two different objects be an error, for classes whose objects stand for many values.
  package func refuseEquality() {
    metamethod(.equal) { (a: LuaValue, b: LuaValue) -> Bool in
      guard let first = a.object(as: T.self), let second = b.object(as: T.self) else { return false }
      if first === second { return true }
      throw LuaError("== and ~= take a \(T.luaName) as one value; a:eq(b) compares row by row")
    }
  }
}

/// A column as a mask argument: true for rows whose value is neither 0 nor NaN.
package struct Mask: LuaReadable {
  package let column: LuaColumn

  package init(column: LuaColumn) { self.column = column }

  package static func read(from call: LuaCall, at index: Int32) throws -> Mask {
    if let flag = LuaValue.read(from: call, at: index).boolean { throw mistake(flag) }
    return Mask(column: try LuaColumn.read(from: call, at: index))
  }

  /// The error for a boolean where a mask is expected.
  package static func mistake(_ flag: Bool) -> LuaTypeError {
    LuaTypeError(
      "mask expected, got \(flag); ==, and, or, not take a column as one value: "
        + "write column:eq(value), a & b, a | b, ~a")
  }

  /// Throws unless it has so many rows.
  package func check(count: Int) throws {
    guard column.count == count else {
      throw LuaArgumentError(2, "a mask of \(count) values expected, got \(column.count)")
    }
  }
}
