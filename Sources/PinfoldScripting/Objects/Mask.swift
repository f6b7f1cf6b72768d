import Lua

/// A column as an argument that says of each row whether something holds: where it is neither 0 nor NaN.
struct Mask: LuaReadable {
  let column: LuaColumn

  static func read(from call: LuaCall, at index: Int32) throws -> Mask {
    if let flag = LuaValue.read(from: call, at: index).boolean { throw mistake(flag) }
    return Mask(column: try LuaColumn.read(from: call, at: index))
  }

  /// What is wrong with a boolean where a mask is expected.
  static func mistake(_ flag: Bool) -> LuaTypeError {
    LuaTypeError(
      "mask expected, got \(flag); ==, and, or, not take a column as one value: "
        + "write column:eq(value), a & b, a | b, ~a")
  }

  /// Throws unless it has so many rows.
  func check(count: Int) throws {
    guard column.count == count else {
      throw LuaArgumentError(2, "a mask of \(count) values expected, got \(column.count)")
    }
  }
}
