/// A tile of a slippy map, one of 2^zoom × 2^zoom.
package struct SlippyTile {
  /// The zooms of tiles. At the deepest, 1/4096 of a tile, the unit of vector tiles, is one fixed-point
  /// position.
  package static let zooms = 0...20

  let zoom: Int

  private let count: Double

  // The column and row from the north-west corner.
  private let x: Double
  private let y: Double

  /// Creates a tile; nil unless `zoom` is in 0…32, and `x` and `y` in 0..<2^`zoom`.
  package init?(zoom: Int, x: Int, y: Int) {
    guard (0...32).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
      return nil
    }
    (self.zoom, count, self.x, self.y) = (zoom, Double(1 << zoom), Double(x), Double(y))
  }

  /// The width as a share of the world's.
  var width: Double { 1 / count }

  /// The center as shares of the world.
  var middle: (x: Double, y: Double) { ((x + 0.5) / count, (y + 0.5) / count) }

  /// The items on the tile and in its buffer, with their positions from its north-west corner. On a tile as
  /// wide as the globe an item may occur twice.
  ///
  /// - Parameter buffer: the width of the buffer, as a share of the tile's.
  func placed<Item>(
    _ items: [(item: Item, position: WorldPoint)], extent: Double, buffer: Double, wraps: Bool
  ) -> [(item: Item, x: Double, y: Double)] {
    let seen = -buffer...1 + buffer
    let windings = wraps ? [0, -count, count] : [0]
    return windings.flatMap { winding in
      items.compactMap { item, position in
        let east = position.unitX * count - x + winding
        let south = position.unitY * count - y
        return seen.contains(east) && seen.contains(south) ? (item, east * extent, south * extent) : nil
      }
    }
  }
}
