import Foundation
package import Pinfold
package import PinfoldDefinitions
import PinfoldEvaluation

/// The plan to run, and its origin.
package struct StudySource: Sendable {
  package var plan: StudyDefinition

  /// The manifest whose frames the plan should reproduce; nil for a new plan.
  package var manifest: StudyManifest?

  /// The resources that the plan's plugins may use.
  package let pluginLimits: StudyManifest.PluginLimits

  /// The metrics that were added to the manifest's study after it was run, and why others cannot be measured
  /// here.
  private var later: [MetricDefinition] = []
  private var unknown: [String] = []

  /// Makes the points of generated datasets.
  private var registry = Registry()

  /// A plan of its own, or that of a manifest.
  package init(
    _ plan: StudyDefinition, from manifest: StudyManifest? = nil, pluginLimits: StudyManifest.PluginLimits
  ) {
    (self.plan, self.manifest, self.pluginLimits) = (plan, manifest, pluginLimits)
  }

  /// Finds the metrics of the manifest that its plan lacks.
  ///
  /// - Parameter registry: has the plugins of the manifest.
  package mutating func findLaterMetrics(in registry: Registry) {
    self.registry = registry
    for entry in manifest?.metrics ?? [] where !plan.metrics.contains(where: { $0.label == entry.name }) {
      do {
        let metric = try MetricDefinition.one(Node(.text(entry.name), place: "manifest"), in: registry)
        later.append(metric)
        if metric.version != entry.version {
          unknown.append(
            "metric '\(entry.name)' has version \(entry.version) in the manifest and \(metric.version) here")
        }
      } catch {
        unknown.append("metric '\(entry.name)' of the manifest was not measured: \(error)")
      }
    }
  }

  /// Measures the metrics that were added to the manifest's study later, and compares all values with its
  /// digest.
  ///
  /// - Parameter note: called with what differs from the manifest.
  package func finish(
    _ store: StudyStore, context: RunContext, note: (String) -> Void,
    progress: @escaping @Sendable (StudyProgress) -> Void
  ) throws(StudyError) {
    guard let manifest else { return }
    unknown.forEach(note)
    if !later.isEmpty {
      note("metrics added to the study later are measured too: \(later.map(\.label).joined(separator: ", "))")
      try StudyScorer(later).score(store, registry: registry, context: context, progress: progress)
    }
    if let scores = manifest.scores, let found = try store.manifest().scores, found != scores {
      note(
        "the frames are those of the manifest, but some values differ (SHA-256 \(found.sha256) here, \(scores.sha256) in the "
          + "manifest): 'pinfold study compare' shows which")
    }
  }
}

/// Plugins from a manifest, as files in a temporary folder that is deleted with this object.
package final class UnpackedPlugins: Sendable {
  package let files: [String]

  private let folder: String

  /// Writes the plugins of a manifest.
  package init(of manifest: StudyManifest) throws(StudyError) {
    folder = FileManager.default.temporaryDirectory.appending(path: "pinfold-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    } catch {
      throw .cannotWrite(folder, reason: error.localizedDescription)
    }
    do {
      files = try manifest.writePlugins(to: folder)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}
