import GRDB

extension StudyStore {
  /// How much of the study is done, and what went wrong.
  public func status() throws(StudyError) -> StudyStatus {
    try read { db in
      func count(_ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
      }
      let (datasets, strategies) = (try count("dataset"), try count("strategy"))
      let timing = try String.fetchOne(db, sql: "SELECT item FROM plan WHERE section = 'timing'")
      let problems = try Row.fetchAll(
        db,
        sql: """
          SELECT d.name AS dataset, s.label AS strategy, c.label AS camera, e.value AS seed, p.text, p.failed FROM (
            SELECT id AS cell, failure AS text, 1 AS failed FROM cell WHERE failure IS NOT NULL
            UNION ALL SELECT cell, text, 0 FROM message) AS p
          JOIN cell ON cell.id = p.cell JOIN dataset AS d ON d.id = cell.dataset
          JOIN strategy AS s ON s.id = cell.strategy JOIN camera AS c ON c.id = cell.camera
          JOIN seed AS e ON e.id = cell.seed ORDER BY p.cell, p.failed DESC, p.text
          """
      ).map { row in
        StudyStatus.Problem(
          dataset: row["dataset"], strategy: row["strategy"], camera: row["camera"],
          seed: UInt64(bitPattern: row["seed"] as Int64), message: row["text"], isFailure: row["failed"])
      }
      let untimed = try Row.fetchAll(
        db,
        sql: """
          SELECT d.name AS dataset, s.label AS strategy, failure FROM timing
          JOIN dataset AS d ON d.id = timing.dataset JOIN strategy AS s ON s.id = timing.strategy
          WHERE failure IS NOT NULL ORDER BY d.id, s.id
          """
      ).map { row in
        StudyStatus.Problem(
          dataset: row["dataset"], strategy: row["strategy"], message: "timing: \(row["failure"] as String)",
          isFailure: false)
      }
      return StudyStatus(
        name: try db.entry("name"),
        cells: try datasets * strategies * count("camera") * count("seed"), finished: try count("cell"),
        problems: problems + untimed, timings: timing == "none" ? 0 : datasets * strategies,
        timed: try count("timing"),
        seconds: try Double.fetchOne(db, sql: "SELECT total(seconds) FROM cell") ?? 0)
    }
  }
}
