import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldStudies
import TestSupport
import Testing

@Suite("Studies whose database was tampered with")
struct StudyDamageTests {
  /// A study with everything in it: failures, messages, timings, and a set of points on a plane.
  private final class Sample: Sendable {
    let plan: StudyDefinition
    private let folder = TemporaryFolder()

    init() throws {
      let file = folder.write("plane.csv", "x,y\n1,2\n3,4\n500,600\n501,600\n")
      plan = try makeStudy(
        """
        { "datasets": [{ "generate": "cities", "count": [20, 40] }, { "path": "\(file)", "planar": true }],
          "strategies": [{ "name": "grid", "cellSize": [40, 80] }, "kmeans", "broken-view"],
          "cameras": ["still", { "name": "zoom-ladder", "steps": 2 }], "seeds": [1, 2],
          "primary": ["overlap.share"], "metrics": ["conservation", "overlap", "quantization", "markers", "churn"],
          "timing": { "builds": 1, "passes": 1 } }
        """)
      _ = try StudyRunner(plan, in: "\(folder.path)/study").run()
      try StudyDamage.expose("\(folder.path)/study")
    }

    /// A copy of the study.
    func copy(to other: TemporaryFolder) throws -> String {
      let path = "\(other.path)/\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/study/study.sqlite", toPath: "\(path)/study.sqlite")
      return path
    }
  }

  private static let sample = Result { try Sample() }

  private let folder = TemporaryFolder()

  @Test(
    "are refused with the table, the row, the column and the value",
    arguments: [
      (
        "UPDATE frame SET width = '[]' WHERE run = 3 AND number = 0", "frame", "run 3, number 0", "width",
        "\"[]\""
      ),
      (
        "UPDATE seed SET value = 'xxxx' WHERE id = 1", "seed", "id 1", "value",
        "\"xxxx\" is not a whole number"
      ),
      (
        "UPDATE run SET camera = '<script>' WHERE id = 2", "run", "id 2", "camera",
        "\"<script>\" is not an index"
      ),
      ("UPDATE run SET dataset = 7 WHERE id = 2", "run", "id 2", "dataset", "7 is not an index below 3"),
      ("UPDATE run SET id = 900 WHERE id = 2", "run", "id 900", "id", "900 is not 2"),
      (
        "UPDATE dataset SET points = -1 WHERE id = 0", "dataset", "id 0", "points", "-1 is not a whole number"
      ),
      (
        "UPDATE dataset SET sha256 = 'ab' WHERE id = 0", "dataset", "id 0", "sha256",
        "\"ab\" is not a SHA-256"
      ),
      (
        "UPDATE strategy SET capabilities = 'nested,wet'", "strategy", "id 0", "capabilities",
        "capability 'wet'"
      ),
      (
        "UPDATE measure SET better = 'best' WHERE id = 1", "measure", "id 1", "better",
        "is none of: higher, lower"
      ),
      ("UPDATE frame SET zoom = 99 WHERE run = 0", "frame", "run 0, number 0", "zoom", "cannot be shown"),
      (
        "UPDATE frame SET conserving = 2 WHERE run = 0", "frame", "run 0, number 0", "conserving",
        "2 is not a whole"
      ),
      (
        "UPDATE sample SET seconds = 9e999", "sample", "kind \"build\", number 0", "seconds",
        "inf is not a number"
      ),
      (
        "ALTER TABLE frame RENAME COLUMN markers TO m", "frame", "run 0, number 0", "markers",
        "no such column"
      ),
    ])
  func refused(sql: String, table: String, key: String, column: String, problem: String) throws {
    let path = try Self.sample.get().copy(to: folder)
    try StudyDamage.execute(sql, in: path)
    let message = failure { try StudyStore(in: path).results() }
    #expect(message.hasPrefix("\(path)/study.sqlite: the database is damaged (table '\(table)', row with "))
    #expect(message.contains(key) && message.contains("column '\(column)': "), "\(message)")
    #expect(message.contains(problem), "\(message)")
  }

  @Test("are refused by scores too, where clusters cannot be restored or settings cannot be read")
  func scores() throws {
    func message(_ sql: String) throws -> String {
      let path = try Self.sample.get().copy(to: folder)
      try StudyDamage.execute(sql, in: path)
      let scorer = StudyScorer(
        try MetricDefinition.all(Node(.text("nesting"), place: "test"), in: studyRegistry))
      return failure { try scorer.score(StudyStore(in: path), registry: studyRegistry) }
    }
    #expect(
      try message("UPDATE frame SET content = x'00' WHERE run = 0")
        .contains("column 'content': a blob of 1 bytes is not a frame of these points"))
    #expect(try message("UPDATE frame SET content = 7").contains("column 'content': 7 is not a blob"))
    #expect(
      try message("UPDATE study SET value = '1 2 1e99' WHERE key = 'style'").contains("not a marker style"))
    #expect(
      try message("UPDATE study SET value = '-1' WHERE key = 'rerun frames'").contains(
        "not a number of frames"))
    #expect(
      try message("UPDATE dataset SET definition = '[]'").contains("takes a path, or a table"))
  }

  @Test(
    "give a report where scores are as large or as small as numbers can be",
    arguments: [
      "1.7e308 * (1 - 2 * (run % 2))", "1e300 * (1 - 2 * (run % 2))", "1e17", "5e-324 * (run % 2)",
      "-1e300",
    ])
  func extremes(value: String) throws {
    let path = try Self.sample.get().copy(to: folder)
    try StudyDamage.execute("UPDATE score SET value = \(value), reason = NULL", in: path)
    let results = try StudyStore(in: path).results()
    #expect(StudyReport(results).html.contains("</html>"))
  }

  @Test("never trap, whatever was done to them")
  func anything() throws {
    // `FUZZ_SECONDS=600 swift test --filter StudyDamageTests` tries as long as that, `FUZZ_SEED` does other
    // damage.
    let environment = ProcessInfo.processInfo.environment
    let seconds = environment["FUZZ_SECONDS"].flatMap(Double.init)
    let first = environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 0
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    let scorer = StudyScorer(
      try MetricDefinition.all(Node(.text("nesting"), place: "test"), in: studyRegistry))
    let sample = try Self.sample.get()
    var refusals = 0
    var round = 0
    while end.map({ ContinuousClock.now < $0 }) ?? (round < 20) {
      round += 1
      let seed = first &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let path = try sample.copy(to: folder)
      defer { try? FileManager.default.removeItem(atPath: path) }
      do { try StudyDamage.damage(path, &random) } catch { continue }
      let failures = [
        failure { try StudyStore(in: path).status() },
        failure {
          let store = try StudyStore(in: path)
          let results = try store.results()
          let report = StudyReport(
            results, gallery: StudyGallery(restoring: store, results, registry: studyRegistry))
          return (report.html, report.markdown(), report.csv())
        },
        failure { try scorer.score(StudyStore(in: path), registry: studyRegistry) },
        failure { try StudyRunner(sample.plan, in: path).run() },
      ].filter { !$0.isEmpty }
      refusals += failures.isEmpty ? 0 : 1
      for failure in failures {
        #expect(failure.contains(path) || failure.contains("dataset"), "seed \(seed): \(failure)")
      }
    }
    #expect(refusals > round / 4)
  }

  /// The message of an error; empty where there is none.
  private func failure<Output>(_ body: () throws -> Output) -> String {
    do {
      _ = try body()
      return ""
    } catch {
      return "\(error)"
    }
  }
}
