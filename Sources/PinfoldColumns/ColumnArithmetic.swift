import Lua
import Pinfold

/// `+ - * / // % ^` and the functions that compute a column from columns row by row.
///
/// Whole numbers stay whole and exact, but for `/` and `^`; a float on either side makes floats. A whole
/// result is missing where an operand is, and where it does not fit into 64 bits.
enum ColumnArithmetic {
  static func open(in lua: LuaClass<LuaColumn>) {
    define(.add, rowwise(+), wholly { $0.addingReportingOverflow($1) }, in: lua)
    define(.subtract, rowwise(-), wholly { $0.subtractingReportingOverflow($1) }, in: lua)
    define(.multiply, rowwise(*), wholly { $0.multipliedReportingOverflow(by: $1) }, in: lua)
    define(.divide, rowwise(/), nil, in: lua)
    define(.power, rowwise(Double.pow), nil, in: lua)
    define(.floorDivide, rowwise { ($0 / $1).rounded(.down) }, divided("//", floorDivide), in: lua)
    define(.modulo, rowwise(modulo), divided("%%", modulo), in: lua)
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
        return column.isInteger && origin.isInteger
          ? try Operand.combine(.column(column), origin, call, rowwise(difference))
          : try Operand.combine(.column(column), origin, call, rowwise { (a: Double, b: Double) in a - b })
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
    func either(
      _ name: String, _ float: @escaping (Double, Double) -> Double,
      _ whole: @escaping (Int64, Int64) -> Int64
    ) {
      lua.method(name) { (column: LuaColumn, call: LuaCall, other: Operand) in
        column.isInteger && other.isInteger
          ? try Operand.combine(.column(column), other, call, rowwise(whole))
          : try Operand.combine(.column(column), other, call, rowwise(float))
      }
    }
    either("lesser", lesser, lesser)
    either("greater", greater, greater)
  }

  /// The lesser number; as in reductions, one that is missing is neither the lesser nor the greater.
  private static func lesser<Number: ColumnNumber>(_ a: Number, _ b: Number) -> Number {
    a.isMissing || b < a && !b.isMissing ? b : a
  }

  private static func greater<Number: ColumnNumber>(_ a: Number, _ b: Number) -> Number {
    a.isMissing || b > a ? b : a
  }

  /// The difference of two whole numbers as a float, rounded once.
  private static func difference(_ a: Int64, _ b: Int64) -> Double {
    a.isMissing || b.isMissing ? .nan : Double(Int128(a) - Int128(b))
  }

  private static func unary(_ lua: LuaClass<LuaColumn>) {
    lua.metamethod(.negate) { (call: LuaCall, column: LuaColumn, _: LuaValue) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in x.negated } : try column.mapped(call) { (x: Double) in -x }
    }
    lua.method("floor") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.down) }
    }
    lua.method("ceil") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.up) }
    }
    lua.method("abs") { (column, call: LuaCall) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in x < 0 ? x.negated : x }
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
    if b == -1 { return a.negated }
    let quotient = a / b
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
  }

  private static func modulo(_ a: Int64, _ b: Int64) -> Int64 {
    if b == -1 { return 0 }
    let remainder = a % b
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder
  }

  private static func divided(
    _ symbol: String, _ divide: @escaping (Int64, Int64) -> Int64
  ) -> BlockOperation<Int64, Int64> {
    { a, b, results, count in
      for i in 0..<count {
        let isMissing = a[i].isMissing || b[i].isMissing
        if b[i] == 0, !isMissing { throw LuaError(.runtime, "attempt to perform 'n\(symbol)0'") }
        (results + i).initialize(to: isMissing ? .missing : divide(a[i], b[i]))
      }
    }
  }

  /// The loop over two blocks of whole numbers that combines them row by row.
  @inline(__always)
  private static func wholly(
    _ combine: @escaping (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> BlockOperation<Int64, Int64> {
    rowwise { $0.combined(with: $1, combine) }
  }
}

extension Int64 {
  /// A result of whole numbers: missing where one of them is, and where it does not fit.
  @inline(__always)
  func combined(
    with other: Int64, _ combine: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> Int64 {
    let result = combine(self, other)
    return isMissing || other.isMissing || result.overflow ? .missing : result.partialValue
  }

  /// The negative of a number; the least, which has none, stands for a missing one.
  @inline(__always)
  fileprivate var negated: Int64 { 0 &- self }
}
