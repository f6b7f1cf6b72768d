import CPinfold
import Pinfold
import PinfoldDefinitions
import PinfoldTiles
import PinfoldVerbs

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
    let tiles = Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")))
    try store(try tiles.tile(address, VerbContext(try RunContext(stopper))), stored, size)
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
    let tiles = try Tiles(
      .made(try MapHandle.at(map).named), try TilesDefinition(try Node.options(definition, "tiles")),
      isPacked: archive.packsTiles
    ).answer(VerbContext(try RunContext(stopper)))
    try archive.write(tiles, to: path)
    count?.pointee = Int64(tiles.tiles.count)
  }
}
