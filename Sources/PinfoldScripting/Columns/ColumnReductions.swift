import Lua

/// Functions that reduce a column to one number. NaN is never the least or the greatest value.
enum ColumnReductions {
  static func open(in lua: LuaClass<LuaColumn>) {
    lua.method("sum") { (column, call: LuaCall) in try sum(column, call) }
    lua.method("mean") { (column, call: LuaCall) in
      column.count == 0 ? nil : try sum(column, call) / Double(column.count)
    }
    lua.method("min") { (column, call: LuaCall) in try best(column, call) { $0 < $1 }?.value }
    lua.method("max") { (column, call: LuaCall) in try best(column, call) { $0 > $1 }?.value }
    lua.method("argmin") { (column, call: LuaCall) in try best(column, call) { $0 < $1 }.map { $0.row + 1 } }
    lua.method("argmax") { (column, call: LuaCall) in try best(column, call) { $0 > $1 }.map { $0.row + 1 } }
  }

  private static func sum(_ column: LuaColumn, _ call: LuaCall) throws -> Double {
    var sum = 0.0
    try column.forEachBlock(call) { block in
      for i in 0..<block.rows.count { sum += block.numbers[i] }
    }
    return sum
  }

  /// The value that precedes all others and its row, the first of several; nil where there is none.
  @inline(__always)
  static func best(
    _ column: LuaColumn, _ call: LuaCall, _ precedes: (Double, Double) -> Bool
  ) throws -> (value: Double, row: Int)? {
    var best: (value: Double, row: Int)?
    try column.forEachBlock(call) { block in
      var i = 0
      if best == nil {
        while i < block.rows.count, block.numbers[i].isNaN { i += 1 }
        if i < block.rows.count { best = (block.numbers[i], block.rows.lowerBound + i) }
      }
      guard var found = best else { return }
      while i < block.rows.count {
        if precedes(block.numbers[i], found.value) { found = (block.numbers[i], block.rows.lowerBound + i) }
        i += 1
      }
      best = found
    }
    return best
  }
}
