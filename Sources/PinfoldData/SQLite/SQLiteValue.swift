internal import CSQLite

package enum SQLiteValue: SQLiteConvertible, Hashable, Sendable {
  case null
  case integer(Int)
  case number(Double)
  case text(String)
  case blob([UInt8])

  package var integer: Int? { if case .integer(let number) = self { number } else { nil } }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var sqliteValue: SQLiteValue { self }
}

/// A type whose values can be stored in a database.
package protocol SQLiteConvertible {
  var sqliteValue: SQLiteValue { get }
}

extension Int: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self) }
}

extension Bool: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .number(self) }
}

extension String: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .text(self) }
}

extension [UInt8]: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { .blob(self) }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
  package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}

package struct SQLiteError: Error, CustomStringConvertible {
  /// The possible reactions to an error.
  package enum Kind: Sendable {
    /// The file cannot be opened, read or written.
    case file
    /// Another connection has a lock.
    case busy
    case outOfMemory
    /// The statement was stopped.
    case interrupted
    /// The database or the statement is wrong.
    case content
  }

  package let kind: Kind
  package let message: String

  /// The file, or the name of what is in memory.
  package let source: String

  init(code: Int32, message: String, source: String) {
    // The other bits only refine it.
    kind =
      switch code & 0xFF {
      case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR, SQLITE_PERM: .file
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_NOMEM: .outOfMemory
      case SQLITE_INTERRUPT: .interrupted
      default: .content
      }
    (self.message, self.source) = (message, source)
  }

  package var description: String { "\(source): \(message)" }
}
