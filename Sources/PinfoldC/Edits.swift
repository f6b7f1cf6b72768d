public import CPinfold
import Pinfold
import PinfoldDefinitions

@_cdecl("pinfold_map_insert")
public func pinfoldMapInsert(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  edit(map, columns, stopper, edited, message) { map, columns, context in
    try map.insert(try PointColumns(columns), context: context)
  }
}

@_cdecl("pinfold_map_remove")
public func pinfoldMapRemove(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  edit(map, columns, stopper, edited, message) { map, columns, context in
    try map.remove(try [PointID](idsOf: columns), context: context)
  }
}

@_cdecl("pinfold_map_move")
public func pinfoldMapMove(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
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
  _ map: OpaquePointer?, _ points: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) { try out(points).pointee = try MapHandle.at(map).points.retained }
}

/// Stores a map that differs from another in some points.
private func edit(
  _ map: OpaquePointer?, _ columns: UnsafePointer<pinfold_columns>?, _ stopper: OpaquePointer?,
  _ edited: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ change: (inout ClusterMap, pinfold_columns, RunContext) throws -> Void
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
