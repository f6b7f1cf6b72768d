import Lua
import Pinfold

/// Functions that select or reorder the rows of a column; cells keep their type.
enum ColumnSelection {
  static func open(in lua: LuaClass<LuaColumn>) {
    lua.method("take") { (column: LuaColumn, call: LuaCall, places: LuaColumn) in
      try column.taking(places, call)
    }
    lua.method("filter") { (column: LuaColumn, call: LuaCall, mask: LuaColumn) in
      guard mask.count == column.count else {
        throw LuaArgumentError(2, "a mask of \(column.count) values expected, got \(mask.count)")
      }
      return try column.filtered(by: mask, call)
    }
    lua.method("argsort") { (column: LuaColumn, call: LuaCall) in try column.sortedPlaces(call) }
    lua.method("sort") { (column: LuaColumn, call: LuaCall) in
      try column.taking(try column.sortedPlaces(call), call)
    }
  }
}

extension LuaColumn {
  /// Calls `body` with the cells in their own type.
  fileprivate func withTypedCells<Body: TypedBody>(_ body: Body) throws -> Body.Result {
    if let result = try withCells(as: Double.self, { try body.run($0) }) { return result }
    if let result = try withCells(as: Int64.self, { try body.run($0) }) { return result }
    if let result = try withCells(as: UInt32.self, { try body.run($0) }) { return result }
    guard let result = try withCells(as: Int32.self, { try body.run($0) }) else {
      throw LuaError(.internal, "a column without cells")
    }
    return result
  }

  fileprivate func taking(_ places: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    try withTypedCells(Taking(places: places, call: call))
  }

  fileprivate func filtered(by mask: LuaColumn, _ call: LuaCall) throws -> LuaColumn {
    var count = 0
    try mask.forEachBlock(call) { block in
      for i in 0..<block.rows.count where block.numbers[i] != 0 { count += 1 }
    }
    return try withTypedCells(Filtering(mask: mask, count: count, call: call))
  }

  /// The indices of the values from the least to the greatest: equal ones in their order, NaN last.
  fileprivate func sortedPlaces(_ call: LuaCall) throws -> LuaColumn {
    guard count < UInt32.max else { throw LuaError.tooManyRows }
    try call.reserve(bytes: count * 2 * MemoryLayout<RadixSort.Item>.stride)
    var items: [RadixSort.Item] = []
    items.reserveCapacity(count)
    func append(_ key: UInt64) { items.append(RadixSort.Item(key: key, index: UInt32(items.count))) }
    if isInteger {
      try forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count { append(UInt64(bitPattern: block.numbers[i]) ^ 1 << 63) }
      }
    } else {
      try forEachBlock(call) { block in for i in 0..<block.rows.count { append(block.numbers[i].sortingKey) }
      }
    }
    let sorted = try RadixSort.sorted(items) { try call.checkStop() }
    return try call.column(count: count, of: UInt32.self) { part, places in
      for i in part { places.initializeElement(at: i, to: sorted[i].index + 1) }
    }
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
  static let tooManyRows = LuaError(
    .runtime, "a column of more than 4 billion values cannot be grouped or sorted")
}

/// An operation on cells of any type, compiled for each.
private protocol TypedBody {
  associatedtype Result
  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> Result
}

private struct Taking: TypedBody {
  let places: LuaColumn
  let call: LuaCall

  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> LuaColumn {
    try call.reserve(bytes: places.count * MemoryLayout<Cell>.stride)
    return try LuaColumn(count: places.count, of: Cell.self) { results in
      try places.forEachBlock(of: Int64.self, call) { block in
        for i in 0..<block.rows.count {
          let place = block.numbers[i]
          guard place >= 1, place <= cells.count else {
            throw LuaArgumentError(2, "places from 1 to \(cells.count) expected, got \(place)")
          }
          results.initializeElement(at: block.rows.lowerBound + i, to: cells[Int(place) - 1])
        }
      }
    }
  }
}

private struct Filtering: TypedBody {
  let mask: LuaColumn
  let count: Int
  let call: LuaCall

  func run<Cell: LuaCell>(_ cells: UnsafeBufferPointer<Cell>) throws -> LuaColumn {
    try call.reserve(bytes: count * MemoryLayout<Cell>.stride)
    return try LuaColumn(count: count, of: Cell.self) { results in
      var next = 0
      try mask.forEachBlock(call) { block in
        for i in 0..<block.rows.count where block.numbers[i] != 0 {
          results.initializeElement(at: next, to: cells[block.rows.lowerBound + i])
          next += 1
        }
      }
    }
  }
}
