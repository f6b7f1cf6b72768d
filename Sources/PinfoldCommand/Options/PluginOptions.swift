import ArgumentParser
import PinfoldScripting

/// The plugins to load besides those found by themselves.
struct PluginOptions: ParsableArguments {
  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp("A Lua plugin to load; may be given more than once.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var files: [String] = []

  @Option(
    name: .customLong("plugins"),
    help: ArgumentHelp(
      "A folder of Lua plugins to load, before those of ./Plugins, of $XDG_DATA_HOME/pinfold/plugins, and those that "
        + "came with the command.",
      valueName: "folder"), completion: .directory)
  var folders: [String] = []

  @Option(
    name: .customLong("plugin-time"),
    help: ArgumentHelp(
      "The processor time that a call of a plugin may take; a strategy's 'build' has six times as much.",
      valueName: "seconds"))
  var seconds = PluginLimits().seconds

  @Option(
    name: .customLong("plugin-memory"),
    help: ArgumentHelp("The memory that a plugin may hold.", valueName: "megabytes"))
  var megabytes = PluginLimits().memory >> 20

  func validate() throws {
    guard seconds > 0, seconds.isFinite else {
      throw ValidationError("'--plugin-time \(seconds)': a positive number of seconds expected")
    }
    guard (1...1 << 24).contains(megabytes) else {
      throw ValidationError("'--plugin-memory \(megabytes)': 1 to \(1 << 24) megabytes expected")
    }
  }

  /// The resources that plugins may use.
  var limits: PluginLimits {
    var limits = PluginLimits()
    limits.seconds = seconds
    limits.memory = megabytes << 20
    return limits
  }

  /// The registry with all plugins in it; of equal names the first one found counts.
  ///
  /// A plugin that is named must load; one that merely lies in a folder is noted and skipped.
  ///
  /// - Parameter isQuiet: whether to leave the notes to the caller.
  func workbench(isQuiet: Bool = false) throws(PluginError) -> Workbench {
    var workbench = Workbench(pluginLimits: limits)
    for file in files { try workbench.addPlugin(at: file) }
    for folder in folders + PluginSearch.folders {
      for error in workbench.addPlugins(in: folder) where !isQuiet {
        Console.note("plugin left out: \(error)")
      }
    }
    return workbench
  }
}
