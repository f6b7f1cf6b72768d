package import PinfoldStudies

extension PluginLimits {
  /// The limits that a manifest says.
  package init(_ recorded: StudyManifest.PluginLimits) {
    self.init()
    (seconds, memory) = (recorded.seconds, recorded.bytes)
  }

  /// The limits as a manifest says them.
  package var recorded: StudyManifest.PluginLimits { .init(seconds: seconds, bytes: memory) }
}

extension StudySource {
  /// Reads the plan of a manifest with the plugins in it.
  ///
  /// - Parameters:
  ///   - path: the manifest's name in messages.
  ///   - workbench: has what the plan names besides those plugins.
  ///   - limits: the resources that those plugins may use; nil for what the workbench says.
  package init(
    of manifest: StudyManifest, path: String, in workbench: Workbench, limits: PluginLimits? = nil
  ) throws {
    let unpacked = try UnpackedPlugins(of: manifest)
    let workbench = try workbench.preferring(unpacked.files, limits: limits)
    self.init(
      try manifest.plan(registry: workbench.registry, path: path), from: manifest, plugins: unpacked,
      pluginLimits: workbench.pluginLimits.recorded)
  }
}
