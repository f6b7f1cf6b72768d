import ArgumentParser
import PinfoldScripting
import PinfoldStudies
import Synchronization

/// The plugins to load besides those found automatically.
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
      "Limit of the processor time of one call of a plugin; six times as much for 'build'. "
        + "(default: \(PluginLimits().seconds))",
      valueName: "seconds"))
  var seconds: Double?

  @Option(
    name: .customLong("plugin-memory"),
    help: ArgumentHelp(
      "Limit of the memory of a plugin. (default: \(PluginLimits().memory >> 20))", valueName: "megabytes"))
  var megabytes: Int?

  /// The options as words of a command line.
  var words: [String] {
    files.flatMap { ["--plugin", $0] } + folders.flatMap { ["--plugins", $0] }
      + (seconds.map { ["--plugin-time", "\($0)"] } ?? [])
      + (megabytes.map { ["--plugin-memory", "\($0)"] } ?? [])
  }

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds.isFinite) {
      throw ValidationError("'--plugin-time \(seconds)': a positive number of seconds expected")
    }
    if let megabytes, !(1...1 << 24).contains(megabytes) {
      throw ValidationError("'--plugin-memory \(megabytes)': 1 to \(1 << 24) megabytes expected")
    }
  }

  var limits: PluginLimits { limits(insteadOf: nil) }

  /// The resources that plugins of a study may use, which the study has recorded: what is given in the
  /// command counts before that.
  func limits(insteadOf recorded: StudyManifest.PluginLimits?) -> PluginLimits {
    var limits = recorded.map { PluginLimits($0) } ?? PluginLimits()
    if let seconds { limits.seconds = seconds }
    if let megabytes { limits.memory = megabytes << 20 }
    return limits
  }

  /// The registry with all plugins in it; of equal names the first one found counts.
  ///
  /// A plugin that is named must load; one that merely lies in a folder is noted and skipped.
  ///
  /// - Parameters:
  ///   - isQuiet: whether to leave the notes to the caller.
  ///   - recorded: the limits of a study that the plugins serve.
  func workbench(
    isQuiet: Bool = false, recorded: StudyManifest.PluginLimits? = nil
  ) throws(PluginError) -> Workbench {
    var workbench = Workbench(
      registry: ProgramStart.current.registry, pluginLimits: limits(insteadOf: recorded))
    let noted = Mutex<Set<String>>([])
    workbench.note = { note in
      if noted.withLock({ $0.insert(note).inserted }) { Console.note(note) }
    }
    for file in files { try workbench.addPlugin(at: file) }
    for folder in folders + PluginSearch.folders {
      for error in workbench.addPlugins(in: folder) where !isQuiet {
        Console.note("plugin left out: \(error)")
      }
    }
    return workbench
  }
}
