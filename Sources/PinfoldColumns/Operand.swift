import Lua

/// One side of an operation on columns: a column, or a number that is used in every row.
enum Operand: LuaReadable {
  case column(LuaColumn)
  case integer(Int64)
  case number(Double)

  static func read(from call: LuaCall, at index: Int32) throws -> Operand {
    if let column = try? LuaColumn.read(from: call, at: index) { return .column(column) }
    switch LuaValue.read(from: call, at: index) {
    case .integer(let value): return .integer(Int64(value))
    case .number(let value): return .number(value)
    case let other: throw LuaTypeError("number or column expected, got \(other.typeName)")
    }
  }

  var isInteger: Bool {
    switch self {
    case .column(let column): column.isInteger
    case .integer: true
    case .number: false
    }
  }

  private var count: Int? { if case .column(let column) = self { column.count } else { nil } }

  static func areNumbers(_ sides: [Operand]) -> Bool { sides.allSatisfy { $0.count == nil } }

  static func rows(_ sides: [Operand]) throws -> Int {
    let counts = sides.compactMap(\.count)
    guard let first = counts.first else { return 1 }
    if let other = counts.first(where: { $0 != first }) {
      throw LuaError("columns of \(first) and \(other) values do not go together")
    }
    return first
  }

  @inline(__always)
  private func numbers<Number: ColumnNumber>(
    _ rows: Range<Int>, scratch: UnsafeMutablePointer<Number>
  ) throws -> UnsafePointer<Number> {
    if case .column(let column) = self { return unsafe try column.numbers(rows, scratch: scratch) }
    return unsafe UnsafePointer(scratch)
  }

  private func fill<Number: ColumnNumber>(_ scratch: UnsafeMutableBufferPointer<Number>) throws {
    switch self {
    case .column: break
    case .integer(let value):
      unsafe withUnsafePointer(to: value) { unsafe Number.convert($0, 1, to: scratch.baseAddress!) }
      unsafe scratch.initialize(repeating: scratch[0])
    case .number(let value):
      unsafe try withUnsafePointer(to: value) { unsafe try Number.convert($0, 1, to: scratch.baseAddress!) }
      unsafe scratch.initialize(repeating: scratch[0])
    }
  }

  /// Combines two sides row by row; `combine` gets a block of each and the destination of the results.
  static func combine<Number: ColumnNumber, Result: LuaCell>(
    _ a: Operand, _ b: Operand, _ call: LuaCall, _ combine: BlockOperation<Number, Result>
  ) throws -> LuaColumn {
    let size = LuaColumn.blockSize
    return unsafe try withUnsafeTemporaryAllocation(of: Number.self, capacity: size) { first in
      unsafe try withUnsafeTemporaryAllocation(of: Number.self, capacity: size) { second in
        unsafe try a.fill(first)
        unsafe try b.fill(second)
        return unsafe try call.column(count: rows([a, b]), of: Result.self) { part, cells in
          for start in stride(from: part.lowerBound, to: part.upperBound, by: size) {
            let rows = start..<min(start + size, part.upperBound)
            unsafe try combine(
              try a.numbers(rows, scratch: first.baseAddress!),
              try b.numbers(rows, scratch: second.baseAddress!),
              cells.baseAddress! + start, rows.count)
          }
        }
      }
    }
  }

  /// Combines two sides likewise: as whole numbers where both are and there is a way to, else as floats.
  static func combine<Float: LuaCell, Whole: LuaCell>(
    _ a: Operand, _ b: Operand, _ call: LuaCall, _ floats: BlockOperation<Double, Float>,
    _ wholes: BlockOperation<Int64, Whole>?
  ) throws -> LuaColumn {
    if let wholes = unsafe wholes, a.isInteger, b.isInteger { return unsafe try combine(a, b, call, wholes) }
    return unsafe try combine(a, b, call, floats)
  }

  /// Combines any number of sides row by row; `combine` gets a block of each, the destination of the results
  /// and the number of rows.
  static func combine<Number: ColumnNumber, Result: LuaCell>(
    _ sides: [Operand], _ call: LuaCall,
    _ combine: ([UnsafePointer<Number>], UnsafeMutablePointer<Result>, Int) -> Void
  ) throws -> LuaColumn {
    let size = LuaColumn.blockSize
    let count = try rows(sides)
    return unsafe try withUnsafeTemporaryAllocation(of: Number.self, capacity: size * sides.count) {
      scratch in
      let scratches = unsafe sides.indices.map {
        unsafe UnsafeMutableBufferPointer(rebasing: scratch[$0 * size..<($0 + 1) * size])
      }
      for (number, side) in sides.enumerated() { unsafe try side.fill(scratches[number]) }
      return unsafe try call.column(count: count, of: Result.self) { part, cells in
        for start in stride(from: part.lowerBound, to: part.upperBound, by: size) {
          let rows = start..<min(start + size, part.upperBound)
          let blocks = unsafe try zip(sides, scratches).map {
            unsafe try $0.numbers(rows, scratch: $1.baseAddress!)
          }
          unsafe combine(blocks, cells.baseAddress! + start, rows.count)
        }
      }
    }
  }
}

/// Two blocks of numbers, the destination of the results, and the number of rows: a loop, so that nothing is
/// called for each row.
typealias BlockOperation<Number, Result> = (
  UnsafePointer<Number>, UnsafePointer<Number>, UnsafeMutablePointer<Result>, Int
) throws -> Void

/// The loop over two blocks that combines numbers row by row.
@inline(__always)
func rowwise<Number, Result>(_ combine: @escaping (Number, Number) -> Result) -> BlockOperation<
  Number, Result
> {
  { a, b, results, count in
    for i in 0..<count { unsafe (results + i).initialize(to: combine(a[i], b[i])) }
  }
}
