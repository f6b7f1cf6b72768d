import CPinfold
import Pinfold
import PinfoldCommand
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs
import Platform
import Synchronization

/// The object behind a handle.
class Handle {
  /// A handle that the caller releases.
  final var retained: OpaquePointer { unsafe OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object behind a caller's handle.
  ///
  /// - Throws: an error for `NULL`, and for a handle of another kind.
  static func at(_ handle: Object) throws -> Self {
    let handle = unsafe UnsafeRawPointer(try needed(handle, kind))
    let object = unsafe Unmanaged<Handle>.fromOpaque(handle).takeUnretainedValue()
    guard let wanted = object as? Self else {
      throw CallMistake("\(type(of: object).kind) is given in place of \(kind)")
    }
    return wanted
  }

  class var kind: String { "a handle" }
}

/// Everything that has a name.
final class WorkbenchHandle: Handle {
  override class var kind: String { "a workbench" }

  private let workbench = Mutex(Workbench())

  var registry: Registry { current.registry }

  var current: Workbench { workbench.withLock { $0 } }

  func addPlugins(at path: String) throws {
    try workbench.withLock { workbench in
      guard Folder.isFolder(path) else { return try workbench.addPlugin(at: path) }
      if let error = workbench.addPlugins(in: path).first { throw error }
    }
  }
}

/// Points with what is known of where they are from.
final class PointsHandle: Handle {
  override class var kind: String { "points" }

  let named: NamedPoints

  /// Whether the ids came with the points, not of their rows.
  let hasIDs: Bool

  init(_ named: NamedPoints, hasIDs: Bool = false) { (self.named, self.hasIDs) = (named, hasIDs) }

  private let knownRows = Mutex<[UInt32]?>(nil)

  /// The row of each point by canonical index: that of the columns it came from; of edited points, the rows
  /// that are left in their order, and then those that were inserted.
  var rows: [UInt32] {
    knownRows.withLock { known in
      if let known { return known }
      var rows = [UInt32](repeating: 0, count: points.count)
      for (row, point) in points.rowOrder.enumerated() { rows[point] = UInt32(row) }
      known = rows
      return rows
    }
  }

  func forEachRow(_ body: (_ row: Int, _ point: Int) -> Void) {
    for (point, row) in rows.enumerated() { body(Int(row), point) }
  }

  var points: PointSet { named.points }
}

final class MapHandle: Handle {
  override class var kind: String { "a map" }

  let map: ClusterMap
  let definition: ClustererDefinition
  let points: PointsHandle

  init(_ map: ClusterMap, by definition: ClustererDefinition, over points: PointsHandle) {
    (self.map, self.definition, self.points) = (map, definition, points)
  }

  var named: NamedMap { NamedMap(map, by: definition, over: points.named) }
}

final class FrameHandle: Handle {
  override class var kind: String { "a frame" }

  let frame: Frame
  let map: MapHandle

  init(_ frame: Frame, of map: MapHandle) { (self.frame, self.map) = (frame, map) }

  var named: NamedFrame { NamedFrame(frame, of: map.named) }
}

final class StopperHandle: Handle {
  override class var kind: String { "a stopper" }

  let cancellation = Cancellation()
}

extension RunContext {
  /// The conditions of a call.
  ///
  /// - Parameter stopper: the caller's switch; `NULL` for none.
  init(_ stopper: Object, threads: Int = 1) throws {
    unsafe self.init(
      cancellation: try stopper.map { unsafe try StopperHandle.at($0).cancellation }, threads: threads)
  }
}

/// The version; never written or freed.
nonisolated(unsafe) private let version: UnsafePointer<CChar>? = unsafe text(Version.current).map {
  unsafe UnsafePointer($0)
}

@_cdecl("pinfold_version")
public func pinfoldVersion() -> UnsafePointer<CChar>? { unsafe version }

@_cdecl("pinfold_free")
public func pinfoldFree(_ bytes: UnsafeMutableRawPointer?) { unsafe free(bytes) }

@_cdecl("pinfold_release")
public func pinfoldRelease(_ handle: UnsafeMutableRawPointer?) {
  if let handle = unsafe handle { unsafe Unmanaged<Handle>.fromOpaque(handle).release() }
}

@_cdecl("pinfold_stopper_new")
public func pinfoldStopperNew() -> OpaquePointer? { unsafe StopperHandle().retained }

@_cdecl("pinfold_stop")
public func pinfoldStop(_ stopper: Object) {
  unsafe (try? StopperHandle.at(stopper))?.cancellation.cancel()
}

@_cdecl("pinfold_workbench_new")
public func pinfoldWorkbenchNew() -> OpaquePointer? { unsafe WorkbenchHandle().retained }

@_cdecl("pinfold_workbench_add_plugins")
public func pinfoldWorkbenchAddPlugins(_ workbench: Object, _ path: Given, _ message: Message) -> CInt {
  unsafe status(message) {
    let path = unsafe try needed(given(path), "a path")
    unsafe try WorkbenchHandle.at(workbench).addPlugins(at: path)
  }
}

@_cdecl("pinfold_workbench_list")
public func pinfoldWorkbenchList(_ workbench: Object, _ kind: Given, _ json: Out<Text?>, _ message: Message)
  -> CInt
{
  unsafe status(message) {
    let registry = unsafe try WorkbenchHandle.at(workbench).registry
    let kind = unsafe given(kind) ?? ""
    let list: String
    switch kind {
    case RegistryKind.strategy.plural: list = registry.json(.strategy)
    case RegistryKind.representative.plural: list = registry.json(.representative)
    case RegistryKind.diff.plural: list = registry.json(.diff)
    case RegistryKind.metric.plural: list = registry.json(.metric)
    case RegistryKind.generator.plural: list = registry.json(.generator)
    default:
      let known = ["strategies", "representatives", "diffs", "metrics", "generators"]
      throw CallMistake("unknown kind '\(kind)'" + Suggestion.clause(for: kind, among: known))
    }
    try unsafe out(json).pointee = text(list)
  }
}

@_cdecl("pinfold_workbench_run")
public func pinfoldWorkbenchRun(
  _ workbench: Object, _ script: Given, _ points: Object, _ arguments: Given, _ stopper: Object,
  _ json: Out<Text?>, _ printed: Out<Text?>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let script = unsafe try needed(given(script), "a script")
    let known = unsafe try WorkbenchHandle.at(workbench).current
    let named = unsafe try points == nil ? nil : PointsHandle.at(points).named
    let arguments = unsafe try Node.options(arguments, "args")
    var output = ""
    let session = try ScriptSession(workbench: known, files: .person) { output += $0 }
    let interrupter = session.interrupter
    let stop = unsafe try stopper == nil ? Cancellation() : StopperHandle.at(stopper).cancellation
    let value: String
    do {
      value = try stop.handling({ interrupter.interrupt() }) {
        try session.value(of: script, name: "script", points: named, arguments: arguments)
      }
    } catch {
      throw stop.isCancelled ? ClusteringError.cancelled : error
    }
    unsafe (try out(json).pointee, try out(printed).pointee) = (text(value), text(output))
  }
}

extension Registry {
  fileprivate func json<Product>(_ kind: RegistryKind<Product>) -> String {
    var json = JSONWriter()
    json.array { json in
      for registration in all(kind) {
        json.object { json in
          json.members(["name": registration.name, "summary": registration.summary])
          if case .plugin(let path, let version, _) = registration.origin {
            json.members(["path": path, "version": version])
          }
          json.member("parameters", objects: registration.parameters) { parameter, json in
            json.member("name", parameter.name)
            parameter.kind.writeMembers(to: &json)
            json.members([
              "unit": parameter.unit, "default": parameter.defaultValue.description, "help": parameter.help,
            ])
          }
        }
      }
    }
    return json.text
  }
}

@_cdecl("pinfold_command")
public func pinfoldCommand(_ count: CInt, _ arguments: UnsafePointer<Given>?) {
  let words = unsafe UnsafeBufferPointer(start: arguments, count: arguments == nil ? 0 : max(0, Int(count)))
  runCommand(unsafe words.dropFirst().map { unsafe given($0) ?? "" })
}
