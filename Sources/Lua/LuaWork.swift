import CLuaBridge

/// Native operations over many rows: they stop when the calling script should stop, and observe its memory
/// limit.
extension LuaCall {
  /// Rows between two looks at whether to stop: some tens of microseconds.
  private static var rowsOfPart: Int { 1 << 15 }

  /// Calls `body` for `0..<count` part by part, and checks before each whether to stop.
  @inlinable
  public func forEachPart(of count: Int, _ body: (Range<Int>) throws -> Void) throws {
    var start = 0
    repeat {
      try checkStop()
      let end = min(start + partSize, count)
      try body(start..<end)
      start = end
    } while start < count
  }

  @usableFromInline
  var partSize: Int { Self.rowsOfPart }

  /// Throws a memory error unless so many more bytes of native memory stay below the state's limit.
  public func reserve(bytes: Int) throws {
    guard unsafe plua_has_room(lua, bytes) else { throw LuaError.outOfMemory }
  }

  /// The bytes of native memory that are left below the state's limit; `Int.max` without one.
  public var room: Int { unsafe plua_room(lua) }

  /// Makes a column that `initialize` fills part by part, if its memory is within the limit.
  ///
  /// - Parameter period: see ``LuaColumn/period``.
  public func column<C: LuaCell>(
    count: Int, of type: C.Type = C.self, period: Double? = nil,
    _ initialize: (Range<Int>, UnsafeMutableBufferPointer<C>) throws -> Void
  ) throws -> LuaColumn {
    try reserve(bytes: count * MemoryLayout<C>.stride)
    return unsafe try LuaColumn(count: count, of: type, period: period) { cells in
      try forEachPart(of: count) { part in unsafe try initialize(part, cells) }
    }
  }

  /// Makes a column of the results of `value` for each row, if its memory is within the limit.
  @inlinable
  @inline(__always)
  public func column<C: LuaCell>(
    rows count: Int, period: Double? = nil, _ value: (Int) throws -> C
  ) throws -> LuaColumn {
    unsafe try column(count: count, of: C.self, period: period) { part, cells in
      for row in part { unsafe cells.initializeElement(at: row, to: try value(row)) }
    }
  }
}
