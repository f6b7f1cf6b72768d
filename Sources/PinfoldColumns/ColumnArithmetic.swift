import Lua
import Pinfold

/// `+ - * / // % ^` and the functions that compute a column from columns row by row.
///
/// Whole numbers stay whole and exact, but for `/` and `^`; a float on either side makes floats. A whole
/// result is missing where an operand is, and where it does not fit into 64 bits.
enum ColumnArithmetic {
  static func describe(_ lua: LuaClass<LuaColumn>) {
    unsafe define(
      .add, "The sum, value by value.", rowwise(+), wholly { $0.addingReportingOverflow($1) }, in: lua)
    unsafe define(
      .subtract, "The difference, value by value.", rowwise(-),
      wholly { $0.subtractingReportingOverflow($1) }, in: lua)
    unsafe define(
      .multiply, "The product, value by value.", rowwise(*),
      wholly { $0.multipliedReportingOverflow(by: $1) }, in: lua)
    unsafe define(.divide, "The quotient, value by value.", rowwise(/), nil, in: lua)
    unsafe define(
      .floorDivide, "The quotient rounded down.", rowwise { ($0 / $1).rounded(.down) },
      unsafe divided("//", floorDivide), in: lua)
    unsafe define(
      .modulo, "The rest of the quotient rounded down.", rowwise(modulo), unsafe divided("%%", modulo),
      in: lua)
    unsafe define(.power, "The power, value by value.", rowwise(Double.pow), nil, in: lua)
    unary(lua)
    named(lua)
  }

  private static func define(
    _ metamethod: LuaMetamethod, _ summary: String, _ floats: @escaping BlockOperation<Double, Double>,
    _ wholes: BlockOperation<Int64, Int64>?, in lua: LuaClass<LuaColumn>
  ) {
    lua.metamethod(metamethod, "(other: number|column): column", summary) {
      (call: LuaCall, a: Operand, b: Operand) in unsafe try Operand.combine(a, b, call, floats, wholes)
    }
  }

  private static func named(_ lua: LuaClass<LuaColumn>) {
    let none: BlockOperation<Int64, Int64>? = nil
    unsafe lua.combine(
      "atan", "The angle in radians of this height over a width.",
      rowwise { Double.atan2(y: $0, x: $1) }, unsafe none, type: "(x: number|column): column")
    unsafe lua.combine(
      "hypot", "The root of the sum of both squares.", rowwise { ($0 * $0 + $1 * $1).squareRoot() },
      unsafe none)
    unsafe lua.combine("lesser", "The smaller of both, value by value.", rowwise(lesser), rowwise(lesser))
    unsafe lua.combine("greater", "The greater of both, value by value.", rowwise(greater), rowwise(greater))
    lua.method(
      "delta", "(origin: number|column): column",
      "The difference; for x of points, and of markers with north up, the shorter way around.",
      example: "east = points.x:delta(view.x)"
    ) { (column: LuaColumn, call: LuaCall, origin: Operand) in
      guard let period = column.period else {
        return unsafe try Operand.combine(
          .column(column), origin, call, rowwise { (a: Double, b: Double) in a - b },
          unsafe rowwise(difference))
      }
      return unsafe try Operand.combine(
        .column(column), origin, call, rowwise { (a: Double, b: Double) in a.delta(from: b, period: period) })
    }
    lua.method("cumsum", "(): column", "The cumulative sum.") {
      (column, call: LuaCall) in
      column.isInteger
        ? try running(column, Int64(0), call) { $0.combined(with: $1) { $0.addingReportingOverflow($1) } }
        : try running(column, 0.0, call, +)
    }
  }

  private static func running<Number: ColumnNumber>(
    _ column: LuaColumn, _ zero: Number, _ call: LuaCall, _ add: (Number, Number) -> Number
  ) throws -> LuaColumn {
    try call.reserve(bytes: column.count * MemoryLayout<Number>.stride)
    return unsafe try LuaColumn(count: column.count, of: Number.self) { sums in
      var sum = zero
      try column.forEachBlock(of: Number.self, call) { block in
        for i in 0..<block.rows.count {
          sum = add(sum, block[i])
          unsafe sums.initializeElement(at: block.rows.lowerBound + i, to: sum)
        }
      }
    }
  }

  /// The lesser number; as in reductions, one that is missing is neither the lesser nor the greater.
  private static func lesser<Number: ColumnNumber>(_ a: Number, _ b: Number) -> Number {
    a.isMissing || b < a && !b.isMissing ? b : a
  }

  private static func greater<Number: ColumnNumber>(_ a: Number, _ b: Number) -> Number {
    a.isMissing || b > a ? b : a
  }

  private static func difference(_ a: Int64, _ b: Int64) -> Double {
    a.isMissing || b.isMissing ? .nan : Double(Int128(a) - Int128(b))
  }

  private static func unary(_ lua: LuaClass<LuaColumn>) {
    lua.metamethod(.negate) { (call: LuaCall, column: LuaColumn, _: LuaValue) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in x.negated } : try column.mapped(call) { (x: Double) in -x }
    }
    lua.method("floor", "(): column", "Every value rounded down.") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.down) }
    }
    lua.method("ceil", "(): column", "Every value rounded up.") { (column, call: LuaCall) in
      column.isInteger ? column : try column.mapped(call) { (x: Double) in x.rounded(.up) }
    }
    lua.method("abs", "(): column", "Every value without its sign.") { (column, call: LuaCall) in
      column.isInteger
        ? try column.mapped(call) { (x: Int64) in x < 0 ? x.negated : x }
        : try column.mapped(call) { (x: Double) in abs(x) }
    }
    func floats(_ name: String, _ summary: String, _ function: @escaping (Double) -> Double) {
      lua.method(name, "(): column", summary) { (column, call: LuaCall) in try column.mapped(call, function) }
    }
    floats("sqrt", "The square root of every value.") { $0.squareRoot() }
    floats("exp", "e to the power of every value.", Double.exp)
    floats("log", "The natural logarithm of every value.", Double.log)
    floats("sin", "The sine of every angle in radians.", Double.sin)
    floats("cos", "The cosine of every angle in radians.", Double.cos)
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
        let isMissing = unsafe a[i].isMissing || b[i].isMissing
        if unsafe b[i] == 0, !isMissing { throw LuaError("attempt to perform 'n\(symbol)0'") }
        unsafe (results + i).initialize(to: isMissing ? .missing : divide(a[i], b[i]))
      }
    }
  }

  @inline(__always)
  private static func wholly(
    _ combine: @escaping (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
  ) -> BlockOperation<Int64, Int64> {
    unsafe rowwise { $0.combined(with: $1, combine) }
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

extension Double {
  /// The difference by the short way around a circle; westward where both ways are as long.
  func delta(from origin: Double, period: Double) -> Double {
    let delta = self - origin, half = period / 2
    return -half <= delta && delta < half ? delta : delta - period * (delta / period + 0.5).rounded(.down)
  }

  /// The value moved by whole periods, so that ``delta(from:period:)`` is a plain difference.
  func nearest(to origin: Double, period: Double) -> Double {
    let delta = self - origin, half = period / 2
    return -half <= delta && delta < half ? self : self - period * (delta / period + 0.5).rounded(.down)
  }
}
