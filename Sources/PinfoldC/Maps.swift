public import CPinfold
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldServer
import PinfoldTiles
import PinfoldVerbs

@_cdecl("pinfold_map_new")
public func pinfoldMapNew(
  _ workbench: OpaquePointer?, _ points: OpaquePointer?, _ definition: Given, _ threads: CInt,
  _ stopper: OpaquePointer?, _ map: Out<OpaquePointer?>, _ message: Out<Text?>
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
public func pinfoldMapLabel(_ map: OpaquePointer?, _ label: Out<Text?>, _ message: Out<Text?>) -> CInt {
  status(message) { try out(label).pointee = text(try MapHandle.at(map).definition.label) }
}

@_cdecl("pinfold_map_frame")
public func pinfoldMapFrame(
  _ map: OpaquePointer?, _ view: Given, _ previous: OpaquePointer?, _ stopper: OpaquePointer?,
  _ frame: Out<OpaquePointer?>, _ message: Out<Text?>
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

@_cdecl("pinfold_map_insert")
public func pinfoldMapInsert(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: Out<OpaquePointer?>, _ message: Out<Text?>
) -> CInt {
  edit(map, columns, stopper, edited, message) { map, columns, context in
    try map.insert(try PointColumns(columns), context: context)
  }
}

@_cdecl("pinfold_map_remove")
public func pinfoldMapRemove(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: Out<OpaquePointer?>, _ message: Out<Text?>
) -> CInt {
  edit(map, columns, stopper, edited, message) { map, columns, context in
    try map.remove(try [PointID](idsOf: columns), context: context)
  }
}

@_cdecl("pinfold_map_move")
public func pinfoldMapMove(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: Out<OpaquePointer?>, _ message: Out<Text?>
) -> CInt {
  edit(map, columns, stopper, edited, message) { map, columns, context in
    let ids = try [PointID](idsOf: columns)
    let to = try PointColumns(columns)
    let moves = ids.enumerated().map {
      (id: $1, to: Coordinate(longitude: to.longitude[$0], latitude: to.latitude[$0]))
    }
    try map.move(moves, context: context)
  }
}

@_cdecl("pinfold_map_points")
public func pinfoldMapPoints(
  _ map: OpaquePointer?, _ points: Out<OpaquePointer?>, _ message: Out<Text?>
) -> CInt {
  status(message) { try out(points).pointee = try MapHandle.at(map).points.retained }
}

/// Stores a map that differs from another in some points.
private func edit(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: Out<OpaquePointer?>,
  _ message: Out<Text?>, _ change: (inout ClusterMap, pinfold_columns, RunContext) throws -> Void
) -> CInt {
  status(message) {
    let handle = try MapHandle.at(map)
    guard let columns = columns?.pointee else { throw CallMistake("NULL is given in place of columns") }
    var map = handle.map
    try change(&map, columns, try RunContext(stopper))
    let points = PointsHandle(
      NamedPoints(handle.points.named.name, map.points, report: handle.points.named.report),
      hasIDs: handle.points.hasIDs)
    try out(edited).pointee = MapHandle(map, by: handle.definition, over: points).retained
  }
}

extension [PointID] {
  /// The ids of a caller's columns, of which nothing else is looked at.
  fileprivate init(idsOf columns: pinfold_columns) throws {
    guard let ids = try PointIDs(columns, count: Int(columns.count)) else {
      throw CallMistake("ids are needed for every point")
    }
    self = (0..<ids.count).map { ids[$0] }
  }
}

@_cdecl("pinfold_map_tile")
public func pinfoldMapTile(
  _ map: OpaquePointer?, _ zoom: Int64, _ column: Int64, _ row: Int64, _ definition: Given,
  _ stopper: OpaquePointer?, _ stored: Out<Text?>, _ size: Out<Int>, _ message: Out<Text?>
) -> CInt {
  status(message) {
    guard let address = TileAddress(checking: Int(zoom), column: Int(column), row: Int(row)) else {
      throw CallMistake(
        "no tile \(zoom)/\(column)/\(row); zooms go to \(SlippyTile.zooms.upperBound), columns and rows to 2^zoom - 1"
      )
    }
    let tiles = Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")))
    try store(try tiles.tile(address, VerbContext(try RunContext(stopper))), stored, size)
  }
}

@_cdecl("pinfold_map_write_tiles")
public func pinfoldMapWriteTiles(
  _ map: OpaquePointer?, _ path: Given, _ definition: Given, _ stopper: OpaquePointer?, _ count: Out<Int64>,
  _ message: Out<Text?>
) -> CInt {
  status(message) {
    let path = given(path) ?? ""
    guard let archive = TileArchive(named: path) else {
      throw CallMistake("'\(path)': expected \(TileArchive.expectation)")
    }
    let tiles = try Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")),
      isPacked: archive.packsTiles
    ).answer(VerbContext(try RunContext(stopper)))
    try archive.write(tiles, to: path)
    count?.pointee = Int64(tiles.tiles.count)
  }
}

/// A live map, which is served until the handle is released.
final class LiveHandle: Handle {
  override class var kind: String { "a live map" }

  let live: LiveMap

  init(_ live: LiveMap) { self.live = live }
}

@_cdecl("pinfold_live_new")
public func pinfoldLiveNew(
  _ workbench: OpaquePointer?, _ points: OpaquePointer?, _ definition: Given, _ live: Out<OpaquePointer?>,
  _ message: Out<Text?>
) -> CInt {
  status(message) {
    let registry = try WorkbenchHandle.at(workbench).registry
    let definition = try LiveDefinition(
      try Node.options(definition, "live"), registry: registry)
    let map = try definition.serving(try PointsHandle.at(points).named, in: registry).answer(VerbContext())
    try out(live).pointee = LiveHandle(map).retained
  }
}

@_cdecl("pinfold_live_address")
public func pinfoldLiveAddress(_ live: OpaquePointer?, _ address: Out<Text?>, _ message: Out<Text?>) -> CInt {
  status(message) { try out(address).pointee = text(try LiveHandle.at(live).live.address) }
}
