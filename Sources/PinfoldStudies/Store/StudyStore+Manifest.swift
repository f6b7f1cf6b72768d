import Foundation
import PinfoldData
import PinfoldEvaluation

extension StudyManifest {
  /// The manifest as text: keys in order, and null for unknown facts.
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
      guard let manifest = StudyManifest(json: Data(text.utf8)) else {
        throw StudyError.damaged(folder, reason: "table 'study', row with key 'manifest': not a manifest")
      }
      return manifest
    }
  }

  /// Writes a manifest into the database, and beside it. Its log is appended to events that another process
  /// has added in the meantime.
  func save(_ manifest: StudyManifest) throws(StudyError) {
    try changeManifest { stored in
      var manifest = manifest
      if let stored { manifest.putLog(behind: stored.log ?? []) }
      return manifest
    }
  }

  /// Replaces the manifest in one transaction, so that no two processes overwrite each other's changes.
  ///
  /// - Parameter change: makes the new one of the stored one, which is nil before there is any; nil for no
  ///   change.
  func changeManifest(_ change: (StudyManifest?) throws -> StudyManifest?) throws(StudyError) {
    let path = "\(folder)/\(Self.manifestName)"
    try write { db in
      let stored = StudyManifest(json: Data(try db.entry("manifest").utf8))
      guard let text = try change(stored)?.json else { return }
      try db.set("manifest", text)
      do {
        try AtomicFile.write(text + "\n", to: path, isDurable: true)
      } catch {
        throw StudyError.cannotWrite(path, reason: "\(error)")
      }
    }
  }

  /// The digest of all frames, once every run is finished: of a line for each frame, `run/frame hash`, in
  /// the order of runs, after one for each run that failed, `run failed`, or was tuned, `run size`. The run
  /// is its identity, so that a frame counts only as what it is of.
  func framesDigest(of runs: Int) throws(StudyError) -> StudyManifest.Digested? {
    try read { db in
      let finished = try db.readRows(of: .run) { row in
        (
          id: try row.count("id"), identity: try row.digest("sha256"),
          size: try row.optional("size", row.text), failed: try row.optional("failure", row.text) != nil
        )
      }
      guard finished.count == runs else { return nil }
      let frames = try db.readRows(of: .frame) { row in
        (
          run: try row.count("run"), number: try row.count("number"),
          digest: try row.digest("exact_sha256")
        )
      }
      let framesOfRun = Dictionary(grouping: frames, by: \.run)
      var text = ""
      var count = 0
      for run in finished {
        if run.failed { text += "\(run.identity) failed\n" }
        if let size = run.size { text += "\(run.identity) \(size)\n" }
        for frame in framesOfRun[run.id] ?? [] {
          text += "\(run.identity)/\(frame.number) \(frame.digest)\n"
          count += 1
        }
      }
      return StudyManifest.Digested(sha256: Digest(of: text.utf8).description, count: count)
    }
  }
}

extension StudyStore {
  /// The digest of all values: of a line for each, `run measure/frame value`, in the order of the table's
  /// key; the run is its identity, the measure its label and version, the value the digits of its bits, or
  /// the reason why there is none.
  func scoresDigest() throws(StudyError) -> StudyManifest.Digested {
    try read { db in
      let runs = Dictionary(
        try db.readRows(of: .run) { (try $0.count("id"), try $0.digest("sha256")) }
      ) { first, _ in first }
      let measures = try db.readList(of: .measure) { "\(try $0.text("label")) \(try $0.text("version"))" }
      var hash = SHA256()
      var count = 0
      _ = try db.readRows(of: .score) { row in
        guard let run = runs[try row.count("run")] else {
          throw row.error("run", "is not the id of a run")
        }
        let measure = measures[try row.index("measure", of: measures.count)]
        let number = try row.count("number")
        let value = try row.optionalNumber("value")
        let text = [
          value.map { String($0.bitPattern, radix: 16) }, try row.optional("reason", row.text),
        ].compactMap { $0 }.joined(separator: " ")
        hash.update("\(run) \(measure)/\(number) \(text)\n".utf8)
        count += 1
      }
      return StudyManifest.Digested(sha256: hash.finish().description, count: count)
    }
  }
}

extension SQLiteDatabase {
  /// An entry of the table `study`; empty where there is none.
  func entry(_ key: String) throws -> String {
    try readRows(of: .study, where: "key = ?", [key]) { try $0.text("value") }.first ?? ""
  }

  /// Sets an entry of the table `study`.
  func set(_ key: String, _ value: String) throws {
    try insert(.study, [key, value], replacing: true)
  }
}

extension StudyStore {
  /// Adds to the log that results were reported, unless nothing has changed since that was done last.
  ///
  /// - Returns: why it could not be done; nil where it was.
  package func recordReport() -> String? {
    guard !isReadOnly else { return "the report is not in the study's log, as the folder cannot be written" }
    do {
      let runs = try finishedRuns().count
      try changeManifest { stored in
        guard var manifest = stored else { throw StudyError.noStudy(folder) }
        if let last = manifest.log?.last, last.event == .reported, last.runs == runs { return nil }
        manifest.add(.reported, runs: runs)
        return manifest
      }
      return nil
    } catch {
      return "the report is not in the study's log: \(error)"
    }
  }
}
