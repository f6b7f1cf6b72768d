public import CLuaBridge

/// A type of number that Lua code can read straight from Swift's memory.
public protocol LuaCell: Sendable, BitwiseCopyable {
  /// The bridge's code of the type.
  static var cellType: plua_cell_type { get }
}

extension Double: LuaCell { public static var cellType: plua_cell_type { PLUA_DOUBLE } }
extension Int64: LuaCell { public static var cellType: plua_cell_type { PLUA_INT64 } }
extension Int32: LuaCell { public static var cellType: plua_cell_type { PLUA_INT32 } }
extension UInt32: LuaCell { public static var cellType: plua_cell_type { PLUA_UINT32 } }

/// Numbers in memory that neither move nor change.
@safe public struct LuaCells {
  @usableFromInline let cells: plua_cells

  /// No cells at all.
  public static let none = unsafe LuaCells(cells: plua_cells(base: nil, count: 0, type: PLUA_NO_CELLS))

  init(cells: plua_cells) { unsafe self.cells = cells }

  public init<C: LuaCell>(_ buffer: UnsafeBufferPointer<C>) {
    unsafe cells = plua_cells(base: buffer.baseAddress, count: buffer.count, type: C.cellType)
  }
}

extension LuaCells: @unchecked Sendable {}

/// A column of numbers, which Lua code gets instead of a table of a million entries.
///
/// `column[i]`, `#column`, `column:totable()`, `pairs(column)` and `for i, a, b in column:iter(other)` are
/// there from the start. ``LuaState/extend(_:_:)`` adds more.
@safe public final class LuaColumn: LuaObject, @unchecked Sendable {
  private let base: UnsafeRawPointer
  /// The type of its cells.
  public let type: plua_cell_type
  /// The number of cells.
  public let count: Int
  /// The length after which values come around, as 360 for degrees east; nil on a line.
  public let period: Double?
  private let bytes: Int

  /// Makes a column of its own memory, which `initialize` fills.
  public init<C: LuaCell>(
    count: Int, of type: C.Type = C.self, period: Double? = nil,
    _ initialize: (UnsafeMutableBufferPointer<C>) throws -> Void
  ) rethrows {
    let buffer = UnsafeMutableBufferPointer<C>.allocate(capacity: max(count, 1))
    do {
      unsafe try initialize(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
    } catch {
      unsafe buffer.deallocate()
      throw error
    }
    unsafe base = UnsafeRawPointer(buffer.baseAddress!)
    self.type = C.cellType
    self.count = count
    self.period = period
    bytes = count * MemoryLayout<C>.stride
  }

  /// Makes a column of a copy of `values`.
  public convenience init<C: LuaCell>(_ values: some Collection<C>, period: Double? = nil) {
    unsafe self.init(count: values.count, of: C.self, period: period) {
      _ = unsafe $0.initialize(fromContentsOf: values)
    }
  }

  /// Whether the numbers stand for booleans of data.
  package private(set) var isBoolean = false

  /// Makes a mask of booleans of data, or of 1, 0 and NaN where one is missing.
  package convenience init(booleans: [Bool?]) {
    if booleans.contains(nil) {
      self.init(booleans.map { $0.map { $0 ? 1 : 0 } ?? Double.nan })
    } else {
      self.init(booleans.map { $0 == true ? UInt32(1) : 0 })
    }
    isBoolean = true
  }

  deinit { unsafe base.deallocate() }

  /// The cells, if they are of that type.
  public func withCells<C: LuaCell, R>(as: C.Type, _ body: (UnsafeBufferPointer<C>) throws -> R) rethrows
    -> R?
  {
    guard type == C.cellType else { return nil }
    defer { withExtendedLifetime(self) {} }
    return unsafe try body(UnsafeBufferPointer(start: base.assumingMemoryBound(to: C.self), count: count))
  }

  /// The cells as numbers, copied and converted unless they are `Double` already.
  public func withNumbers<R>(_ body: (UnsafeBufferPointer<Double>) throws -> R) rethrows -> R {
    func converted<C: LuaCell & BinaryInteger>(_: C.Type) throws -> R {
      let cells = unsafe UnsafeBufferPointer(start: base.assumingMemoryBound(to: C.self), count: count)
      return unsafe try cells.map { Double(column: $0) }.withUnsafeBufferPointer(body)
    }
    func any() throws -> R {
      switch type {
      case PLUA_INT64: try converted(Int64.self)
      case PLUA_INT32: try converted(Int32.self)
      case PLUA_UINT32: try converted(UInt32.self)
      default:
        unsafe try body(UnsafeBufferPointer(start: base.assumingMemoryBound(to: Double.self), count: count))
      }
    }
    defer { withExtendedLifetime(self) {} }
    return unsafe try withoutActuallyEscaping(body) { _ in try any() }
  }

  public static let luaName = "column"
  public static let luaHasCells = true

  public static func describe(_ lua: LuaClass<LuaColumn>) {}

  public var luaNativeBytes: Int { bytes }
  public var luaCells: LuaCells { unsafe LuaCells(cells: plua_cells(base: base, count: count, type: type)) }
}

extension Double {
  /// A cell as a number. The least 64-bit number stands for a missing one, which is NaN.
  @inlinable
  public init(column cell: some LuaCell & BinaryInteger) { self = cell == Int64.min ? .nan : Double(cell) }
}
