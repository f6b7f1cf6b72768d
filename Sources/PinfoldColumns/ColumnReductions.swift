import Lua
import Pinfold

/// Functions that reduce a column to one number. Missing values are skipped, as in groups.
enum ColumnReductions {
  static func describe(_ lua: LuaClass<LuaColumn>) {
    lua.method(
      "sum", "(): number",
      "The sum of the values, computed exactly and rounded once; an integer for integers."
    ) { (column, call: LuaCall) in try sum(column, call).sum }
    lua.method("mean", "(): number?", "The mean of the values; nil without any.") { (column, call: LuaCall) in
      let (_, mean, count) = try sum(column, call)
      return count == 0 ? nil : mean
    }
    lua.method(
      "std", "(): number?",
      "The sample standard deviation (n − 1); nil for fewer than two values."
    ) { (column, call: LuaCall) in try standardDeviation(column, call) }
    lua.method("median", "(): number?", "The median, equal to quantile(0.5); nil for an empty column.") {
      (column, call: LuaCall) in try quantile(column, 0.5, call)
    }
    let ends = [("min", "minimum", true), ("max", "maximum", false)]
    for (name, end, isLeast) in ends {
      lua.method(name, "(): number?", "The \(end); nil for an empty column.") {
        (column, call: LuaCall) in try best(column, call, isLeast: isLeast)?.value
      }
    }
    for (name, end, isLeast) in ends {
      lua.method("arg\(name)", "(): integer?", "The index of the \(end), the first of several.") {
        (column, call: LuaCall) in try best(column, call, isLeast: isLeast).map { $0.row + 1 }
      }
    }
    lua.method(
      "quantile", "(share: number): number?",
      "The quantile of a share 0…1, with linear interpolation; nil for an empty column."
    ) { (column, call: LuaCall, share: Double) in
      guard (0...1).contains(share) else { throw LuaArgumentError(2, "a share from 0 to 1 expected") }
      return try quantile(column, share, call)
    }
  }

  /// The sum of the values, rounded once and whole for whole numbers unless it is beyond 64 bits; their mean
  /// and their number.
  private static func sum(
    _ column: LuaColumn, _ call: LuaCall
  ) throws -> (sum: LuaValue, mean: Double, count: Int) {
    var count = 0
    if column.isInteger {
      var sum: Int128 = 0
      try column.forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count where !block[i].isMissing {
          sum += Int128(block[i])
          count += 1
        }
      }
      return (
        Int(exactly: sum).map { .integer($0) } ?? .number(Double(sum)), Double(sum) / Double(count), count
      )
    }
    var sum = ExactSum()
    try column.forEachBlock(call) { block in
      for i in 0..<block.rows.count where !block[i].isNaN {
        sum.add(block[i])
        count += 1
      }
    }
    return (.number(sum.rounded), sum.mean(of: count), count)
  }

  private static func standardDeviation(_ column: LuaColumn, _ call: LuaCall) throws -> Double? {
    let (_, mean, count) = try sum(column, call)
    guard count > 1 else { return nil }
    // Exact sums, so that the order of the values does not matter.
    func deviation(scale: Double) throws -> Double {
      var squares = ExactSum()
      try column.forEachBlock(call) { block in
        for i in 0..<block.rows.count where !block[i].isNaN {
          let difference = block[i] * scale - mean * scale
          squares.add(difference * difference)
        }
      }
      return (squares.rounded / Double(count - 1)).squareRoot() / scale
    }
    let usual = try deviation(scale: 1)
    // The squares of large numbers are beyond what floats represent.
    return usual.isFinite ? usual : try deviation(scale: 0x1p-600)
  }

  /// The value that so large a share of the numbers is not above, between two by their distance from it
  /// (Hyndman and Fan's seventh, as in R and NumPy); nil of a column without numbers.
  private static func quantile(_ column: LuaColumn, _ share: Double, _ call: LuaCall) throws -> Double? {
    // NaN is sorted behind all numbers.
    let indices = try column.sortedIndices(call)
    return unsafe column.withNumbers { numbers in
      unsafe indices.withCells(as: UInt32.self) { order -> Double? in
        var count = order.count
        while count > 0, unsafe numbers[Int(order[count - 1]) - 1].isNaN { count -= 1 }
        guard count > 0 else { return nil }
        let rank = share * Double(count - 1)
        let low = Int(rank.rounded(.down))
        let (below, above) = unsafe (
          numbers[Int(order[low]) - 1], numbers[Int(order[min(low + 1, count - 1)]) - 1]
        )
        let part = rank - Double(low)
        let step = above - below
        if part == 0 { return below }
        return step.isFinite ? below + part * step : below * (1 - part) + above * part
      } ?? nil
    }
  }

  /// The least or the greatest value and its row, the first of several; nil where there is none.
  private static func best(
    _ column: LuaColumn, _ call: LuaCall, isLeast: Bool
  ) throws -> (value: LuaValue, row: Int)? {
    if column.isInteger {
      let found: (value: Int64, row: Int)? =
        isLeast ? try best(column, call) { $0 < $1 } : try best(column, call) { $0 > $1 }
      return found.map { (.integer(Int($0.value)), $0.row) }
    }
    let found: (value: Double, row: Int)? =
      isLeast ? try best(column, call) { $0 < $1 } : try best(column, call) { $0 > $1 }
    return found.map { (.number($0.value), $0.row) }
  }

  @inline(__always)
  private static func best<Number: ColumnNumber>(
    _ column: LuaColumn, _ call: LuaCall, _ precedes: (Number, Number) -> Bool
  ) throws -> (value: Number, row: Int)? {
    var best: (value: Number, row: Int)?
    try column.forEachBlock(of: Number.self, call) { block in
      var i = 0
      if best == nil {
        while i < block.rows.count, block[i].isMissing { i += 1 }
        if i < block.rows.count { best = (block[i], block.rows.lowerBound + i) }
      }
      guard var found = best else { return }
      while i < block.rows.count {
        if precedes(block[i], found.value), !block[i].isMissing {
          found = (block[i], block.rows.lowerBound + i)
        }
        i += 1
      }
      best = found
    }
    return best
  }
}
