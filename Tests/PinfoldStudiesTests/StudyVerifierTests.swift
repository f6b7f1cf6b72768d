import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

@Suite("Verification of studies")
struct StudyVerifierTests {
  private let folder = TemporaryFolder()

  private func study(_ sql: String = "") throws -> StudyVerification {
    _ = try StudyRunner(makeSmallStudy(), in: folder.path).run()
    if !sql.isEmpty { try StudyDamage.execute(sql, in: folder.path) }
    return try StudyVerifier(StudyStore(in: folder.path), registry: studyRegistry).verify(
      context: RunContext(threads: 2))
  }

  @Test("a study that nobody touched holds")
  func whole() throws {
    let outcome = try study()
    #expect(outcome.problems.isEmpty && outcome.notes.isEmpty)
    #expect(outcome.runs == 24 && outcome.frames == 48)
    // Conservation and overlap have 7 measures of each frame, nesting and churn 6 of each of the ladders'
    // pairs.
    #expect(outcome.values == 48 * 8 + 24 * 6)
  }

  @Test("a forged value is found by measuring again and by the digest, and nothing else is blamed")
  func forged() throws {
    let outcome = try study(
      """
      UPDATE score SET value = 0.123456 WHERE run = 3 AND number = 2 AND measure =
        (SELECT id FROM measure WHERE label = 'overlap.share')
      """)
    #expect(outcome.problems.count == 2)
    #expect(
      outcome.problems[0].hasPrefix(
        "cities(count=60,seed=3), grid(cellSize=50), zoom-ladder(steps=2) from z6, seed 2: overlap.share of frame 3 is "
          + "stored as 0.123456, but measured as "))
    #expect(outcome.problems[1] == "the digest of all values does not match the manifest")
  }

  @Test("a frame in the place of another one is found")
  func swapped() throws {
    let outcome = try study(
      """
      UPDATE frame SET content = (SELECT content FROM frame AS other
        WHERE other.run = 3 AND other.number = 0) WHERE run = 3 AND number = 1
      """)
    let place = "cities(count=60,seed=3), grid(cellSize=50), zoom-ladder(steps=2) from z6, seed 2: "
    #expect(outcome.problems.contains("\(place)frame 2 does not match its stored digest"))
    #expect(outcome.problems.allSatisfy { $0.hasPrefix(place) })
  }

  @Test("a frame whose digest was forged with it is found by the digest of all")
  func forgedDigest() throws {
    let outcome = try study(
      """
      UPDATE frame SET (content, exact_sha256, screen_sha256, markers) =
        (SELECT content, exact_sha256, screen_sha256, markers FROM frame AS other
          WHERE other.run = 3 AND other.number = 0) WHERE run = 3 AND number = 2
      """)
    #expect(outcome.problems.contains("the digest of all frames does not match the manifest"))
  }

  @Test("what cannot be measured again is said, and its forged values are found by the digest")
  func unverified() throws {
    let plan = try makeStudy(
      """
      { "datasets": [{ "generate": "cities", "count": 30 }], "strategies": ["grid"],
        "metrics": ["overlap", "determinism(repeats=2,permutations=2)"] }
      """)
    let store = try StudyRunner(plan, in: folder.path).run()
    let verifier = StudyVerifier(store, registry: studyRegistry)
    #expect(try verifier.verify().outcome == .holds)
    #expect(
      try verifier.verify().unproved.contains(
        "values of determinism(repeats=2,permutations=2) beyond their digest, because strategies would have to run again"
      ))
    try StudyDamage.execute(
      """
      UPDATE score SET value = 0.5 WHERE value = 1 AND measure IN
        (SELECT id FROM measure WHERE label LIKE 'determinism%')
      """, in: folder.path)
    #expect(
      try verifier.verify().problems.contains("the digest of all values does not match the manifest"))
    let again = try verifier.verify(rerunning: 1).problems
    #expect(
      again.contains {
        $0.contains("run again, it has different values of determinism(repeats=2,permutations=2).")
      },
      "\(again)")
  }

  @Test(
    "where data are gone or changed, or runs are not finished, nothing or a part is verified, and that is no proof"
  )
  func incomplete() throws {
    let file = folder.write("rows.csv", "lon,lat\n1,2\n3,4\n")
    let plan = try makeStudy(
      """
      { "datasets": ["\(file)", { "generate": "cities", "count": 30 }], "strategies": ["grid"],
        "metrics": ["overlap"] }
      """)
    let store = try StudyRunner(plan, in: folder.path).run()
    let verifier = StudyVerifier(store, registry: studyRegistry)
    #expect(try verifier.verify().outcome == .holds)
    _ = folder.write("rows.csv", "lon,lat\n1,2\n3,5\n")
    let changed = try verifier.verify()
    #expect(changed.outcome == .incomplete && changed.runs == 1)
    #expect(changed.notes.count == 1 && changed.notes[0].contains("have changed since the study was run"))
    try FileManager.default.removeItem(atPath: file)
    let gone = try verifier.verify()
    #expect(gone.outcome == .incomplete && gone.runs == 1 && gone.notes.count == 1)
    // A fault is a fault, whatever else could not be looked at.
    try StudyDamage.execute("UPDATE dataset SET licence = 'mine' WHERE id = 0", in: folder.path)
    #expect(try verifier.verify().outcome == .fails)

    let part = TemporaryFolder()
    var runner = StudyRunner(try makeSmallStudy(), in: part.path)
    runner.part = StudyPart("1/2")
    let half = try StudyVerifier(runner.run(), registry: studyRegistry).verify()
    #expect(half.outcome == .incomplete && half.runs == 12)
    #expect(
      half.notes == ["12 of 24 runs are not finished, so there is no digest of all frames and values"])
  }

  @Test("a manifest that is missing beside the database is a fault")
  func missingManifest() throws {
    _ = try study()
    try FileManager.default.removeItem(atPath: "\(folder.path)/manifest.json")
    let outcome = try StudyVerifier(StudyStore(in: folder.path), registry: studyRegistry).verify()
    #expect(outcome.problems == ["manifest.json is missing or is not JSON"])
  }

  // The superuser may write anywhere.
  @Test("a study on read-only media is read, and refuses to be scored", .enabled(if: getuid() != 0))
  func readOnly() throws {
    _ = try study()
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let store = try StudyStore(in: folder.path)
    #expect(try store.status().isComplete)
    #expect(try store.results().runs.count == 24)
  }
}
