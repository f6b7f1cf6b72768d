import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles

@_cdecl("pinfold_map_tile")
public func pinfoldMapTile(
  _ map: OpaquePointer?, _ zoom: Int64, _ column: Int64, _ row: Int64,
  _ definition: UnsafePointer<CChar>?, _ stopper: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ size: UnsafeMutablePointer<Int>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    guard let address = TileAddress(checking: Int(zoom), column: Int(column), row: Int(row)) else {
      throw CallMistake(
        "no tile \(zoom)/\(column)/\(row); zooms go to \(SlippyTile.zooms.upperBound), columns and rows to 2^zoom - 1"
      )
    }
    let tile = try TileMaker(map, definition, stopper).tile(address)
    try store(tile, stored, size)
  }
}

@_cdecl("pinfold_map_write_tiles")
public func pinfoldMapWriteTiles(
  _ map: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ definition: UnsafePointer<CChar>?,
  _ stopper: OpaquePointer?, _ count: UnsafeMutablePointer<Int64>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let path = given(path) ?? ""
    guard let archive = TileArchive(named: path) else {
      throw CallMistake("'\(path)': expected \(TileArchive.expectation)")
    }
    let tiles = try TileMaker(map, definition, stopper).tiles(packed: archive.packsTiles)
    try archive.write(tiles, to: path)
    count?.pointee = Int64(tiles.tiles.count)
  }
}

/// Makes the vector tiles of a caller's map.
private struct TileMaker {
  let handle: MapHandle
  let definition: TilesDefinition
  let context: RunContext

  init(_ map: OpaquePointer?, _ definition: UnsafePointer<CChar>?, _ stopper: OpaquePointer?) throws {
    handle = try MapHandle.at(map)
    guard handle.map.points.projection.wraps else {
      throw CallMistake("tiles show the globe; the points are on a plane")
    }
    self.definition = try TilesDefinition(
      try Node.options(definition, "tiles"))
    context = try RunContext(stopper)
  }

  func tile(_ address: TileAddress) throws -> [UInt8] {
    try pyramid(packed: false).tile(address, writer: writer)
  }

  func tiles(packed: Bool) throws -> TileSet { try pyramid(packed: packed).tiles(writer: writer) }

  private func pyramid(packed: Bool) throws -> TilePyramid {
    try TilePyramid(of: handle.map, definition.plan(packsTiles: packed), context: context)
  }

  private func writer(of frame: Frame) throws -> FrameWriter {
    try definition.writing.writer(
      of: frame, on: nil, keeping: .all, context: context, columnName: handle.points.columnName)
  }
}
