/// The vector tiles of some zooms, and what a document about them says.
package struct TileSet: Sendable {
  package struct Tile: Sendable {
    package let address: TileAddress

    /// The vector tile, packed or not as the set is.
    package let bytes: [UInt8]
  }

  package internal(set) var description: TileDescription

  /// The tiles that have a marker, in the order of their Hilbert indices, and so by zoom.
  package internal(set) var tiles: [Tile] = []

  package var byteCount: Int { tiles.reduce(0) { $0 + $1.bytes.count } }
}
