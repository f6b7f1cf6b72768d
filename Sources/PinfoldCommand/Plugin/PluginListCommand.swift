import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldVerbs

extension PluginCommand {
  struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin list")

    @Argument(help: "Show the plugins of this name in full: parameters and capabilities.")
    var name: String?

    @OptionGroup var result: ResultOptions<ListFormat>
    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      _ = try result.chosen()
      let workbench = try plugins.workbench(isQuiet: true)
      let all = workbench.plugins
      let chosen = all.filter { name == nil || $0.plugin?.name == name }
      if let name, chosen.isEmpty {
        let known = all.compactMap { $0.plugin?.name }
        throw Failure.usage("unknown plugin '\(name)'" + Suggestion.clause(for: name, among: known))
      }
      try result.deliver(PluginList(entries: chosen, workbench: workbench, isDetailed: name != nil))
    }
  }
}

private struct PluginList: ListText {
  let entries: [PluginEntry]
  let workbench: Workbench
  let isDetailed: Bool

  var table: String { isDetailed ? entries.compactMap(details).joined(separator: "\n") : overview }

  /// A line for each file, then the errors of broken ones, then the folders that were searched.
  private var overview: String {
    var text = ""
    if !entries.isEmpty {
      let hasPackages = entries.contains { $0.package != nil }
      var table = TextTable(
        header: ["kind", "name", "version", "api", "state"] + (hasPackages ? ["package"] : []) + ["path"])
      for entry in entries {
        let plugin = entry.plugin
        let package = entry.package.map { "\($0.name) \($0.version)" } ?? "-"
        table.row(
          [
            plugin?.kind.rawValue ?? "-", plugin?.name ?? "-", plugin?.version ?? "-",
            plugin == nil ? "-" : "\(Plugin.api)", entry.state,
          ] + (hasPackages ? [package] : []) + [entry.path])
      }
      text = table.text + "\n"
    }
    let notes = entries.compactMap { entry in
      entry.error.map { "\($0)\n" } ?? entry.shadowedBy.map { "\(entry.path) is shadowed by \($0)\n" }
        ?? entry.replaced.map { "\(entry.path) replaces the built-in \($0)\n" }
    }
    if !notes.isEmpty { text += notes.joined() + "\n" }
    return text + "looked in: \(workbench.pluginFolders.joined(separator: ", "))\n"
  }

  private func details(of entry: PluginEntry) -> String? {
    guard let plugin = entry.plugin else { return nil }
    var listed = ListEntry(name: plugin.name, summary: plugin.summary)
    listed.plugin = (entry.path, plugin.version)
    listed.facts = [("kind", plugin.kind.rawValue), ("api", "\(Plugin.api)")]
    if let package = entry.package {
      listed.facts.append(("package", "\(package.name) \(package.version)"))
      if let origin = package.origin { listed.facts.append(("installed", "from \(origin)")) }
    }
    if let other = entry.shadowedBy { listed.facts.append(("shadowed", "\(other) comes first")) }
    listed.parameters = plugin.parameters
    if plugin.kind == .strategy, entry.shadowedBy == nil {
      listed.capabilities = try? workbench.registry.find(plugin.name, kind: .strategy)().capabilities.names
    }
    return listed.text
  }

  func write(to json: inout JSONWriter) {
    json.member("plugins", objects: entries) { $0.write(to: &$1) }
    json.member("folders", workbench.pluginFolders)
  }
}

extension PluginEntry {
  fileprivate var replaced: String? {
    plugin.flatMap { $0.replacesBuiltIn ? "\($0.kind.rawValue) '\($0.name)'" : nil }
  }

  var state: String { error != nil ? "broken" : shadowedBy != nil ? "shadowed" : "used" }

  fileprivate func write(to json: inout JSONWriter) {
    json.members(["kind": plugin?.kind.rawValue, "name": plugin?.name, "version": plugin?.version])
    if plugin != nil { json.member("api", Plugin.api) }
    json.members(["state": state, "path": path, "summary": plugin?.summary])
    if let package {
      json.object("package") { json in
        json.members([
          "name": package.name, "version": package.version, "summary": package.summary,
          "from": package.origin?.path, "commit": package.origin?.commit,
        ])
      }
    }
    if let shadowedBy { json.member("shadowedBy", shadowedBy) }
    if let error { json.member("error", "\(error)") }
    if let plugin { json.member("parameters", objects: plugin.parameters) { $0.write(to: &$1) } }
  }
}
