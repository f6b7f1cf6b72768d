import Foundation
import GRDB
import PinfoldData
import PinfoldEvaluation

extension StudyManifest {
  /// The manifest as it is written: keys in order, and null for what is not known.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension StudyStore {
  /// The name of the manifest beside the database.
  public static let manifestName = "manifest.json"

  /// What was run, on what, and by what.
  ///
  /// - Throws: ``StudyError/noStudy(_:)`` where the run was killed before it wrote one.
  public func manifest() throws(StudyError) -> StudyManifest {
    try read { db in
      let text = try db.entry("manifest")
      if text.isEmpty { throw StudyError.noStudy(folder) }
      return try JSONDecoder().decode(StudyManifest.self, from: Data(text.utf8))
    }
  }

  /// Writes a manifest into the database, and beside it.
  func save(_ manifest: StudyManifest) throws(StudyError) {
    let text = manifest.json
    try write { try $0.set("manifest", text) }
    do {
      try AtomicFile.write(text + "\n", to: "\(folder)/\(Self.manifestName)", isDurable: true)
    } catch {
      throw .cannotWrite("\(folder)/\(Self.manifestName)", reason: error.description)
    }
  }

  /// The digest of all frames, once every cell is finished: of a line for each frame, `cell/frame hash`, in the order of
  /// cells, and one for each cell that failed, `cell failed`.
  func framesDigest(of cells: Int) throws(StudyError) -> StudyManifest.Digested? {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT cell.id, frame.place, frame.exact_sha256, cell.failure IS NOT NULL AS failed FROM cell
          LEFT JOIN frame ON frame.cell = cell.id ORDER BY cell.id, frame.place
          """)
      guard Set(rows.map { $0["id"] as Int }).count == cells else { return nil }
      var text = ""
      var count = 0
      var lastFailure: Int?
      for row in rows {
        let cell: Int = row["id"]
        if row["failed"] && cell != lastFailure {
          text += "\(cell) failed\n"
          lastFailure = cell
        }
        guard let place: Int = row["place"] else { continue }
        text += "\(cell)/\(place) \(row["exact_sha256"] as String)\n"
        count += 1
      }
      return StudyManifest.Digested(sha256: Digest(of: text.utf8).description, count: count)
    }
  }
}

extension Database {
  /// An entry of the table `study`; empty where there is none.
  func entry(_ key: String) throws -> String {
    try String.fetchOne(self, sql: "SELECT value FROM study WHERE key = ?", arguments: [key]) ?? ""
  }

  /// Sets an entry of the table `study`.
  func set(_ key: String, _ value: String) throws {
    try execute(sql: "INSERT OR REPLACE INTO study VALUES (?, ?)", arguments: [key, value])
  }
}
