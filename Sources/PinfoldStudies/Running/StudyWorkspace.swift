import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

/// A study's folder, open for writing: no other process writes there as long as this lives.
struct StudyWorkspace {
  /// The plan with the controls that its data allow.
  let plan: StudyDefinition

  /// The points of the plan's datasets.
  let data: [StudyData]

  /// The database, which has the plan.
  let store: StudyStore

  /// The identities of the plan's runs, by id.
  let identities: [Digest]

  private let manifest: StudyManifestMaker
  private let lock: StudyLock

  /// Reads the data, and opens the folder, which is created if it does not exist.
  ///
  /// - Parameters:
  ///   - reproduced: a manifest whose frames the plan must reproduce; a difference is found before anything
  ///     is written.
  ///   - pluginLimits: the resource limits of plugins.
  ///   - note: receives notes about the data for the user.
  /// - Throws: ``StudyError`` for data that cannot be read, and a folder that holds another study.
  init(
    _ plan: StudyDefinition, in folder: String, from reproduced: StudyManifest? = nil,
    pluginLimits: StudyManifest.PluginLimits? = nil, context: RunContext, note: (String) -> Void
  ) throws(StudyError) {
    var data: [StudyData] = []
    for dataset in plan.datasets {
      let loaded = try StudyData(dataset, context: context)
      loaded.warnings.forEach(note)
      data.append(loaded)
    }
    self.data = data
    var plan = plan
    if let missing = plan.settleControls(for: data.map(\.points.count)) { note(missing) }
    self.plan = plan
    let strategies = plan.strategies.compactMap { try? $0.named() }
    MarkerWarning.ownSizes(of: strategies, measuredWith: plan.style).map(note)
    let datasets = zip(plan.datasets, data).map { StudyManifest.Dataset($0, $1) }
    try Self.checkCopies(datasets, tuning: plan.tuning, note: note)
    let overlaps = try Self.overlaps(of: data, datasets, tuning: plan.tuning, note: note)
    let content = StudyContent(plan, datasets: datasets)
    identities = content.runDigests
    manifest = StudyManifestMaker(
      content: content, points: data.map(\.points), overlaps: overlaps, pluginLimits: pluginLimits,
      context: context)
    if let reproduced {
      let differences = try manifest.facts().differences(from: reproduced)
      guard differences.isEmpty else { throw .notReproducible(differences: differences) }
    }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(folder, reason: error.localizedDescription)
    }
    lock = try StudyLock(folder)
    store = try StudyStore(opening: folder)
    try store.begin(content)
  }

  /// Notes datasets with the same points, and refuses them where settings are chosen on one and judged on the
  /// other.
  private static func checkCopies(
    _ datasets: [StudyManifest.Dataset], tuning: [String], note: (String) -> Void
  ) throws(StudyError) {
    var first: [String: String] = [:]
    for dataset in datasets where dataset.points > 0 {
      guard let other = first[dataset.sha256] else {
        first[dataset.sha256] = dataset.name
        continue
      }
      guard tuning.contains(other) == tuning.contains(dataset.name) else {
        throw .data(
          "datasets '\(other)' and '\(dataset.name)' have the same points, and 'tuning' names one of them: settings would be "
            + "evaluated on the data they were chosen on")
      }
      note("datasets '\(other)' and '\(dataset.name)' have the same points: reports count them as one source")
    }
  }

  /// Notes datasets with many common positions, and refuses them if settings are chosen on one and judged on
  /// the other. Copies are recognized by their digests, and sets of one generator by its name.
  private static func overlaps(
    of data: [StudyData], _ datasets: [StudyManifest.Dataset], tuning: [String], note: (String) -> Void
  ) throws(StudyError) -> [StudyManifest.Overlap] {
    let found = PointOverlap.found(in: zip(datasets, data).map { ($0.name, $1.points) })
    let sources = DataSources(datasets.map { ($0.name, $0.sha256, $0.source, $0.declaredSource) }, found)
    for overlap in found where overlap.isOneSource {
      guard let first = datasets.first(where: { $0.name == overlap.first }),
        let second = datasets.first(where: { $0.name == overlap.second }),
        first.sha256 == second.sha256 || first.source.dataOrigin == second.source.dataOrigin
          || tuning.contains(overlap.first) == tuning.contains(overlap.second)
      else {
        throw .data(
          "\(overlap.inWords), and 'tuning' names one of them: settings would be evaluated on the data they "
            + "were chosen on")
      }
    }
    sources.overlaps.forEach(note)
    return found
  }

  /// Writes the manifest as known now.
  ///
  /// - Parameter registering: whether a study that begins is registered rather than run.
  @discardableResult
  func saveManifest(registering: Bool = false) throws(StudyError) -> StudyManifest {
    let manifest = try manifest.manifest(of: store, registering: registering)
    try store.save(manifest)
    return manifest
  }
}
