import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import TestSupport
import Testing

@testable import PinfoldStudies

/// Every column of every table, and every member of the manifest, is forged once by itself.
@Suite("Forgeries of a study")
struct StudyForgeryTests {
  /// A study with something in every table: a failure, a message, timings, tuned sizes, rows without points.
  private final class Sample: Sendable {
    let folder = TemporaryFolder()
    let database: String
    let manifest: String

    init() throws {
      let file = folder.write("rows.csv", "lon,lat,w\n1,2,1\n3,4,2\n500,600,1\n1.2,2.1,1\n")
      let plan = try makeStudy(
        """
        { "name": "whole", "datasets": [{ "generate": "cities", "count": 40, "licence": "CC0" },
            { "path": "\(file)", "weight": "w", "licence": "CC0" }],
          "controls": false, "strategies": ["grid", { "name": "kmeans", "separate": { "padding": 4 } }],
          "cameras": ["still", { "name": "zoom-ladder", "steps": 1 }], "starts": ["fit"], "seeds": [1, 2],
          "primary": ["overlap.share ± 0.1"], "match": { "markers": 9 }, "combine": "mean",
          "metrics": ["overlap", "determinism(repeats=2,permutations=2)"],
          "timing": { "builds": 1, "passes": 1 } }
        """)
      let later = try MetricDefinition.all(Node(.text("markers"), place: "test"), in: studyRegistry)
      try StudyScorer(later).score(
        try StudyRunner(plan, in: "\(folder.path)/study").run(), registry: studyRegistry)
      manifest = try String(contentsOfFile: "\(folder.path)/study/manifest.json", encoding: .utf8)
      database = "\(folder.path)/study/study.sqlite"
      try StudyDamage.execute("PRAGMA journal_mode = DELETE", in: "\(folder.path)/study")
    }

    /// A copy of the study.
    func copy() throws -> String {
      let path = "\(folder.path)/\(UUID().uuidString)"
      try FileManager.default.copyItem(atPath: "\(folder.path)/study", toPath: path)
      return path
    }
  }

  private static let sample = Result { try Sample() }

  private func verification(of folder: String) throws -> StudyVerification {
    try StudyVerifier(StudyStore(in: folder), registry: studyRegistry).verify(context: RunContext(threads: 2))
  }

  /// Whether a forged study is not taken for a whole one.
  private func isSeen(_ folder: String) -> Bool {
    // A value that the study cannot have written is refused as damage.
    guard let verification = try? verification(of: folder) else { return true }
    return verification.outcome == .fails
  }

  @Test("a study that nobody touched holds, with a list of what that does not prove")
  func whole() throws {
    let outcome = try verification(of: Self.sample.get().copy())
    #expect(outcome.outcome == .holds, "\(outcome.problems) \(outcome.notes)")
    #expect(outcome.unproved.contains { $0.contains("determinism") })
    #expect(outcome.unproved.last == "that the strategies make these frames")
  }

  @Test("of every column are seen, or the column is on the list of what is not proved")
  func columns() throws {
    let sample = try Self.sample.get()
    let unproved = try verification(of: sample.copy()).unproved.joined(separator: "\n")
    let database = try SQLiteDatabase(path: sample.database, .writing)
    func texts(_ sql: String) throws -> [String] { try database.values(sql).compactMap(\.text) }
    let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table'").map { table in
      (
        table, try texts("SELECT name FROM pragma_table_info('\(table)')"),
        try texts("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk")
      )
    }
    #expect(tables.count == 15)
    var forgeries = 0
    for (table, columns, key) in tables {
      for column in columns {
        let isListed = unproved.contains("\(table).\(column)") || unproved.contains("\(table).*")
        for value in Self.forgeries(of: column, in: table) {
          let folder = try sample.copy()
          defer { try? FileManager.default.removeItem(atPath: folder) }
          let first = key.joined(separator: ", ")
          let sql = """
            UPDATE "\(table)" SET "\(column)" = \(value) WHERE (\(first)) IN
              (SELECT \(first) FROM "\(table)" ORDER BY "\(column)" IS NULL, \(first) LIMIT 1)
            """
          // What a constraint refuses is no forgery; neither is a value that was there before.
          let before = try content(of: table, in: folder)
          guard (try? StudyDamage.execute(sql, in: folder)) != nil,
            try content(of: table, in: folder) != before
          else { continue }
          forgeries += 1
          #expect(isListed || isSeen(folder), "\(table).\(column) = \(value)")
        }
      }
    }
    #expect(forgeries > 90)
  }

  /// Values that a column may have without being damaged, as SQL.
  private static func forgeries(of column: String, in table: String) -> [String] {
    [
      // Another row's, as swapped names are.
      "(SELECT other.\"\(column)\" FROM \"\(table)\" AS other WHERE other.\"\(column)\" IS NOT \"\(table)\".\"\(column)\" LIMIT 1)",
      """
      CASE typeof("\(column)") WHEN 'integer' THEN "\(column)" + 1 WHEN 'real' THEN "\(column)" + 0.5
        WHEN 'blob' THEN x'00' ELSE coalesce("\(column)", '') || '1' END
      """,
    ]
  }

  private func content(of table: String, in folder: String) throws -> [[SQLiteValue]] {
    let rows = try SQLiteDatabase(path: "\(folder)/study.sqlite", .writing)
      .statement("SELECT * FROM \"\(table)\"")
    var content: [[SQLiteValue]] = []
    while try rows.step() { content.append(rows.columns.indices.map(rows.value)) }
    return content
  }

  @Test("of every member of the manifest are seen in the file alone, and in file and database")
  func manifest() throws {
    let sample = try Self.sample.get()
    let unproved = try #require(
      try verification(of: sample.copy()).unproved.first { $0.contains("manifest: ") }?
        .split(separator: "manifest: ").last)
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(sample.manifest.utf8))
    let leaves = value.leaves
    #expect(leaves.count > 100)
    for path in leaves {
      let forged = String(decoding: try JSONEncoder().encode(value.forged(path)), as: UTF8.self)
      let isListed = unproved.contains(path.first ?? "")
      for isEverywhere in isListed ? [false] : [false, true] {
        let folder = try sample.copy()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try forged.write(toFile: "\(folder)/manifest.json", atomically: true, encoding: .utf8)
        if isEverywhere {
          let text = forged.replacing("'", with: "''")
          try StudyDamage.execute("UPDATE study SET value = '\(text)' WHERE key = 'manifest'", in: folder)
        }
        // A definition that makes no plan proves nothing.
        let outcome = (try? verification(of: folder))?.outcome ?? .fails
        #expect(outcome != .holds, "\(path.joined(separator: ".")), everywhere: \(isEverywhere)")
      }
    }
  }

  @Test("that swap the names of two strategies are seen")
  func swapped() throws {
    let folder = try Self.sample.get().copy()
    let swap = """
      replace(replace(replace(VALUE, 'kmeans(separate.padding=4)', '#'), 'grid', 'kmeans(separate.padding=4)'), '#', 'grid')
      """
    try StudyDamage.execute(
      """
      UPDATE strategy SET label = 'x' || label;
      UPDATE strategy SET label = \(swap.replacing("VALUE", with: "substr(label, 2)"));
      """, in: folder)
    let outcome = try verification(of: folder)
    #expect(
      outcome.problems.contains(
        "table 'strategy', row with id 0, column 'label': \"kmeans(separate.padding=4)\", but the definition gives \"grid\""
      ))
  }

  @Test("frames of another strategy, with all digests made anew, are seen only by running again")
  func otherFrames() throws {
    let folder = TemporaryFolder()
    func study(_ size: Int, _ name: String) throws -> StudyStore {
      let plan = try makeStudy(
        """
        { "datasets": [{ "generate": "cities", "count": 50 }], "metrics": ["markers"], "seeds": [1, 2],
          "controls": false, "strategies": [{ "name": "grid", "cellSize": \(size) }, "none"] }
        """)
      return try StudyRunner(plan, in: "\(folder.path)/\(name)").run()
    }
    let (store, other) = (try study(40, "mine"), try study(300, "other"))
    try StudyDamage.execute(
      """
      ATTACH '\(folder.path)/other/study.sqlite' AS o;
      DELETE FROM frame; INSERT INTO frame SELECT * FROM o.frame;
      DELETE FROM score; INSERT INTO score SELECT * FROM o.score;
      """, in: "\(folder.path)/mine")
    var manifest = try store.manifest()
    manifest.frames = try store.framesDigest(of: 4)
    manifest.scores = try store.scoresDigest()
    try store.save(manifest)
    #expect(try other.manifest().frames != manifest.frames)
    let verifier = StudyVerifier(store, registry: studyRegistry)
    #expect(try verifier.verify().outcome == .holds)
    // Runs are drawn from each strategy in turn, so that two are of both.
    let outcome = try verifier.verify(rerunning: 2)
    #expect(outcome.reruns == 2 && outcome.outcome == .fails)
    #expect(outcome.problems.count == 1 && outcome.problems[0].contains("grid(cellSize=40)"))
    #expect(outcome.problems[0].hasSuffix(": run again, it has different frames"))
    #expect(outcome.unproved.last == "that the strategies make the frames of the other runs")
    let all = try verifier.verify(rerunning: 99)
    #expect(all.reruns == 4 && all.problems.count == 2)
    #expect(!all.unproved.contains { $0.contains("strategies make") })
  }
}

extension JSONValue {
  /// The paths of all values that are no tables or lists.
  fileprivate var leaves: [[String]] {
    switch self {
    case .table(let members):
      members.sorted { $0.key < $1.key }.flatMap { key, value in value.leaves.map { [key] + $0 } }
    case .list(let elements):
      elements.enumerated().flatMap { index, value in value.leaves.map { ["\(index)"] + $0 } }
    default: [[]]
    }
  }

  /// The document with another value at a path.
  fileprivate func forged(_ path: [String]) -> JSONValue {
    let rest = Array(path.dropFirst())
    switch self {
    case .table(var members):
      members[path[0]] = members[path[0]]?.forged(rest)
      return .table(members)
    case .list(var elements):
      if let index = Int(path[0]) { elements[index] = elements[index].forged(rest) }
      return .list(elements)
    case .null: return .text("1")
    case .flag(let flag): return .flag(!flag)
    case .integer(let number): return .integer(number + 1)
    case .number(let number): return .number(number * 2 + 1)
    case .text(let text): return .text(text + "1")
    }
  }
}
