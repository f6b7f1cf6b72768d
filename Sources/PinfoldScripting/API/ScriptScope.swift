import Pinfold
import PinfoldDefinitions
import Synchronization

/// What all objects of one script share: the registry, and the switch that stops long calls.
final class ScriptScope: Sendable {
  private let workbenchLock: Mutex<Workbench>
  private let cancellation = Mutex(Cancellation())
  private let study = Mutex<StudyDefinition?>(nil)

  /// The number of threads that long calls use.
  let threads: Int

  init(workbench: Workbench, threads: Int) {
    workbenchLock = Mutex(workbench)
    self.threads = threads
  }

  var registry: Registry { workbenchLock.withLock { $0.registry } }

  var workbench: Workbench { workbenchLock.withLock { $0 } }

  /// Takes up plugins that have changed, and says which.
  func reloadPlugins() -> [String] { workbenchLock.withLock { $0.reloadPlugins() } }

  /// Registers a plugin file.
  func addPlugin(at path: String) throws(PluginError) {
    try workbenchLock.withLock { (workbench) throws(PluginError) in try workbench.addPlugin(at: path) }
  }

  /// The study that was declared last.
  var declaredStudy: StudyDefinition? { study.withLock { $0 } }

  /// Remembers a study.
  func declare(_ plan: StudyDefinition) { study.withLock { $0 = plan } }

  /// How a long call is to run now.
  var context: RunContext { RunContext(cancellation: cancellation.withLock { $0 }, threads: threads) }

  /// Stops the calls under way.
  func cancel() { cancellation.withLock { $0 }.cancel() }

  /// Forgets what was stopped before.
  func reset() { cancellation.withLock { $0 = Cancellation() } }
}
