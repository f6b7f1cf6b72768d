import ArgumentParser
import Foundation
import Pinfold
import PinfoldData
import PinfoldScripting

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

    @Option(
      help: ArgumentHelp(
        "What it is: \(PluginKind.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"),
      completion: .list(PluginKind.allCases.map(\.rawValue)))
    var kind = PluginKind.strategy.rawValue

    enum Language: String, CaseIterable, ExpressibleByArgument { case lua, swift }

    @Option(help: "The language: lua, or swift for a strategy.")
    var language = Language.lua

    @Option(
      help: ArgumentHelp(
        "With --language swift, the package Pinfold: a clone, or its address. Default: the clone that this command was "
          + "built in.", valueName: "folder|url"), completion: .directory)
    var pinfold: String?

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp(
        "The file to write, or the folder of a package. Default: Plugins/<name>.lua, or <name>.",
        valueName: "path"),
      completion: .file(extensions: ["lua"]))
    var output: String?

    func run() throws {
      if language == .swift { return try writePackage() }
      if pinfold != nil { throw Failure.usage("--pinfold needs --language swift") }
      guard let kind = PluginKind(rawValue: kind) else {
        let kinds = PluginKind.allCases.map(\.rawValue)
        throw Failure.usage("--kind '\(kind)': unknown kind" + Suggestion.clause(for: kind, among: kinds))
      }
      let template: PluginTemplate
      do {
        template = try PluginTemplate(kind, name: name)
      } catch {
        throw Failure.usage("\(error)")
      }
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
      let template: SwiftPackageTemplate
      do { template = try SwiftPackageTemplate(name: name, pinfold: pinfold) } catch {
        throw Failure.usage("\(error)")
      }
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
}

extension PluginCommand {
  struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin install")

    @Argument(help: "The package's folder, or an archive of it.", completion: .file())
    var package: String

    @Option(
      help: ArgumentHelp("The folder of plugins to copy it to.", valueName: "folder"),
      completion: .directory)
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
}

extension PluginCommand {
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

    @Option(
      help: ArgumentHelp("The folder of plugins that they were copied to.", valueName: "folder"),
      completion: .directory)
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

    @Option(
      help: ArgumentHelp("The folder of plugins that it was copied to.", valueName: "folder"),
      completion: .directory)
    var into: String?

    func run() throws {
      let removed = try PackageInstaller(into: PluginCommand.folder(into)).uninstall(package)
      try Console.write("\(removed.name) \(removed.version) is removed\n")
    }
  }
}

extension PluginCommand {
  struct TypesCommand: ParsableCommand {
    static let configuration = CommandConfiguration("plugin types")

    @Option(
      name: [.customShort("o"), .customLong("output")],
      help: ArgumentHelp("The folder to write to. Default: the working directory.", valueName: "folder"),
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
