public import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldServer
import PinfoldTiles
import PinfoldVerbs
import Platform

@_cdecl("pinfold_map_new")
public func pinfoldMapNew(
  _ workbench: Object, _ points: Object, _ definition: Given, _ threads: CInt, _ stopper: Object,
  _ map: Out<Object>, _ message: Message
) -> CInt {
  unsafe status(message) {
    guard threads >= 0 else { throw CallMistake("\(threads) threads; 0 or more expected") }
    let points = unsafe try PointsHandle.at(points)
    let node =
      unsafe try Node.given(definition, "strategy")
      ?? Node(.text(Registry.usualStrategy), place: "strategy")
    let definition = unsafe try ClustererDefinition.one(node, in: try WorkbenchHandle.at(workbench).registry)
    let context = unsafe try RunContext(stopper, threads: threads == 0 ? Processors.count : Int(threads))
    let built = try definition.clusterer().build(points.points, context: context)
    try unsafe out(map).pointee = MapHandle(built, by: definition, over: points).retained
  }
}

@_cdecl("pinfold_map_label")
public func pinfoldMapLabel(_ map: Object, _ label: Out<Text?>, _ message: Message) -> CInt {
  unsafe status(message) { try unsafe out(label).pointee = text(try MapHandle.at(map).definition.label) }
}

@_cdecl("pinfold_map_frame")
public func pinfoldMapFrame(
  _ map: Object, _ view: Given, _ previous: Object, _ stopper: Object, _ frame: Out<Object>,
  _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try MapHandle.at(map)
    let shown = unsafe try handle.map.frame(
      for: try Viewport(try Node.given(view, "view"), showing: handle.map.points),
      after: try previous.map { unsafe try FrameHandle.at($0).frame }, context: try RunContext(stopper))
    try unsafe out(frame).pointee = FrameHandle(shown, of: handle).retained
  }
}

extension Viewport {
  /// The view of a definition; if it gives only the screen's size, the view shows all points.
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

@_cdecl("pinfold_map_clusters")
public func pinfoldMapClusters(
  _ map: Object, _ west: Double, _ south: Double, _ east: Double, _ north: Double, _ zoom: Double,
  _ clusters: Out<UnsafeMutablePointer<pinfold_cluster>?>, _ count: Out<Int64>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try MapHandle.at(map)
    let rows = handle.points.rows
    let box = CoordinateBounds(west: west, south: south, east: east, north: north)
    let (markers, frame) = try handle.markers(in: box, zoom: zoom)
    let (clusters, count) = unsafe (try out(clusters), try out(count))
    // At least one, as an array of none may be NULL, which stands for a lack of memory.
    guard let memory = unsafe calloc(max(1, markers.count), MemoryLayout<pinfold_cluster>.stride) else {
      throw ClusteringError.outOfMemory(
        owner: "the clusters of a box", count: markers.count, bytes: MemoryLayout<pinfold_cluster>.stride)
    }
    let stored = unsafe memory.bindMemory(to: pinfold_cluster.self, capacity: markers.count)
    for place in markers.indices {
      let marker = markers[place]
      let row: Int64 = if let point = marker.point { Int64(rows[point]) } else { -1 }
      unsafe stored[place] = pinfold_cluster(
        id: marker.id.bits, longitude: marker.coordinate.longitude, latitude: marker.coordinate.latitude,
        expansion_zoom: marker.expansionZoom,
        point_count: Int64(frame?.pointCount(of: marker.cluster) ?? marker.count), row: row)
    }
    unsafe (clusters.pointee, count.pointee) = (stored, Int64(markers.count))
  }
}

extension MapHandle {
  /// The markers in a box, and the frame that has them where points are cells.
  fileprivate func markers(
    in box: CoordinateBounds, zoom: Double
  ) throws -> (markers: [BoxMarker], frame: Frame?) {
    if map.points.tally == nil, let markers = try map.nodeMarkers(in: box, zoom: zoom) {
      return (markers, nil)
    }
    let (frame, markers) = try map.markers(in: box, zoom: zoom)
    return (markers, frame)
  }
}

@_cdecl("pinfold_map_insert")
public func pinfoldMapInsert(
  _ map: Object, _ columns: Columns, _ stopper: Object, _ edited: Out<Object>, _ message: Message
) -> CInt {
  unsafe edit(map, columns, stopper, edited, message) { map, columns, context in
    unsafe try map.insert(try PointColumns(columns), context: context)
  }
}

@_cdecl("pinfold_map_remove")
public func pinfoldMapRemove(
  _ map: Object, _ columns: Columns, _ stopper: Object, _ edited: Out<Object>, _ message: Message
) -> CInt {
  unsafe edit(map, columns, stopper, edited, message) { map, columns, context in
    unsafe try map.remove(try [PointID](idsOf: columns), context: context)
  }
}

@_cdecl("pinfold_map_move")
public func pinfoldMapMove(
  _ map: Object, _ columns: Columns, _ stopper: Object, _ edited: Out<Object>, _ message: Message
) -> CInt {
  unsafe edit(map, columns, stopper, edited, message) { map, columns, context in
    let ids = unsafe try [PointID](idsOf: columns)
    let to = unsafe try PointColumns(columns)
    let moves = ids.enumerated().map {
      (id: $1, to: Coordinate(longitude: to.longitude[$0], latitude: to.latitude[$0]))
    }
    try map.move(moves, context: context)
  }
}

@_cdecl("pinfold_map_update")
public func pinfoldMapUpdate(
  _ map: Object, _ columns: Columns, _ stopper: Object, _ edited: Out<Object>, _ message: Message
) -> CInt {
  unsafe edit(map, columns, stopper, edited, message) { map, columns, context in
    let ids = unsafe try [PointID](idsOf: columns)
    let values = unsafe try PointColumns(columns, isWhole: false)
    try map.update(ids, context: context) { $0.replace(with: values) }
  }
}

@_cdecl("pinfold_map_points")
public func pinfoldMapPoints(_ map: Object, _ points: Out<Object>, _ message: Message) -> CInt {
  unsafe status(message) { try unsafe out(points).pointee = try MapHandle.at(map).points.retained }
}

/// Stores a map that differs from another in some points.
private func edit(
  _ map: Object, _ columns: Columns, _ stopper: Object, _ edited: Out<Object>, _ message: Message,
  _ change: (inout ClusterMap, pinfold_columns, RunContext) throws -> Void
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try MapHandle.at(map)
    let columns = unsafe try needed(columns?.pointee, "columns")
    var map = handle.map
    unsafe try change(&map, columns, try RunContext(stopper))
    let points = PointsHandle(
      NamedPoints(handle.points.named.name, map.points, report: handle.points.named.report),
      hasIDs: handle.points.hasIDs)
    try unsafe out(edited).pointee = MapHandle(map, by: handle.definition, over: points).retained
  }
}

extension [PointID] {
  /// The ids of a caller's columns, of which nothing else is looked at.
  fileprivate init(idsOf columns: pinfold_columns) throws {
    guard let ids = unsafe try PointIDs(columns, count: Int(columns.count)) else {
      throw CallMistake("ids are needed for every point")
    }
    self = (0..<ids.count).map { ids[$0] }
  }
}

@_cdecl("pinfold_map_tile")
public func pinfoldMapTile(
  _ map: Object, _ zoom: Int64, _ column: Int64, _ row: Int64, _ definition: Given, _ stopper: Object,
  _ stored: Out<Text?>, _ size: Out<Int>, _ message: Message
) -> CInt {
  unsafe status(message) {
    guard let address = TileAddress(checking: Int(zoom), column: Int(column), row: Int(row)) else {
      throw CallMistake(
        "no tile \(zoom)/\(column)/\(row); zooms go to \(SlippyTile.zooms.upperBound), columns and rows to 2^zoom - 1"
      )
    }
    let tiles = unsafe Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")))
    unsafe try store(try tiles.tile(address, VerbContext(try RunContext(stopper))), stored, size)
  }
}

@_cdecl("pinfold_map_write_tiles")
public func pinfoldMapWriteTiles(
  _ map: Object, _ path: Given, _ definition: Given, _ stopper: Object, _ count: Out<Int64>,
  _ message: Message
) -> CInt {
  unsafe status(message) {
    let path = unsafe given(path) ?? ""
    guard let archive = TileArchive(named: path) else {
      throw CallMistake("'\(path)': expected \(TileArchive.expectation)")
    }
    let tiles = unsafe try Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")),
      isPacked: archive.packsTiles
    ).answer(VerbContext(try RunContext(stopper)))
    try archive.write(tiles, to: path)
    unsafe count?.pointee = Int64(tiles.tiles.count)
  }
}

/// A live map, which is served until the handle is released.
final class LiveHandle: Handle {
  override class var kind: String { "a live map" }

  let live: LiveMap
  let points: PointsHandle

  init(_ live: LiveMap, of points: PointsHandle) { (self.live, self.points) = (live, points) }
}

@_cdecl("pinfold_live_new")
public func pinfoldLiveNew(
  _ workbench: Object, _ points: Object, _ definition: Given, _ live: Out<Object>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let registry = unsafe try WorkbenchHandle.at(workbench).registry
    let definition = unsafe try LiveDefinition(
      try Node.options(definition, "live"), registry: registry)
    let points = unsafe try PointsHandle.at(points)
    var serve = definition.serving(points.named, in: registry)
    serve.recommend = Workbench.recommend
    let map = try serve.answer(VerbContext())
    try unsafe out(live).pointee = LiveHandle(map, of: points).retained
  }
}

@_cdecl("pinfold_live_address")
public func pinfoldLiveAddress(_ live: Object, _ address: Out<Text?>, _ message: Message) -> CInt {
  unsafe status(message) { try unsafe out(address).pointee = text(try LiveHandle.at(live).live.address) }
}

@_cdecl("pinfold_live_selection")
public func pinfoldLiveSelection(_ live: Object, _ selected: Out<UInt8>, _ message: Message) -> CInt {
  unsafe status(message) {
    let handle = unsafe try LiveHandle.at(live)
    let (rows, selected) = unsafe (handle.points.rows, try out(selected))
    unsafe selected.update(repeating: 0, count: rows.count)
    for point in handle.live.subject.selection { unsafe selected[Int(rows[point])] = 1 }
  }
}

@_cdecl("pinfold_live_select")
public func pinfoldLiveSelect(_ live: Object, _ selected: UnsafePointer<UInt8>?, _ message: Message) -> CInt {
  unsafe status(message) {
    let handle = unsafe try LiveHandle.at(live)
    let selected = unsafe try needed(selected, "a mask")
    let rows = handle.points.rows
    handle.live.select(rows.indices.filter { unsafe selected[Int(rows[$0])] != 0 })
  }
}
