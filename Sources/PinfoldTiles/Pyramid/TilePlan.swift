/// What tiles to make, and how.
package struct TilePlan: Hashable, Sendable {
  /// The zooms, of those of slippy tiles.
  package var zooms = 0...14

  /// The width of a tile in screen points: the scale of a strategy's sizes.
  package var tileSize = 512.0

  /// The width of the strip around a tile whose markers are on it too, in units of 1/4096 of a tile; 0…2048.
  package var buffer = 64
  package var layer = "clusters"

  /// The name of the whole; nil for the layer's.
  package var name: String?

  /// Who is to be named beside the map; nil for nobody.
  package var attribution: String?

  /// Whether features have the zoom at which they fall apart.
  package var hasExpansionZooms = false
  package var packsTiles = true

  package init() {}
}
