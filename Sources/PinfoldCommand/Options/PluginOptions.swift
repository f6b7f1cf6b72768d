import ArgumentParser
import PinfoldScripting

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which plugins to load besides those found by themselves.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A Lua plugin to load; may be given more than once.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "A folder of Lua plugins to load, before those of ./Plugins and $XDG_DATA_HOME/pinfold/plugins.",
      valueName: "folder"), completion: .directory)
  var folders: [String] = []

  /// The registry with all plugins in it; of equal names the first one found counts.
  ///
  /// A plugin that was asked for must load; one that merely lies in a folder is noted and passed over.
  func workbench() throws(PluginError) -> Workbench {
    var workbench = Workbench()
    for file in files { try workbench.addPlugin(at: file) }
    for folder in folders + Self.searchPath {
      for error in workbench.addPlugins(in: folder) { Console.note("plugin left out: \(error)") }
    }
    return workbench
  }

  private static var searchPath: [String] {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    let data = variable("XDG_DATA_HOME") ?? variable("HOME").map { "\($0)/.local/share" }
    return ["Plugins"] + (data.map { ["\($0)/pinfold/plugins"] } ?? [])
  }
}
