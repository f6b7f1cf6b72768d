import Foundation
import GRDB
import PinfoldData
import PinfoldEvaluation

extension StudyManifest {
  /// The manifest as it is written: keys in order, and null for unknown facts.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension StudyStore {
  /// The name of the manifest beside the database.
  package static let manifestName = "manifest.json"

  /// Reads the manifest.
  ///
  /// - Throws: ``StudyError/noStudy(_:)`` where the study was killed before it wrote one.
  package func manifest() throws(StudyError) -> StudyManifest {
    try read { db in
      let text = try db.entry("manifest")
      if text.isEmpty { throw StudyError.noStudy(folder) }
      do {
        return try JSONDecoder().decode(StudyManifest.self, from: Data(text.utf8))
      } catch {
        throw StudyError.damaged(folder, reason: "table 'study', row with key 'manifest': not a manifest")
      }
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

  /// The digest of all frames, once every run is finished: of a line for each frame, `cell/frame hash`, in
  /// the order of runs, and one for each run that failed, `cell failed`.
  func framesDigest(of cells: Int) throws(StudyError) -> StudyManifest.Digested? {
    try read { db in
      let finished = try db.readRows(of: .cell) { row in
        (id: try row.integer("id", in: 0...Int.max), failed: try row.optional("failure", row.text) != nil)
      }
      guard finished.count == cells else { return nil }
      let frames = try db.readRows(of: .frame) { row in
        (
          cell: try row.integer("cell", in: 0...Int.max), place: try row.integer("place", in: 0...Int.max),
          digest: try row.digest("exact_sha256")
        )
      }
      let framesOfCell = Dictionary(grouping: frames, by: \.cell)
      var text = ""
      var count = 0
      for cell in finished {
        if cell.failed { text += "\(cell.id) failed\n" }
        for frame in framesOfCell[cell.id] ?? [] {
          text += "\(cell.id)/\(frame.place) \(frame.digest)\n"
          count += 1
        }
      }
      return StudyManifest.Digested(sha256: Digest(of: text.utf8).description, count: count)
    }
  }
}

extension Database {
  /// An entry of the table `study`; empty where there is none.
  func entry(_ key: String) throws -> String {
    try readRows(of: .study, where: "key = ?", [key]) { try $0.text("value") }.first ?? ""
  }

  /// Sets an entry of the table `study`.
  func set(_ key: String, _ value: String) throws {
    try execute(sql: "INSERT OR REPLACE INTO study VALUES (?, ?)", arguments: [key, value])
  }
}
