import ArgumentParser
import Pinfold
import PinfoldScripting

extension PluginCommand {
  /// `pinfold plugin install`: copies a package of plugins to where every command finds it.
  struct InstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Copy a package of plugins to where every command finds it.",
      usage: "pinfold plugin install [<options>] <folder>",
      discussion: """
        A package is a folder of plugins with a manifest, pinfold.json: { "name": "rows", "version": "1.0.0" }. It is \
        copied to $XDG_DATA_HOME/pinfold/plugins, or to --into, under its name; of a repository the files that are \
        checked out, without its history. Plugins that do not load, links, and a package of that name that is there \
        already are refused. Nothing of a package runs outside of the sandbox of plugins.

        Examples:
          pinfold plugin install rows
          pinfold plugin install rows --into Plugins
        """)

    @Argument(help: "The package's folder.", completion: .directory)
    var folder: String

    @Option(
      help: ArgumentHelp("The folder of plugins to copy it to.", valueName: "folder"),
      completion: .directory)
    var into: String?

    func run() throws {
      guard let destination = into ?? PluginSearch.userFolder else {
        throw Failure.usage("neither XDG_DATA_HOME nor HOME is set; --into names the folder of plugins")
      }
      let installed = try PackageInstaller(into: destination).install(folder)
      try Console.write("\(installed.package.name) \(installed.package.version) in \(installed.folder)\n")
      for plugin in installed.plugins {
        let place = plugin.replacesBuiltIn ? ", in the place of the built-in one" : ""
        try Console.write(
          "  \(plugin.kind.rawValue) \(plugin.name) \(plugin.version)\(place): \(plugin.summary)\n")
      }
    }
  }
}
