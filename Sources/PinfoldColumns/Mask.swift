package import Lua

/// A column as an argument that says of each row whether something holds: where it is neither 0 nor NaN.
package struct Mask: LuaReadable {
  package let column: LuaColumn

  package init(column: LuaColumn) { self.column = column }

  package static func read(from call: LuaCall, at index: Int32) throws -> Mask {
    if let flag = LuaValue.read(from: call, at: index).boolean { throw mistake(flag) }
    return Mask(column: try LuaColumn.read(from: call, at: index))
  }

  /// What is wrong with a boolean where a mask is expected.
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
