package import Lua
package import Pinfold

/// The type of numbers to compute with: cells of any type are converted to it.
package protocol ColumnNumber: LuaCell, Comparable, AdditiveArithmetic, SparseElement {
  /// Converts cells of other types; throws where one has no such number.
  static func convert(
    _ cells: UnsafePointer<some LuaCell & BinaryInteger>, _ count: Int, to numbers: UnsafeMutablePointer<Self>
  )
  static func convert(_ cells: UnsafePointer<Double>, _ count: Int, to numbers: UnsafeMutablePointer<Self>)
    throws
}

extension ColumnNumber {
  /// Whether it holds as a value of a mask.
  @inline(__always)
  package var holds: Bool { self != .zero && !isMissing }
}

extension Double: ColumnNumber {
  package static func convert(
    _ cells: UnsafePointer<some LuaCell & BinaryInteger>, _ count: Int,
    to numbers: UnsafeMutablePointer<Double>
  ) {
    for i in 0..<count { unsafe numbers[i] = Double(column: cells[i]) }
  }

  package static func convert(
    _ cells: UnsafePointer<Double>, _ count: Int, to numbers: UnsafeMutablePointer<Double>
  ) {
    unsafe numbers.update(from: cells, count: count)
  }
}

extension Int64: ColumnNumber {
  package static func convert(
    _ cells: UnsafePointer<some LuaCell & BinaryInteger>, _ count: Int,
    to numbers: UnsafeMutablePointer<Int64>
  ) {
    for i in 0..<count { unsafe numbers[i] = Int64(truncatingIfNeeded: cells[i]) }
  }

  package static func convert(
    _ cells: UnsafePointer<Double>, _ count: Int, to numbers: UnsafeMutablePointer<Int64>
  ) throws {
    for i in 0..<count {
      guard let whole = unsafe Int64(exactly: cells[i]) else {
        let found = unsafe cells[i].isNaN ? "nan" : "\(cells[i])"
        throw LuaError("whole numbers expected, got \(found); floor() makes them")
      }
      unsafe numbers[i] = whole
    }
  }
}

/// Some rows of a column as numbers of one type.
@safe
package struct ColumnBlock<Number: ColumnNumber> {
  /// The rows, from 0.
  package let rows: Range<Int>

  /// The first row's number, with the others after it.
  let numbers: UnsafePointer<Number>

  /// The number of a row, counted from the block's first; the index is checked when assertions are on.
  @inline(__always)
  package subscript(offset: Int) -> Number {
    assert(rows.indices.contains(rows.lowerBound + offset), "no row \(offset) in the block")
    return unsafe numbers[offset]
  }
}

extension LuaColumn {
  /// So many rows fit the fast cache when two columns are read and one is written.
  package static let blockSize = 1024

  /// The numbers of some rows, at most ``blockSize``: the cells themselves where they have the type, else a
  /// conversion into `scratch`.
  @inline(__always)
  package func numbers<Number: ColumnNumber>(
    _ rows: Range<Int>, scratch: UnsafeMutablePointer<Number>
  ) throws -> UnsafePointer<Number> {
    if let cells = unsafe withCells(as: Number.self, { unsafe $0.baseAddress! + rows.lowerBound }) {
      return unsafe cells
    }
    func converted<Cell: LuaCell & BinaryInteger>(_: Cell.Type) -> Bool {
      unsafe withCells(as: Cell.self) {
        unsafe Number.convert($0.baseAddress! + rows.lowerBound, rows.count, to: scratch)
      }
        != nil
    }
    if unsafe try withCells(
      as: Double.self,
      { unsafe try Number.convert($0.baseAddress! + rows.lowerBound, rows.count, to: scratch) })
      == nil
    {
      _ = converted(Int64.self) || converted(UInt32.self) || converted(Int32.self)
    }
    return unsafe UnsafePointer(scratch)
  }

  /// Calls `body` with all numbers block by block; stops when the calling script should stop.
  package func forEachBlock<Number: ColumnNumber>(
    of type: Number.Type, _ call: LuaCall, _ body: (ColumnBlock<Number>) throws -> Void
  ) throws {
    unsafe try withUnsafeTemporaryAllocation(of: Number.self, capacity: Self.blockSize) { scratch in
      try call.forEachPart(of: count) { part in
        for start in stride(from: part.lowerBound, to: part.upperBound, by: Self.blockSize) {
          let rows = start..<min(start + Self.blockSize, part.upperBound)
          unsafe try body(
            ColumnBlock(rows: rows, numbers: try numbers(rows, scratch: scratch.baseAddress!)))
        }
      }
    }
  }

  /// Calls `body` likewise with the numbers as floats.
  @inline(__always)
  package func forEachBlock(_ call: LuaCall, _ body: (ColumnBlock<Double>) throws -> Void) throws {
    try forEachBlock(of: Double.self, call, body)
  }

  /// Whether all its numbers are whole.
  package var isInteger: Bool { type != Double.cellType }

  /// Makes a column of the results of `transform`.
  @inline(__always)
  package func mapped<Number: ColumnNumber, Result: LuaCell>(
    _ call: LuaCall, _ transform: @escaping (Number) -> Result
  ) throws -> LuaColumn {
    try call.reserve(bytes: count * MemoryLayout<Result>.stride)
    return unsafe try LuaColumn(count: count, of: Result.self) { cells in
      try forEachBlock(of: Number.self, call) { block in
        let results = unsafe cells.baseAddress! + block.rows.lowerBound
        for i in 0..<block.rows.count { unsafe (results + i).initialize(to: transform(block[i])) }
      }
    }
  }
}

extension LuaColumn {
  /// A cell, from 0: whole numbers as such, and NaN for one that is missing.
  package func value(at row: Int) -> LuaValue {
    unsafe withCells(as: Int64.self) { unsafe $0[row].isMissing ? .number(.nan) : .integer(Int($0[row])) }
      ?? withCells(as: UInt32.self) { unsafe .integer(Int($0[row])) }
      ?? withCells(as: Int32.self) { unsafe .integer(Int($0[row])) }
      ?? withCells(as: Double.self) { unsafe .number($0[row]) } ?? .nil
  }

  /// The column's numbers as an attribute: whole numbers as such, and booleans of data as these.
  package var values: Attribute.Values {
    if let booleans { return .booleans(booleans) }
    if let wholes { return .integers(wholes) }
    return isInteger ? .integers(map { Int64($0) }) : .numbers(map { $0 })
  }

  /// The cells of a column of booleans of data, nil where one is missing; nil for a column of numbers.
  package var booleans: [Bool?]? { isBoolean ? map { $0.isNaN ? nil : $0 != 0 } : nil }

  /// The cells of a column of 64-bit whole numbers; nil for a column of another type.
  package var wholes: [Int64]? { unsafe withCells(as: Int64.self) { unsafe Array($0) } }

  /// The results of `transform` for all numbers as floats.
  package func map<Result>(_ transform: (Double) throws -> Result) rethrows -> [Result] {
    unsafe try withNumbers { unsafe try $0.map(transform) }
  }
}

extension LuaValue {
  /// The numbers of a column, or of a list; nil for any other value.
  ///
  /// - Parameter owner: what the list is, in messages.
  package func numbers(of owner: String) throws -> [Double]? {
    if let column = object(as: LuaColumn.self) { return column.map { $0 } }
    return try table?.elements(as: Double.self, of: owner)
  }
}
