import Lua
import Pinfold

/// `+ - * / // % ^` and the functions that compute a column from columns row by row.
///
/// As in Lua, whole numbers stay whole and wrap around at 64 bits, but for `/` and `^`; a float on either
/// side makes floats.
enum ColumnArithmetic {
  static func open(in lua: LuaClass<LuaColumn>) {
    define(.add, rowwise(+), rowwise(&+), in: lua)
    define(.subtract, rowwise(-), rowwise(&-), in: lua)
    define(.multiply, rowwise(*), rowwise(&*), in: lua)
    define(.divide, rowwise(/), nil, in: lua)
    define(.power, rowwise(Double.pow), nil, in: lua)
    define(.floorDivide, rowwise { ($0 / $1).rounded(.down) }, whole("//", floorDivide), in: lua)
    define(.modulo, rowwise(modulo), whole("%%", modulo), in: lua)
    unary(lua)
    named(lua)
  }

  private static func define(
    _ metamethod: LuaMetamethod, _ floats: @escaping BlockOperation<Double, Double>,
    _ integers: BlockOperation<Int64, Int64>?, in lua: LuaClass<LuaColumn>
  ) {
    lua.metamethod(metamethod) { (call: LuaCall, a: Operand, b: Operand) in
      if let integers, a.isInteger, b.isInteger { return try Operand.combine(a, b, call, integers) }
      return try Operand.combine(a, b, call, floats)
    }
  }

  /// Functions of two columns, or of a column and a number, that have names.
  private static func named(_ lua: LuaClass<LuaColumn>) {
    lua.method("delta") { (column: LuaColumn, call: LuaCall, origin: Operand) in
      guard let period = column.period else {
        return try Operand.combine(.column(column), origin, call, rowwise { (a: Double, b: Double) in a - b })
      }
      return try Operand.combine(
        .column(column), origin, call, rowwise { (a: Double, b: Double) in a.delta(from: b, period: period) })
    }
    func floats(_ name: String, _ function: @escaping (Double, Double) -> Double) {
      lua.method(name) { (column: LuaColumn, call: LuaCall, other: Operand) in
        try Operand.combine(.column(column), other, call, rowwise(function))
      }
    }
    floats("hypot") { ($0 * $0 + $1 * $1).squareRoot() }
    floats("atan") { Double.atan2(y: $0, x: $1) }
    // NaN is neither the lesser nor the greater, as in reductions.
    floats("lesser") { $0.isNaN || $1 < $0 ? $1 : $0 }
    floats("greater") { $0.isNaN || $1 > $0 ? $1 : $0 }
  }

  private static func unary(_ lua: LuaClass<LuaColumn>) {
    lua.metamethod(.negate) { (call: LuaCall, column: LuaColumn, _: LuaValue) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in 0 &- x } : try column.mapped(call) { (x: Double) in -x }
    }
    lua.method("floor") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.down) }
    }
    lua.method("ceil") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.up) }
    }
    lua.method("abs") { (column, call: LuaCall) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in x < 0 ? 0 &- x : x }
        : try column.mapped(call) { (x: Double) in abs(x) }
    }
    func floats(_ name: String, _ function: @escaping (Double) -> Double) {
      lua.method(name) { (column, call: LuaCall) in try column.mapped(call, function) }
    }
    floats("sqrt") { $0.squareRoot() }
    floats("exp", Double.exp)
    floats("log", Double.log)
    floats("sin", Double.sin)
    floats("cos", Double.cos)
  }

  // MARK: Division, rounded down

  /// The remainder that has the sign of the divisor, as Lua defines it.
  private static func modulo(_ a: Double, _ b: Double) -> Double {
    let remainder = a.truncatingRemainder(dividingBy: b)
    return remainder * b < 0 ? remainder + b : remainder
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    // The one quotient that does not fit wraps around.
    if b == -1 { return 0 &- a }
    let quotient = a / b
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
  }

  private static func modulo(_ a: Int64, _ b: Int64) -> Int64 {
    if b == -1 { return 0 }
    let remainder = a % b
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder
  }

  private static func whole(
    _ symbol: String, _ divide: @escaping (Int64, Int64) -> Int64
  ) -> BlockOperation<Int64, Int64> {
    { a, b, results, count in
      for i in 0..<count {
        if b[i] == 0 { throw LuaError(.runtime, "attempt to perform 'n\(symbol)0'") }
        (results + i).initialize(to: divide(a[i], b[i]))
      }
    }
  }
}
