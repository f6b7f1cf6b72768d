import Foundation
package import PinfoldDefinitions

/// The plan to run, and its origin.
package struct StudySource: Sendable {
  package var plan: StudyDefinition

  /// The manifest whose frames the plan should reproduce; nil for a new plan.
  package var manifest: StudyManifest?

  /// The resources that the plan's plugins may use.
  package let pluginLimits: StudyManifest.PluginLimits

  /// A plan of its own, or that of a manifest.
  package init(
    _ plan: StudyDefinition, from manifest: StudyManifest? = nil, pluginLimits: StudyManifest.PluginLimits
  ) {
    (self.plan, self.manifest, self.pluginLimits) = (plan, manifest, pluginLimits)
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
