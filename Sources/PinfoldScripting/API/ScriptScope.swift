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

  /// Stops the script; nil where functions are only listed.
  private let interrupt: LuaInterrupt?

  let threads: Int

  /// Which files scripts may use; nil for all.
  private let files: LuaConfinement?

  init(
    workbench: Workbench, threads: Int, interrupt: LuaInterrupt? = nil, files: LuaConfinement? = nil
  ) {
    workbenchLock = Mutex(workbench)
    self.threads = threads
    self.interrupt = interrupt
    self.files = files
  }

  /// Throws for a file that scripts may not read, and for anything but a regular file, before any of it is
  /// read: no message reveals its content. Standard input is `-`.
  func checkReading(_ path: String) throws {
    if let files, !files.readsAnywhere, Conversion.isNeeded(for: path) {
      throw LuaError(
        "'\(path)' is read through ogr2ogr, which a script may not start; convert it to a GeoPackage first"
      )
    }
    // The error of what does not exist is the reader's own.
    if path == "-" || Folder.realPath(path) == nil { return }
    _ = try files?.path(of: path, isRead: true)
  }

  func checkWriting(in folder: String) throws {
    if files != nil { try WorkingFolder.check(folder: folder) }
  }

  /// Throws for a file that scripts may not write, and for what is there and is no regular file.
  func checkWriting(file path: String) throws { _ = try files?.path(of: path, isRead: false) }

  var registry: Registry { workbenchLock.withLock { $0.registry } }
  var workbench: Workbench { workbenchLock.withLock { $0 } }

  /// Reloads plugins that have changed, and returns a line for each.
  func reloadPlugins() -> [String] { workbenchLock.withLock { $0.reloadPlugins() } }

  func addPlugin(at path: String) throws(PluginError) -> Plugin? {
    try workbenchLock.withLock { (workbench) throws(PluginError) in
      try workbench.addPlugin(at: path)
      let real = Folder.realPath(path)
      return workbench.plugins.first { Folder.realPath($0.path) == real }?.plugin
    }
  }

  func add(_ plugin: Plugin) throws(PluginError) {
    try workbenchLock.withLock { (workbench) throws(PluginError) in try workbench.add(plugin) }
  }

  var declaredStudy: StudySource? { study.withLock { $0 } }

  func declare(_ source: StudySource) { study.withLock { $0 = source } }

  /// The context of a long call, which ends by an interrupt or with the script's time.
  var context: RunContext {
    var context = RunContext(secondsLeft: interrupt?.secondsLeft, threads: threads)
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

  func cancel() { cancellation.withLock { $0 }.cancel() }
  func reset() { cancellation.withLock { $0 = Cancellation() } }
}

extension RunContext {
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

/// The folder below which scripts may make folders.
enum WorkingFolder {
  /// Throws for a folder, made already or not, that is not below the working directory, links followed.
  static func check(folder path: String) throws {
    let outside = LuaError("'\(path)' is outside of the working directory")
    guard let root = Folder.realPath("."), !path.split(separator: "/").contains("..") else { throw outside }
    // The nearest folder on the way that exists: the rest is yet to be made, and holds no links.
    var existing = path
    while Folder.realPath(existing) == nil {
      guard let slash = existing.lastIndex(of: "/"), slash > existing.startIndex else {
        existing = path.hasPrefix("/") ? "/" : "."
        break
      }
      existing = String(existing[..<slash])
    }
    guard let found = Folder.realPath(existing),
      found == root || found.hasPrefix(root == "/" ? "/" : root + "/")
    else {
      throw outside
    }
  }
}

/// Estimates of the memory that native work needs, checked against the script's limit before it begins:
/// allocations are counted only once they are made.
extension LuaCall {
  /// Throws a memory error unless a set of this number of points can be made.
  func reserve(points count: Int) throws { try reserve(count, Memory.bytesPerPoint) }

  /// Throws a memory error unless a strategy's index over this number of points can be built.
  func reserve(indexOf count: Int, by clusterer: Clusterer) throws {
    try reserve(count, clusterer.strategy.buildBytesPerPoint)
  }

  /// Throws a memory error unless a frame of that many points can be made, even if each has a marker of its
  /// own.
  func reserve(frameOf count: Int) throws { try reserve(count, MemoryNeed.marker) }

  /// Throws a memory error unless a transition between this number of markers can be made.
  func reserve(transitionOf count: Int) throws { try reserve(count, 4 * MemoryNeed.marker) }

  /// Throws a memory error unless the points of definitions can be read or made, all of them at a time.
  func reserve(points datasets: [DatasetDefinition]) throws {
    try reserve(bytes: MemoryNeed.points(datasets))
  }

  private func reserve(_ count: Int, _ bytes: Int) throws { try reserve(bytes: count * bytes) }

  /// Calls `body` with the megabytes that data may unpack to: at most half of those that are left below the
  /// script's limit, past which the error is one of memory.
  func unpacking<Result>(atMost most: Int, _ body: (_ megabytes: Int) throws -> Result) throws -> Result {
    let left = max(1, room >> 21)
    do {
      return try body(min(most, left))
    } catch DatasetError.data(.tooLarge) where left < most {
      throw LuaError(.memory, "not enough memory")
    } catch DataError.tooLarge where left < most {
      throw LuaError(.memory, "not enough memory")
    }
  }
}

extension LuaMemoryPart {
  init(_ part: MemoryPart) { self.init(owner: part.owner, address: part.address, bytes: part.bytes) }
}

extension PointSet {
  var luaParts: [LuaMemoryPart] { memoryParts.map { LuaMemoryPart($0) } }
}
