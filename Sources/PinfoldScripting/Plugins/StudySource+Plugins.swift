package import PinfoldStudies

extension StudySource {
  /// Reads the plan of a manifest with the plugins in it.
  ///
  /// - Parameters:
  ///   - path: the manifest's name in messages.
  ///   - workbench: has what the plan names besides those plugins.
  package init(of manifest: StudyManifest, path: String, in workbench: Workbench) throws {
    let unpacked = try UnpackedPlugins(of: manifest)
    let workbench = try workbench.preferring(unpacked.files)
    self.init(
      try manifest.plan(registry: workbench.registry, path: path), from: manifest, plugins: unpacked)
  }
}
