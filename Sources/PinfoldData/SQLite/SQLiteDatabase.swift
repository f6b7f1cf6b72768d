internal import CSQLite

/// A connection to a database of the system's SQLite: a file, its bytes, or an empty database in memory.
///
/// A file may come from anywhere: its views and triggers only call functions that compute, and statements
/// do not write to SQLite's internal tables. One thread uses a connection at a time; `@unchecked` promises
/// no more.
@safe
package final class SQLiteDatabase: @unchecked Sendable {
  /// The access to a file. For writing it is created if it is missing.
  package enum Access { case reading, writing }

  private let handle: OpaquePointer
  private let source: String
  // The connection reads from it while it is open.
  private let buffer: ByteBuffer?
  private let isStopped: (() -> Bool)?
  // Prepared statements that are not in use, by their text.
  private var statements: [String: OpaquePointer] = unsafe [:]

  /// The bytes that a database begins with.
  static let magic = Array("SQLite format 3\0".utf8)

  /// A name as SQL writes it, whatever characters it has.
  package static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// Opens a file, including the log that other programs have left next to it.
  ///
  /// - Parameters:
  ///   - isTrusted: whether statements may change the schema in SQLite's own table.
  ///   - isStopped: ends statements with ``SQLiteError/Kind/interrupted``; called every 100,000
  ///     instructions.
  package convenience init(
    path: String, _ access: Access, source: String? = nil, isTrusted: Bool = false,
    isStopped: (() -> Bool)? = nil
  ) throws(SQLiteError) {
    let flags = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try self.init(opening: path, flags, source: source ?? path, isTrusted: isTrusted, isStopped: isStopped)
  }

  /// Makes an empty database in memory, with a name for errors.
  package convenience init(inMemory source: String) throws(SQLiteError) {
    try self.init(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, source: source)
  }

  convenience init(
    _ buffer: ByteBuffer, source: String, isStopped: (() -> Bool)? = nil
  ) throws(SQLiteError) {
    try self.init(SQLITE_OPEN_READWRITE, source: source, buffer: buffer, isStopped: isStopped)
    // A log file is not part of these bytes. SQLite reads them only if the header states that there is no
    // log.
    if buffer.count > 19 { unsafe (buffer.start[18], buffer.start[19]) = (1, 1) }
    let size = sqlite3_int64(buffer.count)
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
    try check(unsafe sqlite3_deserialize(handle, "main", buffer.start, size, size, flags))
  }

  private init(
    opening path: String = ":memory:", _ flags: Int32, source: String, isTrusted: Bool = false,
    buffer: ByteBuffer? = nil, isStopped: (() -> Bool)? = nil
  ) throws(SQLiteError) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened = unsafe opened else {
      throw SQLiteError(code: SQLITE_NOMEM, message: "out of memory", source: source)
    }
    unsafe (handle, self.source, self.buffer, self.isStopped) = (opened, source, buffer, isStopped)
    try check(code)
    if !isTrusted { unsafe pinfold_sqlite_distrust(handle) }
    guard isStopped != nil else { return }
    unsafe sqlite3_progress_handler(
      handle, 100_000,
      { database in
        let database = unsafe database.map {
          unsafe Unmanaged<SQLiteDatabase>.fromOpaque($0).takeUnretainedValue()
        }
        return database?.isStopped?() == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    unsafe statements.values.forEach { _ = unsafe sqlite3_finalize($0) }
    unsafe sqlite3_close_v2(handle)
  }

  /// The time for which a statement waits for another connection's lock. Default: not at all.
  package func setBusyTimeout(seconds: Int) {
    unsafe sqlite3_busy_timeout(handle, Int32(clamping: seconds * 1000))
  }

  /// Executes any number of statements without parameters.
  package func execute(_ sql: String) throws(SQLiteError) {
    try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Executes one statement with values for its parameters.
  package func execute(_ sql: String, _ values: [any SQLiteConvertible]) throws(SQLiteError) {
    try statement(sql, values).run()
  }

  /// The first column of all rows of a query.
  package func values(_ sql: String, _ values: [any SQLiteConvertible] = []) throws(SQLiteError)
    -> [SQLiteValue]
  {
    let query = try statement(sql, values)
    var column: [SQLiteValue] = []
    while try query.step() { column.append(query.value(0)) }
    return column
  }

  /// Prepares a statement, or takes one with the same text that was prepared before.
  package func statement(
    _ sql: String, _ values: [any SQLiteConvertible] = []
  ) throws(SQLiteError) -> SQLiteStatement {
    var prepared = unsafe statements.removeValue(forKey: sql)
    if unsafe prepared == nil { try check(unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil)) }
    guard let prepared = unsafe prepared else {
      throw SQLiteError(code: SQLITE_MISUSE, message: "an empty statement", source: source)
    }
    let statement = unsafe SQLiteStatement(prepared, sql, of: self)
    for (index, value) in values.enumerated() { statement.bind(index + 1, value.sqliteValue) }
    return statement
  }

  fileprivate func keep(_ statement: OpaquePointer, _ sql: String) {
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
    if unsafe statements.count < 64 && statements[sql] == nil {
      unsafe statements[sql] = statement
    } else {
      unsafe sqlite3_finalize(statement)
    }
  }

  /// Runs a body in a transaction, which is undone if the body throws. A reader sees one state of the
  /// database; a writer first waits for other writers.
  package func transaction<Output>(_ access: Access, _ body: () throws -> Output) throws -> Output {
    try execute(access == .reading ? "BEGIN" : "BEGIN IMMEDIATE")
    do {
      let output = try body()
      try execute("COMMIT")
      return output
    } catch {
      // Fails where SQLite has undone the transaction itself, as it does when a disk is full.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The bytes of a database built in memory: statements create its tables, and a body fills it.
  ///
  /// - Throws: ``DataError/outOfMemory(_:)``; correct statements have no other errors.
  package static func bytes(
    of source: String, schema: String, _ fill: (SQLiteDatabase) throws(SQLiteError) -> Void
  ) throws(DataError) -> [UInt8] {
    do {
      let database = try SQLiteDatabase(inMemory: source)
      try database.execute(schema + "BEGIN;")
      try fill(database)
      try database.execute("COMMIT")
      return try database.bytes()
    } catch { throw .outOfMemory(source) }
  }

  /// The database as the bytes of a file.
  package func bytes() throws(SQLiteError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = unsafe sqlite3_serialize(handle, "main", &size, 0) else { throw error(SQLITE_NOMEM) }
    defer { unsafe sqlite3_free(start) }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  private func check(_ code: Int32) throws(SQLiteError) { if code != SQLITE_OK { throw error(code) } }

  fileprivate func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, message: unsafe String(cString: sqlite3_errmsg(handle)), source: source)
  }
}

/// A prepared statement, and the row that it is at.
@safe
package final class SQLiteStatement {
  private let database: SQLiteDatabase
  private let statement: OpaquePointer
  private let sql: String
  private var bindingCode = SQLITE_OK

  /// The names of the columns of its rows.
  package private(set) lazy var columns = (0..<(unsafe sqlite3_column_count(statement))).map {
    unsafe String(cString: sqlite3_column_name(statement, $0))
  }

  fileprivate init(_ statement: OpaquePointer, _ sql: String, of database: SQLiteDatabase) {
    unsafe (self.statement, self.sql, self.database) = (statement, sql, database)
  }

  deinit { unsafe database.keep(statement, sql) }

  /// Gives a parameter, counted from 1, its value.
  package func bind(_ index: Int, _ value: some SQLiteConvertible) {
    let index = Int32(index)
    let code =
      switch value.sqliteValue {
      case .null: unsafe sqlite3_bind_null(statement, index)
      case .integer(let number): unsafe sqlite3_bind_int64(statement, index, Int64(number))
      case .number(let number): unsafe sqlite3_bind_double(statement, index, number)
      case .text(var text):
        text.withUTF8 { unsafe pinfold_sqlite_bind_text(statement, index, $0.baseAddress, UInt64($0.count)) }
      case .blob(let bytes): unsafe pinfold_sqlite_bind_blob(statement, index, bytes, UInt64(bytes.count))
      }
    if code != SQLITE_OK { bindingCode = code }
  }

  /// Goes to the next row, and returns whether there is one.
  package func step() throws(SQLiteError) -> Bool {
    if bindingCode != SQLITE_OK { throw database.error(bindingCode) }
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw database.error(code) }
    return code == SQLITE_ROW
  }

  /// Runs it to its end, after which it can be run again with other values. A parameter without a value is
  /// NULL.
  package func run() throws(SQLiteError) {
    while try step() {}
    unsafe sqlite3_reset(statement)
    unsafe sqlite3_clear_bindings(statement)
  }

  package enum Kind { case null, integer, number, text, blob }

  package func kind(_ column: Int) -> Kind {
    switch unsafe sqlite3_column_type(statement, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .number
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func value(_ column: Int) -> SQLiteValue {
    switch kind(column) {
    case .null: .null
    case .integer: .integer(integer(column))
    case .number: .number(number(column))
    case .text: .text(text(column) ?? "")
    case .blob: .blob(withView(column) { Array($0) })
    }
  }

  /// A value of the row as a whole number; 0 for what is none.
  package func integer(_ column: Int) -> Int { Int(unsafe sqlite3_column_int64(statement, Int32(column))) }

  /// A value of the row as a number; 0 for what is none.
  package func number(_ column: Int) -> Double { unsafe sqlite3_column_double(statement, Int32(column)) }

  /// A value of the row as a text; nil for NULL.
  package func text(_ column: Int) -> String? {
    kind(column) == .null ? nil : withView(column, \.text)
  }

  /// Calls a body with the bytes of a blob or a text, none for NULL.
  func withView<Output>(_ column: Int, _ body: (Bytes) -> Output) -> Output {
    let index = Int32(column)
    // The count follows the pointer: a conversion to text may change it.
    let start =
      unsafe kind(column) == .blob
      ? sqlite3_column_blob(statement, index) : UnsafeRawPointer(sqlite3_column_text(statement, index))
    let count = Int(unsafe sqlite3_column_bytes(statement, index))
    return body(unsafe Bytes(raw: start, count: start == nil ? 0 : count))
  }
}
