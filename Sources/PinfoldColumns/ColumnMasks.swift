package import Lua
import Pinfold

/// Comparisons, and the operators that combine their results.
///
/// What is missing, NaN or the least whole number, is unequal to all values and neither less nor greater. A
/// mask is a column of 1 where something holds and 0 elsewhere. Lua turns the results of `<` and `==` into
/// true or false, so comparisons have names, and the operators are errors; `&`, `|` and `~` take whatever is
/// neither 0 nor NaN for true.
enum ColumnMasks {
  static func open(in lua: LuaClass<LuaColumn>) {
    lua.method("where") { (mask: LuaColumn, call: LuaCall, yes: Operand, no: Operand) in
      let sides = [.column(mask), yes, no]
      if mask.isInteger, yes.isInteger, no.isInteger {
        return try Operand.combine(sides, call, chosen(of: Int64.self))
      }
      return try Operand.combine(sides, call, chosen(of: Double.self))
    }
    compare("lt", rowwise { $0 < $1 ? 1 : 0 }, rowwise { $0 < $1 && !$0.isMissing ? 1 : 0 }, in: lua)
    compare("le", rowwise { $0 <= $1 ? 1 : 0 }, rowwise { $0 <= $1 && !$0.isMissing ? 1 : 0 }, in: lua)
    compare("gt", rowwise { $0 > $1 ? 1 : 0 }, rowwise { $0 > $1 && !$1.isMissing ? 1 : 0 }, in: lua)
    compare("ge", rowwise { $0 >= $1 ? 1 : 0 }, rowwise { $0 >= $1 && !$1.isMissing ? 1 : 0 }, in: lua)
    compare("eq", rowwise { $0 == $1 ? 1 : 0 }, rowwise { $0 == $1 && !$0.isMissing ? 1 : 0 }, in: lua)
    compare("ne", rowwise { $0 != $1 ? 1 : 0 }, rowwise { $0 != $1 || $0.isMissing ? 1 : 0 }, in: lua)
    join(.and, rowwise { $0.holds && $1.holds ? 1 : 0 }, in: lua)
    join(.or, rowwise { $0.holds || $1.holds ? 1 : 0 }, in: lua)
    lua.metamethod(.not) { (call: LuaCall, mask: LuaColumn, _: LuaValue) in
      try mask.mapped(call) { (x: Double) -> UInt32 in x.holds ? 0 : 1 }
    }
    for metamethod in [LuaMetamethod.less, .lessOrEqual] {
      lua.metamethod(metamethod) { (_: LuaValue, _: LuaValue) -> Bool in
        throw LuaError(
          .runtime, "<, <=, > and >= do not compare columns; write a:lt(b), a:le(b), a:gt(b), a:ge(b)")
      }
    }
    lua.refuseEquality()
  }

  /// Takes the second number where the first is not 0, else the third.
  private static func chosen<Number: ColumnNumber>(
    of type: Number.Type
  ) -> ([UnsafePointer<Number>], UnsafeMutablePointer<Number>, Int) -> Void {
    { blocks, results, count in
      let mask = blocks[0]
      for i in 0..<count {
        (results + i).initialize(to: mask[i].holds ? blocks[1][i] : blocks[2][i])
      }
    }
  }

  private static func compare(
    _ name: String, _ floats: @escaping BlockOperation<Double, UInt32>,
    _ integers: @escaping BlockOperation<Int64, UInt32>, in lua: LuaClass<LuaColumn>
  ) {
    lua.method(name) { (column, call: LuaCall, other: Operand) in
      let column = Operand.column(column)
      if column.isInteger, other.isInteger { return try Operand.combine(column, other, call, integers) }
      return try Operand.combine(column, other, call, floats)
    }
  }

  private static func join(
    _ metamethod: LuaMetamethod, _ operation: @escaping BlockOperation<Double, UInt32>,
    in lua: LuaClass<LuaColumn>
  ) {
    lua.metamethod(metamethod) { (call: LuaCall, a: Operand, b: Operand) in
      try Operand.combine(a, b, call, operation)
    }
  }
}

extension LuaClass {
  /// Has `==` of two different objects be an error, for classes whose objects stand for many values.
  package func refuseEquality() {
    metamethod(.equal) { (a: LuaValue, b: LuaValue) -> Bool in
      guard let first = a.object(as: T.self), let second = b.object(as: T.self) else { return false }
      if first === second { return true }
      throw LuaError(.runtime, "== and ~= take a \(T.luaName) as one value; a:eq(b) compares row by row")
    }
  }
}
