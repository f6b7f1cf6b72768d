import Foundation
import GRDB
import Pinfold
import PinfoldEvaluation

/// The database of a study: a SQLite file in a folder of its own.
///
/// Each finished run is one transaction with a write-ahead log, and with `synchronous` at FULL, so that a run
/// that was reported as done is on the disk even if the power fails: it costs a flush for each run, which is
/// nothing against the time that a run takes. A process that is killed loses the runs under way, and no
/// other.
public final class StudyStore: Sendable {
  /// The name of the database in its folder.
  public static let fileName = "study.sqlite"

  /// The folder.
  public let folder: String

  private let database: DatabasePool

  /// The folder of a copy that is read in place of a database that cannot be written; nil for none.
  private let copy: String?

  /// Opens the study in a folder.
  ///
  /// - Throws: ``StudyError/noStudy(_:)``, or the error of the database.
  public convenience init(in folder: String) throws(StudyError) {
    guard FileManager.default.fileExists(atPath: Self.path(in: folder)) else { throw .noStudy(folder) }
    try self.init(opening: folder)
    let schema = try read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    if schema == 0 { throw .noStudy(folder) }
  }

  /// Opens the database in a folder that exists, or makes an empty one.
  init(opening folder: String) throws(StudyError) {
    self.folder = folder
    var configuration = Configuration()
    configuration.label = "study"
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    copy = try Self.copyIfReadOnly(folder)
    do {
      database = try DatabasePool(path: Self.path(in: copy ?? folder), configuration: configuration)
    } catch {
      throw Self.error(error, folder)
    }
    let schema = try read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard schema == 0 || schema == StudySchema.version else {
      throw .otherSchema(Self.path(in: folder), found: schema, known: StudySchema.version)
    }
    let verdict = try read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") ?? "" }
    if verdict != "ok" { throw .damaged(Self.path(in: folder), reason: verdict) }
  }

  deinit {
    if let copy { try? FileManager.default.removeItem(atPath: copy) }
  }

  /// Copies a database on read-only media, such as an archive, to a temporary folder: SQLite writes beside a
  /// database even to read it.
  private static func copyIfReadOnly(_ folder: String) throws(StudyError) -> String? {
    let files = FileManager.default
    let file = path(in: folder)
    guard files.fileExists(atPath: file), access(folder, W_OK) != 0 || access(file, W_OK) != 0 else {
      return nil
    }
    let copy = files.temporaryDirectory.appending(path: "pinfold-\(UUID().uuidString)").path
    do {
      try files.createDirectory(atPath: copy, withIntermediateDirectories: false)
      // What the last process did not merge is in the log beside it.
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

  /// Reads in one consistent view of the database.
  func read<Output>(_ body: (Database) throws -> Output) throws(StudyError) -> Output {
    do { return try database.read(body) } catch { throw Self.error(error, folder) }
  }

  /// Writes in one transaction.
  func write<Output>(_ body: (Database) throws -> Output) throws(StudyError) -> Output {
    do { return try database.write(body) } catch { throw Self.error(error, folder) }
  }

  private static func error(_ error: any Error, _ folder: String) -> StudyError {
    if let error = error as? StudyError { return error }
    let path = path(in: folder)
    guard let error = error as? DatabaseError else { return .damaged(path, reason: "\(error)") }
    let reason = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_PERM:
      return .cannotWrite(path, reason: reason)
    case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy(folder)
    default: return .damaged(path, reason: reason)
    }
  }
}

/// Keeps a second process out of a folder for as long as it lives, and no longer: the system forgets the lock
/// with the process.
final class StudyLock {
  private let descriptor: Int32

  init(_ folder: String) throws(StudyError) {
    descriptor = open("\(folder)/study.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotWrite("\(folder)/study.lock", reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy(folder)
    }
  }

  deinit { close(descriptor) }
}
