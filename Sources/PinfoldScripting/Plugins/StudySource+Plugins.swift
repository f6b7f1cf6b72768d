package import PinfoldStudies

extension PluginLimits {
  /// The limits in a manifest.
  package init(_ recorded: StudyManifest.PluginLimits) {
    self.init()
    (seconds, memory) = (recorded.seconds, recorded.bytes)
  }

  /// The limits in the form of a manifest.
  package var recorded: StudyManifest.PluginLimits { .init(seconds: seconds, bytes: memory) }
}

extension StudySource {
  /// Reads the plan of a manifest with the plugins in it.
  ///
  /// - Parameters:
  ///   - path: the manifest's name in messages.
  ///   - workbench: everything that the plan names besides those plugins.
  ///   - limits: the resource limits of those plugins; nil for the workbench's.
  package init(
    of manifest: StudyManifest, path: String, in workbench: Workbench, limits: PluginLimits? = nil
  ) throws {
    let workbench = try workbench.with(manifest, limits: limits)
    self.init(
      try manifest.plan(registry: workbench.registry, path: path), from: manifest,
      pluginLimits: workbench.pluginLimits.recorded)
    findLaterMetrics(in: workbench.registry)
  }
}

extension StudyVerifier {
  /// Plans the verification of a study with the plugins in its manifest.
  ///
  /// - Parameters:
  ///   - workbench: everything that the study names besides those plugins.
  ///   - limits: the resource limits of those plugins; nil for the workbench's.
  package init(_ store: StudyStore, in workbench: Workbench, limits: PluginLimits? = nil) throws {
    self.init(store, registry: try workbench.with(try store.manifest(), limits: limits).registry)
  }
}

extension Workbench {
  /// A sentence for each plugin of a study whose text is no longer the one that the study ran with.
  package func changes(since manifest: StudyManifest) -> [String] {
    manifest.plugins.compactMap { recorded in
      let found = plugins.first { entry in
        entry.shadowedBy == nil && entry.path.split(separator: "/").last.map(String.init) == recorded.name
      }
      guard let plugin = found?.plugin, let digest = plugin.digest, digest != recorded.sha256 else {
        return nil
      }
      return "plugin \(recorded.name) has changed since the study ran: version \(recorded.version) with "
        + "SHA-256 \(recorded.sha256.prefix(12)) then, \(plugin.version) with \(digest.prefix(12)) now; the study's "
        + "manifest holds the text of then"
    }
  }

  /// The same with the plugins of a manifest before all others; their files are deleted when this returns.
  fileprivate func with(_ manifest: StudyManifest, limits: PluginLimits?) throws -> Workbench {
    let unpacked = try UnpackedPlugins(of: manifest)
    return try withExtendedLifetime(unpacked) { try preferring(unpacked.files, limits: limits) }
  }
}
