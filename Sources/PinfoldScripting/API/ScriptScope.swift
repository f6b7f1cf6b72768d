import Lua
import Pinfold
import PinfoldDefinitions
import Synchronization

/// The state that all objects of one script share: the registry, what stops long calls, and which files may
/// be read.
final class ScriptScope: Sendable {
  private let workbenchLock: Mutex<Workbench>
  private let cancellation = Mutex(Cancellation())
  private let study = Mutex<StudyDefinition?>(nil)

  private let interrupt: LuaInterrupt

  /// The number of threads that long calls use.
  let threads: Int

  /// Whether scripts may read only files below the working directory.
  let isConfined: Bool

  init(workbench: Workbench, threads: Int, interrupt: LuaInterrupt, isConfined: Bool) {
    workbenchLock = Mutex(workbench)
    self.threads = threads
    self.interrupt = interrupt
    self.isConfined = isConfined
  }

  /// Throws for a file that scripts may not read.
  func checkReading(_ path: String) throws { if isConfined { try WorkingFolder.check(file: path) } }

  var registry: Registry { workbenchLock.withLock { $0.registry } }

  var workbench: Workbench { workbenchLock.withLock { $0 } }

  /// Reloads plugins that have changed, and returns a line for each.
  func reloadPlugins() -> [String] { workbenchLock.withLock { $0.reloadPlugins() } }

  /// Registers a plugin file.
  func addPlugin(at path: String) throws(PluginError) {
    try workbenchLock.withLock { (workbench) throws(PluginError) in try workbench.addPlugin(at: path) }
  }

  /// The study that was declared last.
  var declaredStudy: StudyDefinition? { study.withLock { $0 } }

  /// Remembers a study.
  func declare(_ plan: StudyDefinition) { study.withLock { $0 = plan } }

  /// The context of a long call: it runs until somebody stops it, or the script's time is over.
  var context: RunContext {
    // A little later than Lua's own deadline, so that whoever gives up at this one finds that one past.
    let deadline = interrupt.secondsLeft.map { ContinuousClock.now + .seconds($0 + 0.001) }
    return RunContext(cancellation: cancellation.withLock { $0 }, deadline: deadline, threads: threads)
  }

  /// Stops the calls under way.
  func cancel() { cancellation.withLock { $0 }.cancel() }

  /// Clears an earlier stop.
  func reset() { cancellation.withLock { $0 = Cancellation() } }
}
