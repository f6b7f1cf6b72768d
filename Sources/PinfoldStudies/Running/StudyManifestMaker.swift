import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// Composes the manifest of a study.
struct StudyManifestMaker {
  let content: StudyContent

  /// The points of each dataset; nil for one that cannot be read.
  let points: [PointSet?]
  /// The datasets with positions in common; nil where it was not looked for.
  var overlaps: [StudyManifest.Overlap]?
  var pluginLimits: StudyManifest.PluginLimits?
  let context: RunContext

  private var plan: StudyDefinition { content.plan }

  /// The manifest as known now; the digests of frames and values are missing until every run is finished.
  ///
  /// Metrics that were measured later than the study was run stay in it, with their plugins.
  ///
  /// - Parameter registering: whether a study that begins is registered rather than run.
  func manifest(of store: StudyStore, registering: Bool = false) throws(StudyError) -> StudyManifest {
    var manifest = try facts()
    let (id, began, stored) = try store.read { db in
      (try db.entry("run"), try db.entry("began"), try db.entry("manifest"))
    }
    manifest.run = .init(id: id, began: began)
    let before = stored.isEmpty ? nil : try store.manifest()
    if let before { manifest.keep(before) }
    manifest.continueLog(of: before, runs: try store.finishedRuns().count, registering: registering)
    manifest.frames = try store.framesDigest(of: plan.runCount)
    if manifest.frames != nil { manifest.scores = try store.scoresDigest() }
    return manifest
  }

  /// The content of the manifest before anything is stored.
  func facts() throws(StudyError) -> StudyManifest {
    StudyManifest(
      run: .init(id: "", began: ""), definition: JSONValue(json: Data(plan.json.utf8)) ?? .null, study: study,
      datasets: content.datasets, overlaps: overlaps,
      strategies: strategies,
      cameras: try cameras(), metrics: plan.metrics.map { .init($0) },
      plugins: plan.plugins.map { .init($0) },
      pluginLimits: plan.plugins.isEmpty ? nil : pluginLimits,
      tool: .current, machine: .current(threads: context.threads))
  }

  private var study: StudyManifest.Study {
    let said = content.items.flatMap { section, items in
      items.map { "\(section): \($0)\n" }
    }
    return StudyManifest.Study(
      name: plan.name, planSHA256: Digest(of: said.joined().utf8).description, seeds: plan.seeds,
      generator: "SplitMix64", width: plan.screen.width, height: plan.screen.height,
      tileSize: plan.screen.tileSize, margin: plan.screen.margin,
      bearing: plan.screen.bearing == 0 ? nil : plan.screen.bearing, markerStyle: plan.style.id,
      primaryMeasures: plan.primary, timedBuilds: plan.timing?.builds ?? 0,
      timedPasses: plan.timing?.passes ?? 0, rerunFrames: plan.rerunFrames, timeout: plan.timeout,
      combination: plan.combination?.rawValue)
  }

  private var strategies: [StudyManifest.Strategy] {
    zip(plan.strategies, content.versions).map { strategy, version in
      StudyManifest.Strategy(
        label: strategy.label, name: strategy.choice.registration.name,
        version: version,
        sourceSHA256: strategy.plugin?.digestWithUses?.description ?? framesDigest(of: strategy),
        parameters: Dictionary(strategy.parameters.map { ($0.name, $0.value) }) { first, _ in first },
        source: strategy.choice.registration.origin == .builtIn ? nil : strategy.choice.registration.source)
    }
  }

  /// The digest of the files with a strategy's frames; nil where it is run, or a file cannot be read.
  private func framesDigest(of strategy: ClustererDefinition) -> String? {
    var digests: [String] = []
    for path in plan.datasets.compactMap({ strategy.framesPath(of: $0.name) }) {
      guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
      digests.append(Digest(of: bytes).description)
    }
    return digests.isEmpty ? nil : Digest(of: digests.joined(separator: "\n").utf8).description
  }

  private func cameras() throws(StudyError) -> [StudyManifest.Camera] {
    try plan.cameras.map { (camera) throws(StudyError) in
      let parameters = camera.choice.parameters.map { ($0.name, $0.value.description) }
      return StudyManifest.Camera(
        label: camera.label, parameters: Dictionary(parameters) { first, _ in first },
        viewsSHA256: try viewsDigest(of: camera)?.description ?? "")
    }
  }

  /// The digest of a camera's views; nil if a plugin fails, which its runs report, or points are missing.
  private func viewsDigest(of camera: CameraDefinition) throws(StudyError) -> Digest? {
    var bytes: [UInt8] = []
    for points in points {
      guard let points else { return nil }
      for seed in plan.seeds {
        guard let views = try? camera.views(over: points, screen: plan.screen, seed: seed) else { return nil }
        for view in views {
          for number in view.bearing == 0 ? view.numbers.dropLast() : view.numbers[...] {
            bytes.append(littleEndian: number.bitPattern)
          }
        }
      }
    }
    return Digest(of: bytes)
  }
}

extension StudyManifest {
  /// Keeps further metrics, and their plugins, of another manifest of the study.
  mutating func keep(_ other: StudyManifest) {
    metrics += other.metrics.filter { !metrics.contains($0) }
    plugins += other.plugins.filter { !plugins.contains($0) }
  }
}

extension StudyManifest.Metric {
  init(_ metric: MetricDefinition) {
    self.init(name: metric.label, version: metric.version, parameters: metric.parameters)
    let about = metric.metric.about
    guard about.source != Bibliography.source(of: about.name, .metric) else { return }
    (formula, source) = (about.formula, about.source)
  }
}
