import CPinfold
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation

@_cdecl("pinfold_map_new")
public func pinfoldMapNew(
  _ workbench: OpaquePointer?, _ points: OpaquePointer?, _ definition: UnsafePointer<CChar>?,
  _ threads: CInt, _ stopper: OpaquePointer?, _ map: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    guard threads >= 0 else { throw CallMistake("\(threads) threads; 0 or more expected") }
    let points = try PointsHandle.at(points)
    let node =
      try Node.given(definition, "strategy")
      ?? Node(.text(Registry.usualStrategy), place: "strategy")
    let definition = try ClustererDefinition.one(node, in: try WorkbenchHandle.at(workbench).registry)
    let context = try RunContext(stopper, threads: threads == 0 ? Processors.count : Int(threads))
    let built = try definition.clusterer().build(points.points, context: context)
    try out(map).pointee = MapHandle(built, by: definition, over: points).retained
  }
}

@_cdecl("pinfold_map_label")
public func pinfoldMapLabel(
  _ map: OpaquePointer?, _ label: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) { try out(label).pointee = text(try MapHandle.at(map).definition.label) }
}

@_cdecl("pinfold_map_frame")
public func pinfoldMapFrame(
  _ map: OpaquePointer?, _ view: UnsafePointer<CChar>?, _ previous: OpaquePointer?,
  _ stopper: OpaquePointer?, _ frame: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let handle = try MapHandle.at(map)
    let shown = try handle.map.frame(
      for: try Viewport(try Node.given(view, "view"), showing: handle.map.points),
      after: try previous.map { try FrameHandle.at($0).frame }, context: try RunContext(stopper))
    try out(frame).pointee = FrameHandle(shown, of: handle).retained
  }
}

extension Viewport {
  /// The view that a definition describes; where it says nothing but the screen's size, it shows all points.
  fileprivate init(_ node: Node?, showing points: PointSet) throws {
    let node = node ?? Node(.table([]), place: "view")
    let screen = Set(ScreenDefinition.optionDescriptions.map(\.name))
    if let members = node.members, members.allSatisfy({ screen.contains($0.name) }) {
      self = try ScreenDefinition(node).viewport.fitted(to: points)
    } else {
      self = try ViewDefinition(node).viewport(on: points.projection)
    }
  }
}
