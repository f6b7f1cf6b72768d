import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

/// Composes the manifest of a study.
struct StudyManifestMaker {
  let plan: StudyDefinition
  let data: [StudyData]
  let context: RunContext

  /// The manifest as known now; the digest of the frames is missing until every run is finished.
  func manifest(of store: StudyStore) throws(StudyError) -> StudyManifest {
    let (id, began) = try store.read { db in (try db.entry("run"), try db.entry("began")) }
    return StudyManifest(
      run: .init(id: id, began: began), study: study, datasets: datasets, strategies: strategies,
      cameras: cameras, metrics: plan.metrics.map { .init(name: $0.label, version: $0.version) },
      tool: .current, machine: .current(threads: context.threads),
      frames: try store.framesDigest(of: plan.runCount),
      scores: try store.framesDigest(of: plan.runCount) == nil ? nil : try store.scoresDigest())
  }

  private var study: StudyManifest.Study {
    let said = plan.items(digests: data.map(\.digest)).flatMap { section, items in
      items.map { "\(section): \($0)\n" }
    }
    return StudyManifest.Study(
      name: plan.name, planSHA256: Digest(of: said.joined().utf8).description, seeds: plan.seeds,
      generator: "SplitMix64", width: plan.screen.width, height: plan.screen.height,
      tileSize: plan.screen.tileSize, margin: plan.screen.margin, markerStyle: plan.style.id,
      primaryMeasures: plan.primary, timedBuilds: plan.timing?.builds ?? 0,
      timedPasses: plan.timing?.passes ?? 0)
  }

  private var datasets: [StudyManifest.Dataset] {
    plan.datasets.indices.map { place in
      let (dataset, data) = (plan.datasets[place], data[place])
      let losses = data.losses
      return StudyManifest.Dataset(
        name: dataset.name, source: dataset.source, sha256: data.digest.description, rows: losses.rows,
        unusable: Dictionary(losses.unusable.map { ($0.reason, $0.count) }) { $0 + $1 },
        points: data.points.count, projection: data.points.projection.wraps ? "mercator" : "planar",
        licence: dataset.licence)
    }
  }

  private var strategies: [StudyManifest.Strategy] {
    plan.strategies.map { strategy in
      StudyManifest.Strategy(
        label: strategy.label, name: strategy.choice.registration.name,
        version: strategy.plugin?.version ?? Version.current,
        sourceSHA256: strategy.plugin?.digest?.description,
        parameters: Dictionary(strategy.parameters.map { ($0.name, $0.value) }) { first, _ in first })
    }
  }

  private var cameras: [StudyManifest.Camera] {
    plan.cameras.map { camera in
      var bytes: [UInt8] = []
      for points in data.map(\.points) {
        for view in plan.seeds.flatMap({ camera.views(over: points, screen: plan.screen, seed: $0) }) {
          let numbers = [
            view.center.longitude, view.center.latitude, view.zoom, view.width, view.height, view.tileSize,
            view.margin,
          ]
          for number in numbers {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
          }
        }
      }
      return StudyManifest.Camera(label: camera.label, viewsSHA256: Digest(of: bytes).description)
    }
  }
}
