import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport

@testable import PinfoldStudies

/// Results of a study that nobody ran: numbers by a formula, with a strategy that fails, one that loses
/// points, and names that would be markup.
struct MadeUpResults {
  var datasets = 3
  var labels = ["grid(cellSize=40)", "grid(cellSize=80)", "pca <&>", "lossy", "broken"]
  var isTimed = true
  var isFinished = true
  var rule: CombinationRule?
  var primary = ["quantization.constant", "overlap.share", "determinism.permutations"]

  static let measures: [MeasureRecord] = [
    measure("F1", "quantization", "constant", .frame, .lower, 0...(.infinity)),
    measure("L1", "markers", "count", .frame, .descriptive, 0...(.infinity), unit: "markers"),
    measure("L2", "overlap", "share", .frame, .lower, 0...1),
    measure("S1", "determinism", "permutations", .frame, .higher, 0...1),
    measure("S3", "nesting", "hard", .pair, .higher, 0...1),
    measure("A2", "churn", "churn", .pair, .lower, 0...1),
    measure("A3", "travel", "mean", .pair, .lower, 0...(.infinity), unit: "screen points"),
  ]

  private static func measure(
    _ id: String, _ metric: String, _ name: String, _ scope: MetricScope, _ better: MeasureDirection,
    _ range: ClosedRange<Double>, unit: String? = nil
  ) -> MeasureRecord {
    MeasureRecord(
      label: "\(metric).\(name)", id: id, version: "1", scope: scope,
      measure: Measure(name, in: range, unit: unit, better: better, "Made up."))
  }

  func make() throws -> StudyResults {
    let frame = try Clusterer(GridStrategy()).build(try makeHeaps(30, seed: 1))
      .frame(for: Viewport(center: Coordinate(longitude: 2, latitude: 49), zoom: 5))
    let sets = (0..<datasets).map { place in
      DatasetRecord(
        name: place == 1 ? "towns \"&\" <cities>" : "set-\(place)", source: "set-\(place).csv",
        count: 1000 << place, digest: Digest(of: [UInt8(place)]), isPlanar: false,
        licence: place == 0 ? "CC0" : nil)
    }
    let strategies = labels.map { label in
      StrategyRecord(
        label: label, family: String(label.prefix { $0 != "(" }),
        parameters: label.contains("=") ? [ParameterRecord("cellSize", "40")] : [], capabilities: [])
    }
    let cameras = [
      CameraRecord(label: "pan(steps=3) from fit", name: "pan", start: "fit"),
      CameraRecord(label: "zoom from z10", name: "zoom", start: "z10"),
    ]
    var runs: [StudyRun] = []
    for dataset in 0..<datasets {
      for strategy in labels.indices {
        for camera in cameras.indices where isFinished || (dataset, camera) != (datasets - 1, 1) {
          runs.append(run(dataset, strategy, camera, frame))
        }
      }
    }
    let timings = (0..<datasets).flatMap { dataset in
      labels.indices.map { strategy -> StudyTiming in
        guard labels[strategy] != "broken" else {
          return StudyTiming(dataset: dataset, strategy: strategy, failure: "broken.lua:3: no index")
        }
        let base = Double(strategy + 1) * Double(1 << dataset) * 1e-4
        return StudyTiming(
          dataset: dataset, strategy: strategy, coldBuild: base * 30,
          build: Timing([base * 20, base * 22, base * 21]), coldQuery: Timing([base * 3]),
          query: Timing((0..<40).map { base * (1 + Double($0 * $0) / 400) }), bytesPerPoint: 8)
      }
    }
    var results = StudyResults(
      name: "made up & <small>", manifest: manifest(sets, strategies, cameras), datasets: sets,
      strategies: strategies, cameras: cameras, seeds: [1], measures: Self.measures,
      primary: [], runs: runs,
      timings: isTimed ? timings : [])
    results.primary = primary.flatMap { results.criteria(PrimaryMeasure($0), by: rule) }
    return results
  }

  private func run(_ dataset: Int, _ strategy: Int, _ camera: Int, _ frame: Frame) -> StudyRun {
    guard labels[strategy] != "broken" else {
      return StudyRun(
        dataset: dataset, strategy: strategy, camera: camera, seed: 0, failure: "broken.lua:3: no index")
    }
    let frames = (0..<3).map { step in
      FrameRecord(
        viewport: frame.view.viewport, points: 1000, changed: step, markers: 20 + step,
        isConserving: labels[strategy] != "lossy",
        hashes: frame.canonicalHashes)
    }
    let size = Double(strategy + 1)
    // Whole numbers over a prime, so that nothing is round and little is tied.
    func wobble(_ measure: Int, _ step: Int) -> Double {
      let places: Int = dataset * 31 + strategy * 17 + measure * 7
      return Double((places + step * 3 + camera) % 13) / 130
    }
    func value(_ place: Int, _ label: String, _ step: Int) -> MeasuredValue {
      let noise = wobble(place, step)
      switch label {
      case "quantization.constant": return .number(0.16 + noise / 10 + size / 50)
      case "markers.count": return .number(200 / size + Double(step))
      case "overlap.share": return .number(0.5 - size / 10 + noise)
      case "determinism.permutations":
        return step > 0 ? .undefined(.notMeasured) : .number(strategy == 1 ? 0.5 : 1)
      case "nesting.hard": return camera == 0 ? .undefined(.needsFrames) : .number(1 - noise)
      case "churn.churn": return .number(noise)
      default: return .number(1234.5 * noise)
      }
    }
    let values = Self.measures.enumerated().map { place, measure in
      (0..<(measure.scope == .pair ? 2 : 3)).map { value(place, measure.label, $0) }
    }
    return StudyRun(
      dataset: dataset, strategy: strategy, camera: camera, seed: 0, frames: frames, values: values)
  }

  private func manifest(
    _ datasets: [DatasetRecord], _ strategies: [StrategyRecord], _ cameras: [CameraRecord]
  ) -> StudyManifest {
    StudyManifest(
      run: .init(id: "7f", began: "2026-03-01T12:00:00Z"), definition: .table([:]),
      study: .init(
        name: "made up & <small>", planSHA256: "aa", seeds: [1], generator: "SplitMix64", width: 1024,
        height: 768, tileSize: 256, margin: 0, markerStyle: "log-area(12.0,32.0,10000)",
        primaryMeasures: primary, timedBuilds: isTimed ? 3 : 0, timedPasses: isTimed ? 2 : 0, rerunFrames: 1),
      datasets: datasets.map {
        .init(
          name: $0.name, source: $0.source, sha256: "\($0.digest)", rows: $0.count, unusable: [:],
          points: $0.count,
          projection: "mercator", licence: $0.licence)
      },
      strategies: strategies.map {
        .init(
          label: $0.label, name: $0.family, version: "1",
          parameters: Dictionary(uniqueKeysWithValues: $0.parameters.map { ($0.name, $0.value) }))
      },
      cameras: cameras.map { .init(label: $0.label, parameters: [:], viewsSHA256: "bb") },
      metrics: Self.measures.map {
        .init(name: String($0.label.prefix { $0 != "." }), version: $0.version, parameters: [:])
      },
      plugins: [],
      tool: .init(
        version: "1.0.0", commit: .init("cc"), hasLocalChanges: .init(unknown: "no repository"),
        compiler: "Swift 6", optimization: "debug", floatingPointContraction: "off"),
      machine: .init(
        system: "Linux", processor: .init("a <fast> one"), processors: 2, threads: 2,
        memoryBytes: .init("8000000000"), governor: .init(unknown: "not told")),
      frames: isFinished ? .init(sha256: "dd", count: 90) : nil)
  }
}
