internal import CSQLite
import Pinfold

/// A database of the system's SQLite, open for reading: a file, or bytes in memory.
///
/// Whatever the file holds, it cannot write, and a query in it stops when the reading has to.
final class SQLiteDatabase {
  private static let magic = Array("SQLite format 3\0".utf8)

  private let handle: OpaquePointer
  private let source: String
  private let context: RunContext
  // The database reads from it as long as it is open.
  private let buffer: ByteBuffer?

  /// Whether bytes begin as a database does.
  static func isDatabase(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  /// Opens a file. What another program has written and not yet moved into it is read too.
  init(path: String, source: String, context: RunContext) throws(DataError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .outOfMemory(source) }
    (handle, self.source, self.context, buffer) = (opened, source, context, nil)
    if code != SQLITE_OK { throw failure(code) }
    distrust()
  }

  /// Opens bytes.
  init(_ buffer: ByteBuffer, source: String, context: RunContext) throws(DataError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw .outOfMemory(source) }
    (handle, self.source, self.context, self.buffer) = (opened, source, context, buffer)
    if code != SQLITE_OK { throw failure(code) }
    // The log beside a file is not with its bytes: these say that there is none, or nothing would be read.
    if buffer.count > 19 {
      buffer.start[18] = 1
      buffer.start[19] = 1
    }
    let size = sqlite3_int64(buffer.count)
    let flags = UInt32(SQLITE_DESERIALIZE_READONLY)
    let given = sqlite3_deserialize(handle, "main", buffer.start, size, size, flags)
    if given != SQLITE_OK { throw failure(given) }
    distrust()
  }

  deinit { sqlite3_close_v2(handle) }

  private func distrust() {
    pinfold_sqlite_distrust(handle)
    let instructions: Int32 = 100_000
    sqlite3_progress_handler(
      handle, instructions,
      { database in
        guard let database else { return 0 }
        let context = Unmanaged<SQLiteDatabase>.fromOpaque(database).takeUnretainedValue().context
        return (try? context.check()) == nil ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The error of a code that SQLite returned.
  fileprivate func failure(_ code: Int32) -> DataError {
    switch code & 0xFF {
    case SQLITE_NOMEM: return .outOfMemory(source)
    case SQLITE_INTERRUPT:
      do { try context.checkReading() } catch { return error }
    default: break
    }
    return .damaged(source, format: "GeoPackage", reason: String(cString: sqlite3_errmsg(handle)))
  }

  /// Prepares a query.
  func query(_ text: String) throws(DataError) -> Query {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    return Query(database: self, statement: statement)
  }

  /// A name as SQL writes it, whatever characters it has.
  static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  /// A query and the row that it is at.
  final class Query {
    private let database: SQLiteDatabase
    private let statement: OpaquePointer

    fileprivate init(database: SQLiteDatabase, statement: OpaquePointer) {
      self.database = database
      self.statement = statement
    }

    deinit { sqlite3_finalize(statement) }

    /// Goes to the next row; returns whether there is one.
    func step() throws(DataError) -> Bool {
      let code = sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: return true
      case SQLITE_DONE: return false
      default: throw database.failure(code)
      }
    }

    /// Gives a parameter, from 1, its value.
    func bind(_ index: Int, _ value: Double) { sqlite3_bind_double(statement, Int32(index), value) }

    /// An element of the row as a text; nil where it is missing.
    func text(_ column: Int) -> String? {
      sqlite3_column_text(statement, Int32(column)).map { String(cString: $0) }
    }

    /// An element of the row as a whole number; 0 where it is none.
    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, Int32(column))) }

    /// The bytes of an element, until the next step; nil where it holds none.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
      guard sqlite3_column_type(statement, Int32(column)) == SQLITE_BLOB,
        let start = sqlite3_column_blob(statement, Int32(column))
      else { return nil }
      return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(column))))
    }

    /// Adds an element of the row to a column.
    ///
    /// - Parameter isBoolean: whether 0 and 1 are truth values.
    func append(_ index: Int, to cells: inout CellColumn, isBoolean: Bool) {
      let column = Int32(index)
      switch sqlite3_column_type(statement, column) {
      case SQLITE_INTEGER:
        let value = sqlite3_column_int64(statement, column)
        if isBoolean && (value == 0 || value == 1) { cells.append(value == 1) } else { cells.append(value) }
      case SQLITE_FLOAT: cells.append(sqlite3_column_double(statement, column))
      case SQLITE_TEXT:
        // The text first: it may change the number of its bytes.
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        cells.append(text: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
      default: break
      }
    }
  }
}
