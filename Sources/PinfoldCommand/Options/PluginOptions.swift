import ArgumentParser
import PinfoldScripting

/// The plugins to load besides those found by themselves.
struct PluginOptions: ParsableArguments {
  @OptionGroup var named: PluginFileOptions

  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "A folder of Lua plugins to load, before those of ./Plugins, of $XDG_DATA_HOME/pinfold/plugins, and those that "
        + "came with the command.",
      valueName: "folder"), completion: .directory)
  var folders: [String] = []

  /// The registry with all plugins in it; see ``PluginFileOptions/workbench(folders:isQuiet:)``.
  func workbench(isQuiet: Bool = false) throws(PluginError) -> Workbench {
    try named.workbench(folders: folders, isQuiet: isQuiet)
  }

  /// The plugin files in the arguments.
  var files: [String] { named.files }
}

/// Plugins named by their files, for commands that have no folders of plugins to offer.
struct PluginFileOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A Lua plugin to load; may be given more than once.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  /// The registry with all plugins in it; of equal names the first one found counts.
  ///
  /// A plugin that is named must load; one that merely lies in a folder is noted and skipped.
  ///
  /// - Parameters:
  ///   - folders: folders of plugins to search before the standard ones.
  ///   - isQuiet: whether to leave the notes to the caller.
  func workbench(folders: [String] = [], isQuiet: Bool = false) throws(PluginError) -> Workbench {
    var workbench = Workbench()
    for file in files { try workbench.addPlugin(at: file) }
    for folder in folders + PluginSearch.folders {
      for error in workbench.addPlugins(in: folder) where !isQuiet {
        Console.note("plugin left out: \(error)")
      }
    }
    return workbench
  }
}
