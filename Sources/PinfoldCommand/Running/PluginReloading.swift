import PinfoldScripting
import PinfoldServer

extension LiveSubject {
  /// Checks repeatedly whether plugins were saved, and notifies the pages.
  ///
  /// - Parameter changed: called after each change.
  func reloadPlugins(of workbench: Workbench, changed: (Workbench) -> Void = { _ in }) async {
    var workbench = workbench
    while (try? await Task.sleep(for: .milliseconds(400))) != nil {
      let changes = workbench.reloadPlugins()
      guard !changes.isEmpty else { continue }
      var problems: [String: String] = [:]
      for entry in workbench.plugins {
        if let plugin = entry.plugin, let error = entry.error { problems[plugin.name] = "\(error)" }
      }
      await replace(workbench.registry, changes: changes, problems: problems)
      changed(workbench)
    }
  }
}
