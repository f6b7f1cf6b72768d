internal import CSQLite

/// A database of the system's SQLite that is written in memory.
package final class WrittenDatabase {
  private let handle: OpaquePointer
  private let content: String

  /// Makes an empty database.
  ///
  /// - Parameter content: what goes into it, for the message that it does not fit into memory.
  package init(of content: String) throws(DataError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else { throw .outOfMemory(content) }
    (handle, self.content) = (opened, content)
  }

  deinit { sqlite3_close_v2(handle) }

  // Nothing else goes wrong with statements that are right.
  private var noMemory: DataError { .outOfMemory(content) }

  /// Runs statements.
  package func run(_ statements: String) throws(DataError) {
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw noMemory }
  }

  /// Prepares a statement that is run again and again.
  package func statement(_ text: String) throws(DataError) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw noMemory
    }
    return Statement(statement, of: self)
  }

  /// The database as the bytes of a file.
  package func bytes() throws(DataError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &size, 0) else { throw noMemory }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  /// A statement whose parameters, from 1, get other values each time.
  package final class Statement {
    private let handle: OpaquePointer
    // It must live as long.
    private let database: WrittenDatabase

    fileprivate init(_ handle: OpaquePointer, of database: WrittenDatabase) {
      self.handle = handle
      self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the parameters their values, and runs it; a parameter without one is NULL.
    package func run(_ bind: (Statement) -> Void) throws(DataError) {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      bind(self)
      guard sqlite3_step(handle) == SQLITE_DONE else { throw database.noMemory }
    }

    package func bind(_ index: Int, _ number: Int) { sqlite3_bind_int64(handle, Int32(index), Int64(number)) }

    package func bind(_ index: Int, _ number: Double) { sqlite3_bind_double(handle, Int32(index), number) }

    package func bind(_ index: Int, text: String) {
      text.utf8CString.withUnsafeBufferPointer {
        _ = pinfold_sqlite_bind_text(handle, Int32(index), $0.baseAddress, Int32(clamping: $0.count - 1))
      }
    }

    package func bind(_ index: Int, _ bytes: [UInt8]) {
      _ = pinfold_sqlite_bind_blob(handle, Int32(index), bytes, Int32(clamping: bytes.count))
    }
  }
}
