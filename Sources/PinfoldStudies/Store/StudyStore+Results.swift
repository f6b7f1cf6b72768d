import GRDB
import Pinfold
import PinfoldEvaluation

extension StudyStore {
  /// All that the study has found so far.
  public func results() throws(StudyError) -> StudyResults {
    let manifest = try manifest()
    return try read { db in
      let measures = try Self.measures(db)
      let primary = try String.fetchAll(
        db, sql: "SELECT item FROM plan WHERE section = 'primary' ORDER BY place")
      return StudyResults(
        name: try db.entry("name"), manifest: manifest, datasets: try Self.datasets(db),
        strategies: try Self.strategies(db),
        cameras: try Row.fetchAll(db, sql: "SELECT * FROM camera ORDER BY id")
          .map { StudiedCamera(label: $0["label"], name: $0["name"], start: $0["start"]) },
        seeds: try Int64.fetchAll(db, sql: "SELECT value FROM seed ORDER BY id").map {
          UInt64(bitPattern: $0)
        },
        measures: measures.map(\.measure),
        primary: primary.compactMap { label in measures.firstIndex { $0.measure.label == label } },
        cells: try Self.cells(db, measures: measures.map(\.id)), timings: try Self.timings(db))
    }
  }

  private static func datasets(_ db: Database) throws -> [StudiedDataset] {
    try Row.fetchAll(db, sql: "SELECT * FROM dataset ORDER BY id").map { row in
      guard let digest = Digest(row["sha256"] as String) else { throw mistake("a digest of a dataset") }
      return StudiedDataset(
        name: row["name"], source: row["source"], count: row["points"], digest: digest,
        isPlanar: row["planar"], licence: row["licence"])
    }
  }

  private static func strategies(_ db: Database) throws -> [StudiedStrategy] {
    let parameters = Dictionary(
      grouping: try Row.fetchAll(db, sql: "SELECT * FROM strategy_parameter ORDER BY strategy, place")
    ) { $0["strategy"] as Int }
    return try Row.fetchAll(db, sql: "SELECT * FROM strategy ORDER BY id").map { row in
      let names = (row["capabilities"] as String).split(separator: ",").map(String.init)
      return StudiedStrategy(
        label: row["label"], family: row["family"],
        parameters: (parameters[row["id"]] ?? []).map { StudiedParameter($0["name"], $0["value"]) },
        capabilities: Capabilities(
          Capabilities.names.filter { names.contains($0.name) }.map(\.capability)))
    }
  }

  /// The measures with their ids; of several versions of one the last that was scored.
  private static func measures(_ db: Database) throws -> [(id: Int, measure: StudiedMeasure)] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM measure WHERE id IN (SELECT max(id) FROM measure GROUP BY label) ORDER BY id"
    ).map { row in
      guard let scope = MetricScope(rawValue: row["scope"]),
        let better = MeasureDirection(rawValue: row["better"])
      else { throw mistake("a measure") }
      let (low, high) = (row["low"] as Double? ?? -.infinity, row["high"] as Double? ?? .infinity)
      guard low <= high else { throw mistake("a range of a measure") }
      let about = Measure(
        row["name"], in: low...high, unit: row["unit"], better: better, row["help"])
      return (
        row["id"],
        StudiedMeasure(
          label: row["label"], id: row["metric"], version: row["version"], scope: scope, measure: about)
      )
    }
  }

  private static func cells(_ db: Database, measures: [Int]) throws -> [StudyCell] {
    var cells: [StudyCell] = []
    var places: [Int: Int] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT * FROM cell ORDER BY id") {
      places[row["id"]] = cells.count
      cells.append(
        StudyCell(
          dataset: row["dataset"], strategy: row["strategy"], camera: row["camera"], seed: row["seed"],
          failure: row["failure"], values: measures.map { _ in [] }))
    }
    for row in try Row.fetchAll(db, sql: "SELECT * FROM message ORDER BY cell, text") {
      if let cell = places[row["cell"]] { cells[cell].messages.append(row["text"]) }
    }
    // The clusters themselves stay where they are.
    let frames = try Row.fetchCursor(
      db,
      sql: """
        SELECT cell, lon, lat, zoom, width, height, tile_size, margin, markers, conserving, screen_sha256, exact_sha256
        FROM frame ORDER BY cell, place
        """)
    while let row = try frames.next() {
      guard let screen = Digest(row["screen_sha256"] as String),
        let exact = Digest(row["exact_sha256"] as String)
      else { throw mistake("a hash of a frame") }
      guard let cell = places[row["cell"]] else { continue }
      cells[cell].frames.append(
        StudiedFrame(
          viewport: Viewport(row), markers: row["markers"], isConserving: row["conserving"],
          hashes: FrameHashes(screen: screen, exact: exact)))
    }
    let columns = Dictionary(uniqueKeysWithValues: measures.enumerated().map { ($1, $0) })
    let scores = try Row.fetchCursor(
      db, sql: "SELECT cell, measure, value, reason FROM score ORDER BY cell, measure, place")
    while let row = try scores.next() {
      guard let cell = places[row[0]], let measure = columns[row[1]] else { continue }
      let reason = UndefinedReason(row[3] as String? ?? UndefinedReason.notMeasured.code)
      cells[cell].values[measure].append(.number(row[2] as Double?, else: reason))
    }
    return cells
  }

  private static func timings(_ db: Database) throws -> [StudyTiming] {
    let samples = Dictionary(
      grouping: try Row.fetchAll(db, sql: "SELECT * FROM sample ORDER BY dataset, strategy, kind, place")
    ) { [$0["dataset"] as Int, $0["strategy"] as Int] }
    return try Row.fetchAll(db, sql: "SELECT * FROM timing ORDER BY dataset, strategy").map { row in
      let own = samples[[row["dataset"], row["strategy"]]] ?? []
      func seconds(_ kind: SampleKind) -> Timing {
        Timing(own.filter { $0["kind"] == kind.rawValue }.map { $0["seconds"] })
      }
      return StudyTiming(
        dataset: row["dataset"], strategy: row["strategy"], coldBuild: seconds(.coldBuild).samples.first,
        build: seconds(.build), coldQuery: seconds(.coldQuery), query: seconds(.query),
        bytesPerPoint: row["bytes_per_point"], failure: row["failure"])
    }
  }

  private static func mistake(_ what: String) -> any Error {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(what) cannot be read")
  }
}

/// What a sample of the table `sample` timed.
enum SampleKind: String {
  case coldBuild = "cold build"
  case build
  case coldQuery = "cold query"
  case query
}

extension StudyStore {
  /// The datasets that are timed already.
  func timedDatasets() throws(StudyError) -> Set<Int> {
    try read { try Set(Int.fetchAll($0, sql: "SELECT DISTINCT dataset FROM timing")) }
  }

  /// Enters the timings of one dataset.
  func save(_ timings: [StudyTiming]) throws(StudyError) {
    try write { db in
      for timing in timings {
        try db.execute(
          sql: "INSERT INTO timing VALUES (?, ?, ?, ?)",
          arguments: [timing.dataset, timing.strategy, timing.bytesPerPoint, timing.failure])
        let samples: [(SampleKind, [Double])] = [
          (.coldBuild, timing.coldBuild.map { [$0] } ?? []), (.build, timing.build.samples),
          (.coldQuery, timing.coldQuery.samples), (.query, timing.query.samples),
        ]
        for (kind, samples) in samples {
          for (place, seconds) in samples.enumerated() {
            try db.execute(
              sql: "INSERT INTO sample VALUES (?, ?, ?, ?, ?)",
              arguments: [timing.dataset, timing.strategy, kind.rawValue, place, seconds])
          }
        }
      }
    }
  }
}
