import PinfoldData

/// The four lists of a study; its runs are all combinations of their elements. Their ids must count from 0,
/// as indices do.
struct StudyAxes {
  let datasets: [String]
  let strategies: [String]
  let cameras: [String]
  let seeds: [UInt64]

  init(_ db: SQLiteDatabase) throws {
    datasets = try db.readList(of: .dataset) { try $0.text("name") }
    strategies = try db.readList(of: .strategy) { try $0.text("label") }
    cameras = try db.readList(of: .camera) { try $0.text("label") }
    seeds = try db.readList(of: .seed) { UInt64(try $0.count("value")) }
  }

  var runCount: Int { datasets.count * strategies.count * cameras.count * seeds.count }

  func run(at id: Int) -> StudyRun {
    let (others, seed) = id.quotientAndRemainder(dividingBy: seeds.count)
    let (pair, camera) = others.quotientAndRemainder(dividingBy: cameras.count)
    let (dataset, strategy) = pair.quotientAndRemainder(dividingBy: strategies.count)
    return StudyRun(dataset: dataset, strategy: strategy, camera: camera, seed: seed)
  }

  /// A run in words: "towns, grid, still from fit, seed 1".
  func name(of run: StudyRun) -> String {
    "\(datasets[run.dataset]), \(strategies[run.strategy]), \(cameras[run.camera]), seed \(seeds[run.seed])"
  }

  /// The id and the indices of a row of the table `run`.
  func run(_ row: StudyRow) throws(StudyValueError) -> (id: Int, run: StudyRun) {
    var run = StudyRun(
      dataset: try row.index("dataset", of: datasets.count),
      strategy: try row.index("strategy", of: strategies.count),
      camera: try row.index("camera", of: cameras.count), seed: try row.index("seed", of: seeds.count),
      failure: try row.optional("failure", row.text))
    run.size = try row.optional("size", row.text)
    let id =
      ((run.dataset * strategies.count + run.strategy) * cameras.count + run.camera) * seeds.count
      + run.seed
    return (try row.integer("id", in: id...id), run)
  }
}
