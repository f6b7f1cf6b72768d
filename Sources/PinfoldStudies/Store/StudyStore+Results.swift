import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

extension StudyStore {
  /// Reads all results that the study has so far.
  public func results() throws(StudyError) -> StudyResults {
    let manifest = try manifest()
    return try read { db in
      let axes = try StudyAxes(db)
      let datasets = try Self.datasets(db)
      let measures = try Self.measures(db)
      let primary = try db.readRows(of: .plan, where: "section = 'primary'") { try $0.text("item") }
      let rule = try db.readRows(of: .plan, where: "section = 'combine'") { try $0.text("item") }
        .first.flatMap { CombinationRule(rawValue: $0) }
      var results = StudyResults(
        name: try db.entry("name"), manifest: manifest, datasets: datasets,
        strategies: try Self.strategies(db), cameras: try Self.cameras(db), seeds: axes.seeds,
        measures: measures.map(\.measure),
        primary: [],
        runs: try Self.runs(db, axes, planar: datasets.map(\.isPlanar), measures: measures.map(\.id)),
        timings: try Self.timings(db, axes))
      results.primary = primary.flatMap { results.criteria(PrimaryMeasure($0), by: rule) }.uniqued
      return results
    }
  }

  private static func datasets(_ db: SQLiteDatabase) throws -> [DatasetRecord] {
    let losses = try db.losses()
    return try db.readList(of: .dataset) { row in
      DatasetRecord(
        name: try row.text("name"), source: try row.text("source"),
        count: try row.count("points", atMost: Int(Int32.max)), digest: try row.digest("sha256"),
        isPlanar: try row.flag("planar"), licence: try row.optional("licence", row.text),
        losses: RowLosses(
          rows: try row.count("rows"),
          unusable: losses[try row.count("id")] ?? []))
    }
  }

  private static func strategies(_ db: SQLiteDatabase) throws -> [StrategyRecord] {
    let parameters = Dictionary(
      grouping: try db.readRows(of: .strategyParameter) { row in
        (
          strategy: try row.count("strategy"),
          parameter: ParameterRecord(try row.text("name"), try row.text("value"))
        )
      }, by: \.strategy)
    return try db.readList(of: .strategy) { row in
      StrategyRecord(
        label: try row.text("label"), family: try row.text("family"),
        parameters: (parameters[try row.count("id")] ?? []).map(\.parameter),
        capabilities: try capabilities(row))
    }
  }

  private static func capabilities(_ row: StudyRow) throws(StudyValueError) -> Capabilities {
    var capabilities: Capabilities = []
    for name in try row.text("capabilities").split(separator: ",") {
      guard let known = Capabilities.names.first(where: { $0.name == name }) else {
        throw row.error("capabilities", "names the unknown capability '\(name)'")
      }
      capabilities.insert(known.capability)
    }
    return capabilities
  }

  private static func cameras(_ db: SQLiteDatabase) throws -> [CameraRecord] {
    try db.readList(of: .camera) { row in
      CameraRecord(label: try row.text("label"), name: try row.text("name"), start: try row.text("start"))
    }
  }

  /// The measures with their ids; of several versions of one the last that was scored.
  private static func measures(_ db: SQLiteDatabase) throws -> [(id: Int, measure: MeasureRecord)] {
    try measures(db, where: "id IN (SELECT max(id) FROM measure GROUP BY label)")
  }

  static func measures(
    _ db: SQLiteDatabase, where condition: String
  ) throws -> [(id: Int, measure: MeasureRecord)] {
    try db.readRows(of: .measure, where: condition) { row in
      let low = try row.optionalNumber("low") ?? -.infinity
      let high = try row.optionalNumber("high") ?? .infinity
      guard low <= high else { throw row.error("high", "is less than 'low'") }
      let about = Measure(
        try row.text("name"), in: low...high,
        unit: try row.optional("unit", row.text), better: try row.word("better"), try row.text("help"))
      let measure = MeasureRecord(
        label: try row.text("label"), id: try row.text("metric"), version: try row.text("version"),
        scope: try row.word("scope"), measure: about)
      return (try row.count("id"), measure)
    }
  }

  /// Reads all runs, or the one with an id.
  private static func runs(
    _ db: SQLiteDatabase, _ axes: StudyAxes, planar: [Bool], measures: [Int], only id: Int? = nil
  ) throws -> [StudyRun] {
    var runs: [StudyRun] = []
    var indices: [Int: Int] = [:]
    let (run, part) = id.map { ("id = \($0)", "run = \($0)") } ?? ("TRUE", "TRUE")
    _ = try db.readRows(of: .run, where: run) { row in
      var (id, run) = try axes.run(row)
      run.values = measures.map { _ in [] }
      indices[id] = runs.count
      runs.append(run)
    }
    func index(_ row: StudyRow) throws -> Int {
      guard let index = indices[try row.count("run")] else {
        throw row.error("run", "is not the id of a run")
      }
      return index
    }
    _ = try db.readRows(of: .message, where: part) { row in
      runs[try index(row)].messages.append(try row.text("text"))
    }
    _ = try db.readRows(of: .frame, where: part) { row in
      let run = try index(row)
      runs[run].frames.append(
        FrameRecord(
          viewport: try Viewport(row, planar: planar[runs[run].dataset]),
          points: try row.count("points", atMost: Int(Int32.max)),
          changed: try row.count("changed", atMost: Int(Int32.max)),
          hidden: try row.count("hidden"),
          markers: try row.count("markers", atMost: Int(Int32.max)),
          isConserving: try row.flag("conserving"),
          hashes: FrameHashes(screen: try row.digest("screen_sha256"), exact: try row.digest("exact_sha256")))
      )
    }
    let columns = Dictionary(measures.enumerated().map { ($1, $0) }) { first, _ in first }
    _ = try db.readRows(of: .score, where: part) { row in
      let run = try index(row)
      // Scores of earlier versions of a metric are left out.
      guard let measure = columns[try row.count("measure")] else { return }
      let value = try row.optionalNumber("value")
      let reason = try row.optional("reason", row.text).map { UndefinedReason($0) } ?? .notMeasured
      // Differences of values that large overflow, and statistics use differences.
      let isComparable = value.map { $0.magnitude <= 1e300 } ?? true
      runs[run].values[measure].append(isComparable ? .number(value, else: reason) : .undefined(.notFinite))
    }
    return runs
  }

  /// Reads a run with the values of all measures in all their versions.
  static func finishedRun(_ id: Int, _ db: SQLiteDatabase, _ axes: StudyAxes) throws -> FinishedRun? {
    let planar = try db.readList(of: .dataset) { try $0.flag("planar") }
    let measures = try measures(
      db, where: "id IN (SELECT measure FROM score WHERE run = \(id))")
    let rows = try db.readRows(of: .run, where: "id = ?", [id]) { row in
      (identity: try row.digest("sha256"), seconds: try row.number("seconds", in: 0...1e12))
    }
    guard let row = rows.first,
      let run = try runs(db, axes, planar: planar, measures: measures.map(\.id), only: id).first
    else { return nil }
    let contents = try db.readRows(of: .frame, where: "run = ?", [id]) { try $0.bytes("content") }
    return FinishedRun(
      identity: row.identity, run: run, measures: measures.map(\.measure), contents: contents,
      seconds: row.seconds)
  }

  private static func timings(_ db: SQLiteDatabase, _ axes: StudyAxes) throws -> [StudyTiming] {
    var timings = try db.readRows(of: .timing) { row in
      StudyTiming(
        dataset: try row.index("dataset", of: axes.datasets.count),
        strategy: try row.index("strategy", of: axes.strategies.count),
        bytesPerPoint: try row.optionalNumber("bytes_per_point", in: 0...1e12),
        failure: try row.optional("failure", row.text))
    }
    _ = try db.readRows(of: .sample) { row in
      let dataset = try row.index("dataset", of: axes.datasets.count)
      let strategy = try row.index("strategy", of: axes.strategies.count)
      let seconds = try row.number("seconds", in: 0...1e12)
      guard let timing = timings.firstIndex(where: { $0.dataset == dataset && $0.strategy == strategy })
      else { throw row.error("strategy", "is not timed on this dataset") }
      switch try row.word("kind") as SampleKind {
      case .coldBuild: timings[timing].coldBuild = seconds
      case .build: timings[timing].build.samples.append(seconds)
      case .coldQuery: timings[timing].coldQuery.samples.append(seconds)
      case .query: timings[timing].query.samples.append(seconds)
      }
    }
    return timings
  }
}

extension SQLiteDatabase {
  /// The unusable rows of each dataset, by its id.
  func losses() throws -> [Int: [RowLosses.Loss]] {
    let losses = try readRows(of: .unusable) { row in
      (
        dataset: try row.count("dataset"),
        loss: RowLosses.Loss(
          reason: try row.text("reason"), count: try row.count("rows", atMost: Int(Int32.max)))
      )
    }
    return Dictionary(grouping: losses, by: \.dataset).mapValues { $0.map(\.loss) }
  }
}

/// The kinds of samples in the table `sample`.
enum SampleKind: String, CaseIterable {
  case coldBuild = "cold build"
  case build
  case coldQuery = "cold query"
  case query
}

extension StudyStore {
  /// The datasets that are timed already.
  func timedDatasets() throws(StudyError) -> Set<Int> {
    try read { db in
      let axes = try StudyAxes(db)
      return Set(try db.readRows(of: .timing) { try $0.index("dataset", of: axes.datasets.count) })
    }
  }

  /// Stores the timings of one dataset.
  func save(_ timings: [StudyTiming]) throws(StudyError) {
    try write { db in
      for timing in timings {
        try db.insert(.timing, [timing.dataset, timing.strategy, timing.bytesPerPoint, timing.failure])
        let samples: [(SampleKind, [Double])] = [
          (.coldBuild, timing.coldBuild.map { [$0] } ?? []), (.build, timing.build.samples),
          (.coldQuery, timing.coldQuery.samples), (.query, timing.query.samples),
        ]
        for (kind, samples) in samples {
          for (number, seconds) in samples.enumerated() {
            try db.insert(.sample, [timing.dataset, timing.strategy, kind.rawValue, number, seconds])
          }
        }
      }
    }
  }
}
