import Lua
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldStudies
import PinfoldVerbs
import Synchronization

/// The state that all objects of one script share: the registry, what stops long calls, and which files may
/// be read.
final class ScriptScope: Sendable {
  private let workbenchLock: Mutex<Workbench>
  private let cancellation = Mutex(Cancellation())
  private let study = Mutex<StudySource?>(nil)

  private let interrupt: LuaInterrupt

  /// The number of threads that long calls use.
  let threads: Int

  /// Which files scripts may use; nil for all.
  private let files: LuaConfinement?

  init(workbench: Workbench, threads: Int, interrupt: LuaInterrupt, files: LuaConfinement?) {
    workbenchLock = Mutex(workbench)
    self.threads = threads
    self.interrupt = interrupt
    self.files = files
  }

  /// Throws for a file that scripts may not read, and for what is no regular file, before anything of it is
  /// read: no message tells what is in it. Standard input is `-`, as ever.
  func checkReading(_ path: String) throws {
    if files != nil, Conversion.isNeeded(for: path) {
      throw LuaError(
        .runtime,
        "'\(path)' is read through ogr2ogr, which a script may not start; convert it to a GeoPackage first"
      )
    }
    // The error of what does not exist is the reader's own.
    if path == "-" || Folder.realPath(path) == nil { return }
    _ = try files?.path(of: path, isRead: true)
  }

  /// Throws for a folder in which scripts may not write.
  func checkWriting(in folder: String) throws {
    if files != nil { try WorkingFolder.check(folder: folder) }
  }

  /// Throws for a file that scripts may not write, and for what is there and is no regular file.
  func checkWriting(file path: String) throws { _ = try files?.path(of: path, isRead: false) }

  var registry: Registry { workbenchLock.withLock { $0.registry } }

  var workbench: Workbench { workbenchLock.withLock { $0 } }

  /// Reloads plugins that have changed, and returns a line for each.
  func reloadPlugins() -> [String] { workbenchLock.withLock { $0.reloadPlugins() } }

  /// Registers a plugin file.
  func addPlugin(at path: String) throws(PluginError) {
    try workbenchLock.withLock { (workbench) throws(PluginError) in
      try workbench.addPlugin(at: path)
    }
  }

  /// Registers a plugin that has no file.
  func add(_ plugin: Plugin) throws(PluginError) {
    try workbenchLock.withLock { (workbench) throws(PluginError) in try workbench.add(plugin) }
  }

  /// The study that was declared last.
  var declaredStudy: StudySource? { study.withLock { $0 } }

  /// Remembers a study.
  func declare(_ source: StudySource) { study.withLock { $0 = source } }

  /// The context of a long call: it runs until somebody stops it, or the script's time is over.
  var context: RunContext {
    var context = RunContext(secondsLeft: interrupt.secondsLeft, threads: threads)
    context.cancellation = cancellation.withLock { $0 }
    return context
  }

  /// The surroundings of a verb that a script calls.
  func verbContext(_ call: LuaCall, note: @escaping @Sendable (String) -> Void = { _ in }) -> VerbContext {
    var verbContext = call.verbContext
    verbContext.run = context
    verbContext.note = note
    return verbContext
  }

  /// Stops the calls under way.
  func cancel() { cancellation.withLock { $0 }.cancel() }

  /// Clears an earlier stop.
  func reset() { cancellation.withLock { $0 = Cancellation() } }
}

extension RunContext {
  /// The context of work that ends with the time of a script.
  fileprivate init(secondsLeft: Double?, threads: Int = 1) {
    // A little later than Lua's own deadline, so that Lua's error is the one that is reported.
    self.init(deadline: secondsLeft.map { ContinuousClock.now + .seconds($0 + 0.001) }, threads: threads)
  }
}

extension LuaCall {
  /// The surroundings of a verb that is a method of an object without a scope, which plugins call too.
  var verbContext: VerbContext {
    var context = VerbContext(RunContext(secondsLeft: secondsLeft))
    context.reserve = { try reserve(bytes: $0) }
    return context
  }
}
