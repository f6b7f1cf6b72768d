import ArgumentParser
import Foundation
import Pinfold
import PinfoldData
import PinfoldScripting
import PinfoldVerbs

struct PluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "plugin",
    subcommands: [
      NewCommand.self, LabCommand.self, CheckCommand.self, TestCommand.self, ListCommand.self,
      InstallCommand.self, UpdateCommand.self, UninstallCommand.self, TypesCommand.self,
    ])
}

extension PluginCommand {
  struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin new")

    @Argument(help: "Its name: letters, digits, - and _.")
    var name: String

    private static let kinds = PluginKind.allCases.map(\.rawValue)

    @Option(
      help: .value("kind", "What it is: \(NewCommand.kinds.joined(separator: ", "))."),
      completion: .list(NewCommand.kinds))
    var kind = PluginKind.strategy.rawValue

    enum Language: String, CaseIterable, ExpressibleByArgument { case lua, swift }

    @Option(help: "The language: lua, or swift for a strategy.")
    var language = Language.lua

    @Option(
      help: .value(
        "folder|url",
        "With --language swift, the package Pinfold: a clone, or its address. Default: the clone that this command was "
          + "built in."), completion: .directory)
    var pinfold: String?

    @Option(
      name: .output,
      help: .value(
        "path", "The file to write, or the folder of a package. Default: Plugins/<name>.lua, or <name>."),
      completion: .file(extensions: ["lua"]))
    var output: String?

    func run() throws {
      if language == .swift { return try writePackage() }
      if pinfold != nil { throw Failure.usage("--pinfold needs --language swift") }
      guard let kind = PluginKind(rawValue: kind) else {
        throw Failure.usage(
          "--kind '\(kind)': unknown kind" + Suggestion.clause(for: kind, among: Self.kinds))
      }
      let template = try Failure.ofUsage { try PluginTemplate(kind, name: name) }
      if let output, !output.hasSuffix(".lua") {
        throw Failure.usage("--output '\(output)': expected a file whose name ends in .lua")
      }
      let path = output ?? "\(Files.pluginFolder)/\(name).lua"
      if Files.exists(path) { throw Failure.failed("\(path) exists already and was not changed") }
      if output == nil { try Folder.make(Files.pluginFolder) }
      try Output.deliver(template.text, to: path)
      try Console.write(
        """
        \(path): a \(kind.rawValue) to begin with. Next:
          pinfold plugin check \(path)
          pinfold plugin test \(path)
          \(example(kind, path))

        """)
    }

    private func writePackage() throws {
      guard kind == PluginKind.strategy.rawValue else {
        throw Failure.usage(
          "--kind \(kind): --language swift writes strategies; the page WritingOtherKinds.md shows the other kinds"
        )
      }
      let template = try Failure.ofUsage { try SwiftPackageTemplate(name: name, pinfold: pinfold) }
      let folder = output ?? name
      if Files.exists(folder) { throw Failure.failed("\(folder) exists already and was not changed") }
      for (path, text) in template.files {
        let file = "\(folder)/\(path)"
        try FileManager.default.createDirectory(
          atPath: Folder.holding(file), withIntermediateDirectories: true)
        try Output.deliver(text, to: file)
      }
      try Console.write(
        """
        \(folder): a package with a strategy to begin with. Next, in this folder; the first build takes some minutes:
          swift run -c release \(name) compare towns --strategy \(name),grid
          swift run -c release \(name) serve towns --strategy \(name),grid
          swift run -c release \(name) plugin check \(name)

        """)
    }

    private func example(_ kind: PluginKind, _ path: String) -> String {
      let option = output == nil ? "" : " --plugin \(path)"
      return switch kind {
      case .strategy: "pinfold cluster DATA\(option) --strategy \(name)"
      case .representative: "pinfold cluster DATA\(option) --representative \(name)"
      case .metric: "pinfold compare DATA\(option) --metrics \(name)"
      case .diff: "pinfold diff DATA\(option) --diff \(name) --from LON,LAT,ZOOM --to LON,LAT,ZOOM"
      case .camera: "pinfold run\(option) -e 'print(#camera(\"\(name)\"):views(view(0,0,2)))'"
      case .generator: "pinfold cluster\(option) --generate \(name)"
      }
    }
  }

  struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin install")

    @Argument(help: "The package's folder, or an archive of it.", completion: .file())
    var package: String

    @Option(help: .value("folder", "The folder of plugins to copy it to."), completion: .directory)
    var into: String?

    @Flag(help: "Replace an installed package of its name, as by a newer version.")
    var replace = false

    func run() throws {
      let installed = try PackageInstaller(into: PluginCommand.folder(into)).install(
        package, replacing: replace)
      try Console.write("\(installed.package.name) \(installed.package.version) in \(installed.folder)\n")
      for plugin in installed.plugins {
        let place = plugin.replacesBuiltIn ? ", replacing the built-in one" : ""
        try Console.write(
          "  \(plugin.kind.rawValue) \(plugin.name) \(plugin.version)\(place): \(plugin.summary)\n")
      }
    }
  }

  /// The folder of installed packages: the given one, or the user's.
  fileprivate static func folder(_ given: String?) throws -> String {
    guard let folder = given ?? PluginSearch.userFolder else {
      throw Failure.usage("neither XDG_DATA_HOME nor HOME is set; --into names the folder of plugins")
    }
    return folder
  }

  struct UpdateCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin update")

    @Argument(help: "The packages' names. Default: all that are installed.")
    var packages: [String] = []

    @Option(help: .value("folder", "The folder of plugins that they were copied to."), completion: .directory)
    var into: String?

    func run() throws {
      let installer = PackageInstaller(into: try PluginCommand.folder(into))
      let names = packages.isEmpty ? installer.names : packages
      if names.isEmpty { Console.note("no packages are installed in \(installer.destination)") }
      var hasFailed = false
      for name in names {
        do {
          let (before, after, hasChanged) = try installer.update(name)
          let version =
            before.version == after.version ? after.version : "\(before.version) → \(after.version)"
          try Console.write("\(name) \(version) is \(hasChanged ? "updated" : "up to date")\n")
        } catch let error as PluginError {
          Console.error("\(error)")
          hasFailed = true
        }
      }
      if hasFailed { throw Failure.reported }
    }
  }

  struct UninstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin uninstall")

    @Argument(help: "The package's name.")
    var package: String

    @Option(help: .value("folder", "The folder of plugins that it was copied to."), completion: .directory)
    var into: String?

    func run() throws {
      let removed = try PackageInstaller(into: PluginCommand.folder(into)).uninstall(package)
      try Console.write("\(removed.name) \(removed.version) is removed\n")
    }
  }

  struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin types")

    @Option(
      name: .output, help: .value("folder", "The folder to write to. Default: the working directory."),
      completion: .directory)
    var output: String?

    @OptionGroup(title: "Plugins") var plugins: PluginOptions

    func run() throws {
      let files = try EditorFiles(try plugins.workbench().registry)
      let folder = output ?? "."
      if output != nil { try Folder.make(folder) }
      for file in files.files {
        let path = folder == "." ? file.name : "\(folder)/\(file.name)"
        if Files.exists(path), try !file.mayReplace(path) {
          Console.note("\(path) is left as it is; delete it to have it written")
        } else {
          try Output.deliver(file.text, to: path)
          try Console.write("\(path)\n")
        }
      }
    }
  }
}

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
      let about = Node([
        "name": package.name, "version": package.version, "summary": package.summary,
        "from": package.origin?.path, "commit": package.origin?.commit,
      ])
      json.member("package", about)
    }
    if let shadowedBy { json.member("shadowedBy", shadowedBy) }
    if let error { json.member("error", "\(error)") }
    if let plugin { json.member("parameters", objects: plugin.parameters) { $0.write(to: &$1) } }
  }
}
