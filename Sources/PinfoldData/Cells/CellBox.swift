/// The box around the points of a cell, its edges all inside; x counted from 60° E, y from the north edge, in
/// units of 2⁻³² of the world.
package struct CellBox: Hashable, Sendable {
  package var west: UInt32
  package var east: UInt32
  package var north: UInt32
  package var south: UInt32

  /// The edges in the order of their columns.
  var edges: [UInt32] { [west, east, north, south] }

  /// Its first and its last corner: one, where all points stand on one spot.
  var corners: [(x: UInt32, y: UInt32)] {
    west == east && north == south ? [(west, north)] : [(west, north), (east, south)]
  }

  /// The box around this and another one.
  func union(_ other: CellBox) -> CellBox {
    CellBox(
      west: min(west, other.west), east: max(east, other.east), north: min(north, other.north),
      south: max(south, other.south))
  }
}
