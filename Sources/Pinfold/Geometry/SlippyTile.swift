/// A tile of a slippy map: one of the squares into which each zoom divides the world, half as wide as those
/// of the zoom before.
package struct SlippyTile {
  /// The zooms of tiles and cells of the whole world: at the last one the 4096th part of a tile, which is the
  /// unit on vector tiles, is a position.
  package static let zooms = 0...20

  /// The zoom.
  let zoom: Int

  /// The number of tiles along each axis.
  private let count: Double

  // Column and row, from the north-west corner of the world.
  private let x: Double
  private let y: Double

  /// A tile; nil where there is none.
  ///
  /// - Parameters:
  ///   - zoom: its zoom, 0…32.
  ///   - x: its column, 0..<2^`zoom`.
  ///   - y: its row, likewise.
  package init?(zoom: Int, x: Int, y: Int) {
    guard (0...32).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
      return nil
    }
    (self.zoom, count, self.x, self.y) = (zoom, Double(1 << zoom), Double(x), Double(y))
  }

  /// The width, as a share of the world's.
  var width: Double { 1 / count }

  /// The middle, as shares of the world.
  var middle: (x: Double, y: Double) { ((x + 0.5) / count, (y + 0.5) / count) }

  /// The items on the tile and a little around it, with their positions from its north-west corner; one may
  /// be there at both ends of a tile that goes around the globe.
  ///
  /// - Parameters:
  ///   - extent: the width of the tile in its own units.
  ///   - buffer: how far around the tile items are listed, as a share of its width.
  ///   - wraps: whether the world goes around.
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
