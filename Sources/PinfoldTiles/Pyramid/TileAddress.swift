import Pinfold
import PinfoldData

/// The address of a tile: its zoom, column and row from the north-west corner of the world.
package struct TileAddress: Hashable, Sendable {
  package let zoom: Int
  package let column: Int
  package let row: Int
}

extension TileAddress {
  /// An address from outside; nil where no tile can be.
  package init?(checking zoom: Int, column: Int, row: Int) {
    self.init(zoom: zoom, column: column, row: row)
    guard SlippyTile.zooms.contains(zoom), square != nil else { return nil }
  }

  var square: SlippyTile? { SlippyTile(zoom: zoom, x: column, y: row) }

  /// The number of the tile in [PMTiles](https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md):
  /// all tiles of the zooms before, and its position on the Hilbert curve through those of its own.
  var hilbertIndex: UInt64 {
    ((UInt64(1) << UInt64(2 * zoom)) - 1) / 3 + HilbertCurve.index(x: column, y: row, side: 1 << zoom)
  }
}
