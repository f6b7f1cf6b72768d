import Foundation
import Pinfold
import PinfoldData
import PinfoldEvaluation
import Synchronization

/// The database of a study: a SQLite file in a folder of its own.
///
/// Each finished run is one transaction with a write-ahead log, and with `synchronous` at FULL, so that a run
/// reported as done is on the disk even after a power failure: it costs one flush per run, which is
/// negligible. A killed process loses only its unfinished runs.
public final class StudyStore: Sendable {
  /// The name of the database in its folder.
  public static let fileName = "study.sqlite"

  /// The folder.
  public let folder: String

  private let writer: SQLiteDatabase
  private let writing = Mutex(())
  private let idleReaders = Mutex<[SQLiteDatabase]>([])

  /// The folder of a copy that is read in place of a database that cannot be written; nil for none.
  private let copy: String?

  /// Opens the study in a folder.
  ///
  /// - Throws: ``StudyError/noStudy(_:)``, or the error of the database.
  public convenience init(in folder: String) throws(StudyError) {
    guard FileManager.default.fileExists(atPath: Self.path(in: folder)) else { throw .noStudy(folder) }
    try self.init(opening: folder)
    if try schema() == 0 { throw .noStudy(folder) }
  }

  /// Opens the database in a folder that exists, or makes an empty one.
  init(opening folder: String) throws(StudyError) {
    self.folder = folder
    copy = try Self.copyIfReadOnly(folder)
    do {
      writer = try SQLiteDatabase(path: Self.path(in: copy ?? folder), .writing)
      try writer.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    } catch {
      throw Self.error(error, folder)
    }
    let schema = try schema()
    guard schema == 0 || schema == StudySchema.version else {
      throw .otherSchema(Self.path(in: folder), found: schema, known: StudySchema.version)
    }
    let verdict = try read { try $0.values("PRAGMA quick_check(1)").first?.text ?? "" }
    if verdict != "ok" { throw .damaged(Self.path(in: folder), reason: verdict) }
  }

  /// Whether a copy is read in place of a database that cannot be written.
  var isReadOnly: Bool { copy != nil }

  deinit {
    if let copy { try? FileManager.default.removeItem(atPath: copy) }
  }

  /// Copies a database on read-only media, such as an archive, to a temporary folder, because SQLite writes
  /// next to a database even to read it.
  private static func copyIfReadOnly(_ folder: String) throws(StudyError) -> String? {
    let files = FileManager.default
    let file = path(in: folder)
    guard files.fileExists(atPath: file), unsafe access(folder, W_OK) != 0 || access(file, W_OK) != 0 else {
      return nil
    }
    let copy = files.temporaryDirectory.appending(path: "pinfold-\(UUID().uuidString)").path
    do {
      try files.createDirectory(atPath: copy, withIntermediateDirectories: false)
      // Data that the last process did not merge is in the log file.
      for suffix in ["", "-wal"] where files.fileExists(atPath: file + suffix) {
        try files.copyItem(atPath: file + suffix, toPath: path(in: copy) + suffix)
        try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path(in: copy) + suffix)
      }
    } catch {
      try? files.removeItem(atPath: copy)
      throw .cannotWrite(copy, reason: error.localizedDescription)
    }
    return copy
  }

  private static func path(in folder: String) -> String { "\(folder)/\(fileName)" }

  /// The version of the schema; 0 for an empty database.
  func schema() throws(StudyError) -> Int {
    try read { try $0.values("PRAGMA user_version").first?.integer ?? 0 }
  }

  /// Reads in one consistent view of the database, whatever is written meanwhile.
  func read<Output>(_ body: (SQLiteDatabase) throws -> Output) throws(StudyError) -> Output {
    do {
      let reader = try idleReaders.withLock { $0.popLast() } ?? newReader()
      defer { idleReaders.withLock { $0.append(reader) } }
      return try reader.transaction(.reading) { try body(reader) }
    } catch {
      throw Self.error(error, folder)
    }
  }

  private func newReader() throws(SQLiteError) -> SQLiteDatabase {
    let reader = try SQLiteDatabase(path: Self.path(in: copy ?? folder), .writing)
    // The last process to close the database locks it while it moves the log into it.
    reader.setBusyTimeout(seconds: 10)
    try reader.execute("PRAGMA query_only = ON")
    return reader
  }

  /// Writes in one transaction.
  func write<Output>(_ body: (SQLiteDatabase) throws -> Output) throws(StudyError) -> Output {
    // `withLock` would have to send the output.
    var result: Result<Output, any Error>?
    writing.withLock { _ in result = Result { try writer.transaction(.writing) { try body(writer) } } }
    do { return try result!.get() } catch { throw Self.error(error, folder) }
  }

  private static func error(_ error: any Error, _ folder: String) -> StudyError {
    if let error = error as? StudyError { return error }
    let path = path(in: folder)
    guard let error = error as? SQLiteError else { return .damaged(path, reason: "\(error)") }
    return switch error.kind {
    case .file: .cannotWrite(path, reason: error.message)
    case .busy: .busy(folder)
    case .outOfMemory, .interrupted, .content: .damaged(path, reason: error.message)
    }
  }
}

/// Keeps a second process out of a folder for as long as it lives, and no longer: the system forgets the lock
/// with the process.
final class StudyLock {
  private let descriptor: Int32

  init(_ folder: String) throws(StudyError) {
    descriptor = unsafe open("\(folder)/study.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotWrite("\(folder)/study.lock", reason: unsafe String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy(folder)
    }
  }

  deinit { close(descriptor) }
}
