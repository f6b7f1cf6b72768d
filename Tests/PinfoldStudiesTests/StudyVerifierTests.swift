import Foundation
import Pinfold
import PinfoldEvaluation
import PinfoldStudies
import TestSupport
import Testing

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
          + "stored as 0.123456, and measured as "))
    #expect(outcome.problems[1] == "the digest of all values is not that of the manifest")
  }

  @Test("a frame under another one's number is found")
  func swapped() throws {
    let outcome = try study(
      """
      UPDATE frame SET content = (SELECT content FROM frame AS other
        WHERE other.run = frame.run AND other.number = 2) WHERE run = 3 AND number = 1
      """)
    let place = "cities(count=60,seed=3), grid(cellSize=50), zoom-ladder(steps=2) from z6, seed 2: "
    #expect(outcome.problems.contains("\(place)frame 2 is not the one whose digest is stored"))
    #expect(outcome.problems.allSatisfy { $0.hasPrefix(place) })
  }

  @Test("a frame whose digest was forged with it is found by the digest of all")
  func forgedDigest() throws {
    let outcome = try study(
      """
      UPDATE frame SET (content, exact_sha256, screen_sha256, markers) =
        (SELECT content, exact_sha256, screen_sha256, markers FROM frame AS other
          WHERE other.run = 3 AND other.number = 1) WHERE run = 3 AND number = 2
      """)
    #expect(outcome.problems.contains("the digest of all frames is not that of the manifest"))
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
    let note =
      "metric 'determinism(repeats=2,permutations=2)' runs strategies again, so that its values are not measured again"
    #expect(try verifier.verify().notes == [note])
    #expect(try verifier.verify().problems.isEmpty)
    try StudyDamage.execute("UPDATE score SET value = 0.5 WHERE value = 1", in: folder.path)
    #expect(
      try verifier.verify().problems.contains("the digest of all values is not that of the manifest"))
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
