package import Lua
import Pinfold

/// Functions that select or reorder the rows of a column; cells keep their type.
enum ColumnSelection {
  static func describe(_ lua: LuaClass<LuaColumn>) {
    lua.method(
      "where", "(yes: number|column, no: number|column): column",
      "The values of one column where this mask is true, and of another elsewhere.",
      example: "x:lt(0):where(0, x)"
    ) { (mask: LuaColumn, call: LuaCall, yes: Operand, no: Operand) in
      let sides = [.column(mask), yes, no]
      if mask.isInteger, yes.isInteger, no.isInteger {
        return unsafe try Operand.combine(sides, call, chosen(of: Int64.self))
      }
      return unsafe try Operand.combine(sides, call, chosen(of: Double.self))
    }
    lua.method("unique", "(): column", "The distinct values in ascending order.") {
      (column: LuaColumn, call: LuaCall) in
      let sorted = try column.taking(try column.sortedIndices(call), call)
      let first =
        sorted.isInteger ? try sorted.first(of: Int64.self, call) : try sorted.first(of: Double.self, call)
      return try sorted.filtered(by: first, call)
    }
    lua.method("sort", "(): column", "The values in ascending order.") { (column: LuaColumn, call: LuaCall) in
      try column.taking(try column.sortedIndices(call), call)
    }
    lua.method("argsort", "(): column", "The indices of the values in ascending order.") {
      (column: LuaColumn, call: LuaCall) in try column.sortedIndices(call)
    }
    lua.method("take", "(indices: column): column", "The values at some indices.") {
      (column: LuaColumn, call: LuaCall, places: LuaColumn) in
      try column.taking(places, call)
    }
    lua.method(
      "filter", "(mask: column): column", "The values where a mask is not 0.", example: "x:filter(x:gt(1))"
    ) { (column: LuaColumn, call: LuaCall, mask: Mask) in
      try mask.check(count: column.count)
      return try column.filtered(by: mask.column, call)
    }
    lua.method(
      "slice", "(first: integer, last?: integer): column",
      "The values of a range of indices; negative ones count from the end, as in string.sub."
    ) { (column: LuaColumn, call: LuaCall, first: Int, last: Int?) in
      try column.sliced(from: first, to: last, call)
    }
    lua.method(
      "search", "(values: number|column): integer|column",
      "In an ascending column, the first index whose value is not less; one past the end if there is none.",
      example: "column { 10, 20, 30 }:search(20)"
    ) { (column: LuaColumn, call: LuaCall, values: Operand) in try column.searched(for: values, call) }
    lua.method(
      "scatter", "(indices: column, values: number|column): column",
      "A copy with other values at some indices; the last one for a repeated index.",
      example: "column { 1, 2, 3 }:scatter(column { 2 }, 9)"
    ) { (column: LuaColumn, call: LuaCall, places: LuaColumn, values: Operand) in
      try column.scattered(to: places, values, call)
    }
    lua.method("concat", "(other: column): column", "The values, then those of another column.") {
      (column: LuaColumn, call: LuaCall, other: LuaColumn) in
      try column.joined(with: other, call)
    }
  }

  private static func chosen<Number: ColumnNumber>(
    of type: Number.Type
  ) -> ([UnsafePointer<Number>], UnsafeMutablePointer<Number>, Int) -> Void {
    { blocks, results, count in
      let mask = unsafe blocks[0]
      for i in 0..<count {
        unsafe (results + i).initialize(to: mask[i].holds ? blocks[1][i] : blocks[2][i])
      }
    }
  }
}

extension LuaColumn {
  fileprivate func withTypedCells<Body: TypedBody>(_ body: Body) throws -> Body.Result {
    if let result = unsafe try withCells(as: Double.self, { unsafe try body.run($0) }) { return result }
    if let result = unsafe try withCells(as: Int64.self, { unsafe try body.run($0) }) { return result }
    if let result = unsafe try withCells(as: UInt32.self, { unsafe try body.run($0) }) { return result }
    guard let result = unsafe try withCells(as: Int32.self, { unsafe try body.run($0) }) else {
      throw LuaError(.internal, "a column without cells")
    }
    return result
  }

  func taking(_ places: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    try withTypedCells(Taking(places: places, period: period, call: call))
  }

  fileprivate func filtered(by mask: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    var count = 0
    try mask.forEachBlock(call) { block in
      for i in 0..<block.rows.count where block[i].holds { count += 1 }
    }
    return try withTypedCells(Filtering(mask: mask, count: count, period: period, call: call))
  }

  /// The rows from `first` to `last`, from 1; as in `string.sub`, negative ones count from the end, and what
  /// is past the ends is left out.
  fileprivate func sliced(from first: Int, to last: Int?, _ call: LuaCall) throws -> LuaColumn {
    let low = max(1, first < 0 ? count + 1 + max(first, -count - 1) : first)
    let high = min(count, last.map { $0 < 0 ? count + 1 + max($0, -count - 1) : $0 } ?? count)
    let rows = low <= high ? low - 1..<high : 0..<0
    return try withTypedCells(Slicing(rows: rows, period: period, call: call))
  }

  /// The rows of this column, then those of another; floats where one of them has floats.
  fileprivate func joined(with other: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    func joined<Number: ColumnNumber>(_: Number.Type) throws -> LuaColumn {
      try call.reserve(bytes: (count + other.count) * MemoryLayout<Number>.stride)
      let period = period == other.period ? period : nil
      return unsafe try LuaColumn(count: count + other.count, of: Number.self, period: period) { cells in
        for (column, start) in [(self, 0), (other, count)] {
          try column.forEachBlock(of: Number.self, call) { block in
            unsafe (cells.baseAddress! + start + block.rows.lowerBound)
              .initialize(from: block.numbers, count: block.rows.count)
          }
        }
      }
    }
    return isInteger && other.isInteger ? try joined(Int64.self) : try joined(Double.self)
  }

  /// Keys that sort as the numbers do: what is missing last.
  private func forEachKey(whole: Bool, _ call: LuaCall, _ body: (UInt64) -> Void) throws {
    if whole {
      try forEachBlock(of: Int64.self, call) { block in
        // The least number, which is missing, becomes the greatest key.
        for i in 0..<block.rows.count { body((UInt64(bitPattern: block[i]) ^ 1 << 63) &- 1) }
      }
    } else {
      try forEachBlock(call) { block in for i in 0..<block.rows.count { body(block[i].sortingKey) } }
    }
  }

  /// For each value the first index, from 1, whose number is not less.
  ///
  /// - Complexity: O(*n* + *m* log *n*), where *m* is the number of values.
  fileprivate func searched(for values: Operand, _ call: LuaCall) throws -> LuaAny {
    let isWhole = isInteger && values.isInteger
    try call.reserve(bytes: count * MemoryLayout<UInt64>.stride)
    var keys: [UInt64] = []
    keys.reserveCapacity(count)
    try forEachKey(whole: isWhole, call) { keys.append($0) }
    guard zip(keys, keys.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      throw LuaError("search needs a column in ascending order; sort() makes one")
    }
    func place(_ key: UInt64) -> Int { keys.indices.partitioningIndex { keys[$0] >= key } + 1 }
    switch values {
    case .integer(let value):
      return LuaAny(
        place(isWhole ? (UInt64(bitPattern: value) ^ 1 << 63) &- 1 : Double(value).sortingKey))
    case .number(let value): return LuaAny(place(value.sortingKey))
    case .column(let values):
      try call.reserve(bytes: values.count * MemoryLayout<Int64>.stride)
      var places: [Int64] = []
      places.reserveCapacity(values.count)
      try values.forEachKey(whole: isWhole, call) { places.append(Int64(place($0))) }
      return LuaAny(LuaColumn(places))
    }
  }

  /// A copy with the values at some indices in the place of its own; floats where one of both has floats.
  fileprivate func scattered(to places: LuaColumn, _ values: Operand, _ call: LuaCall) throws -> LuaColumn {
    func scattered<Number: ColumnNumber>(_: Number.Type) throws -> LuaColumn {
      let first: BlockOperation<Number, Number> = unsafe rowwise { a, _ in a }
      let own = unsafe try Operand.combine(.column(self), .integer(0), call, first)
      // One value for each place, of the type of the result.
      let values = unsafe try Operand.combine(values, .column(places), call, first)
      var cells = unsafe own.withCells(as: Number.self) { unsafe Array($0) } ?? []
      try places.forEachBlock(of: Int64.self, call) { block in
        unsafe try values.withCells(as: Number.self) { values in
          for i in 0..<block.rows.count {
            guard block[i] >= 1, block[i] <= cells.count else {
              throw LuaArgumentError(2, "places from 1 to \(cells.count) expected, got \(block[i])")
            }
            unsafe cells[Int(block[i]) - 1] = values[block.rows.lowerBound + i]
          }
        }
      }
      return LuaColumn(cells)
    }
    return isInteger && values.isInteger ? try scattered(Int64.self) : try scattered(Double.self)
  }

  fileprivate func first<Number: ColumnNumber>(of type: Number.Type, _ call: LuaCall) throws -> LuaColumn {
    var last: Number?
    return try mapped(call) { (value: Number) -> UInt32 in
      let isSame = last.map { $0 == value || $0.isMissing && value.isMissing } ?? false
      last = value
      return isSame ? 0 : 1
    }
  }

  /// The indices of the values from the least to the greatest, or from the greatest: equal ones in their
  /// order, what is missing last.
  package func sortedIndices(descending: Bool = false, _ call: LuaCall) throws -> LuaColumn {
    guard count < UInt32.max else { throw LuaError.tooManyRows }
    try call.reserve(bytes: count * 2 * MemoryLayout<RadixSort.Item>.stride)
    var items: [RadixSort.Item] = []
    items.reserveCapacity(count)
    try forEachKey(whole: isInteger, call) {
      let key = descending && $0 != .max ? .max - 1 - $0 : $0
      items.append(RadixSort.Item(key: key, index: UInt32(items.count)))
    }
    let sorted = try RadixSort.sorted(items) { try call.checkStop() }
    return try call.column(rows: count) { i in sorted[i].index + 1 }
  }
}

extension Double {
  /// A key that sorts as the number does: negative ones before positive ones, both zeros alike, NaN last.
  fileprivate var sortingKey: UInt64 {
    if isNaN { return .max }
    let bits = (self + 0).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}

extension LuaError {
  package static let tooManyRows = LuaError(
    "a column of more than 4 billion values cannot be grouped or sorted")
}

/// An operation on cells of any type, compiled for each.
private protocol TypedBody {
  associatedtype Result
  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> Result
}

private struct Taking: TypedBody {
  let places: LuaColumn
  let period: Double?
  let call: LuaCall

  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> LuaColumn {
    try call.reserve(bytes: places.count * MemoryLayout<Cell>.stride)
    return unsafe try LuaColumn(count: places.count, of: Cell.self, period: period) { results in
      try places.forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count {
          let place = block[i]
          guard place >= 1, place <= cells.count else {
            throw LuaArgumentError(2, "places from 1 to \(cells.count) expected, got \(place)")
          }
          unsafe results.initializeElement(at: block.rows.lowerBound + i, to: cells[Int(place) - 1])
        }
      }
    }
  }
}

private struct Slicing: TypedBody {
  let rows: Range<Int>
  let period: Double?
  let call: LuaCall

  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> LuaColumn {
    try call.column(rows: rows.count, period: period) { i in unsafe cells[rows.lowerBound + i] }
  }
}

private struct Filtering: TypedBody {
  let mask: LuaColumn
  let count: Int
  let period: Double?
  let call: LuaCall

  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> LuaColumn {
    try call.reserve(bytes: count * MemoryLayout<Cell>.stride)
    return unsafe try LuaColumn(count: count, of: Cell.self, period: period) { results in
      var next = 0
      try mask.forEachBlock(call) { block in
        for i in 0..<block.rows.count where block[i].holds {
          unsafe results.initializeElement(at: next, to: cells[block.rows.lowerBound + i])
          next += 1
        }
      }
    }
  }
}
