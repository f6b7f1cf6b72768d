import Foundation
import GRDB
import Pinfold
import PinfoldData
import PinfoldEvaluation

/// Puts together what is to be known of a study, and writes it into the database and as `manifest.json` beside it.
struct StudyManifestMaker {
  static let fileName = "manifest.json"

  let plan: StudyPlan
  let points: [PointSet]
  let digests: [Digest]
  let tool: StudyManifest.Tool
  let context: RunContext

  func write(to store: StudyStore) throws(StudyError) {
    let entries = try store.read { db in
      try Dictionary(
        uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT key, value FROM study").map {
          ($0[0] as String, $0[1] as String)
        })
    }
    let run = StudyManifest.Run(id: entries["run"] ?? "", began: entries["began"] ?? "")
    let manifest = StudyManifest(
      run: run, study: study, datasets: datasets, strategies: strategies, cameras: cameras,
      metrics: plan.metrics.map { .init(name: $0.label, version: $0.version) }, tool: tool,
      machine: .current(threads: context.threads), frames: try store.framesDigest(of: plan.cellCount))
    let text = manifest.json
    try store.write { try $0.set("manifest", text) }
    do {
      try AtomicFile.write(text + "\n", to: "\(store.folder)/\(Self.fileName)", isDurable: true)
    } catch {
      throw .cannotWrite(Self.fileName, reason: error.description)
    }
  }

  private var study: StudyManifest.Study {
    let said = plan.items(digests: digests).flatMap { section, items in items.map { "\(section): \($0)\n" } }
    return StudyManifest.Study(
      name: plan.name, planSHA256: Digest(of: said.joined().utf8).description, seeds: plan.seeds,
      generator: "SplitMix64", width: plan.screen.width, height: plan.screen.height,
      tileSize: plan.screen.tileSize, margin: plan.screen.margin, markerStyle: plan.style.id,
      primaryMeasures: plan.primary, timedBuilds: plan.timing?.builds ?? 0,
      timedPasses: plan.timing?.passes ?? 0)
  }

  private var datasets: [StudyManifest.Dataset] {
    plan.datasets.indices.map { place in
      StudyManifest.Dataset(
        name: plan.datasets[place].name, source: plan.datasets[place].source,
        sha256: digests[place].description, points: points[place].count,
        projection: points[place].projection.wraps ? "mercator" : "planar",
        licence: plan.datasets[place].licence)
    }
  }

  private var strategies: [StudyManifest.Strategy] {
    plan.strategies.map { strategy in
      StudyManifest.Strategy(
        label: strategy.about.label, name: strategy.about.family, version: strategy.version ?? tool.version,
        sourceSHA256: strategy.source?.description,
        parameters: Dictionary(strategy.about.parameters.map { ($0.name, $0.value) }) { first, _ in first })
    }
  }

  private var cameras: [StudyManifest.Camera] {
    plan.cameras.map { camera in
      var bytes: [UInt8] = []
      for points in points {
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
      return StudyManifest.Camera(label: camera.about.label, viewsSHA256: Digest(of: bytes).description)
    }
  }
}

extension StudyManifest {
  /// The manifest as it is written: keys in order, and null for what is not known.
  public var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension StudyStore {
  /// The digest of all frames, once every cell is finished: of a line for each frame, `cell/frame hash`, in the order of
  /// cells, and one for each cell that failed, `cell failed`.
  func framesDigest(of cells: Int) throws(StudyError) -> StudyManifest.Digested? {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT cell.id, frame.place, frame.exact_sha256, cell.failure IS NOT NULL AS failed FROM cell
          LEFT JOIN frame ON frame.cell = cell.id ORDER BY cell.id, frame.place
          """)
      guard Set(rows.map { $0["id"] as Int }).count == cells else { return nil }
      var text = ""
      var count = 0
      var lastFailure: Int?
      for row in rows {
        let cell: Int = row["id"]
        if row["failed"] && cell != lastFailure {
          text += "\(cell) failed\n"
          lastFailure = cell
        }
        guard let place: Int = row["place"] else { continue }
        text += "\(cell)/\(place) \(row["exact_sha256"] as String)\n"
        count += 1
      }
      return StudyManifest.Digested(sha256: Digest(of: text.utf8).description, count: count)
    }
  }
}
