import Pinfold

/// The markers of a frame by the tiles of a zoom that show them.
///
/// A marker is on its own tile, and with coordinates outside of 0…4096 on those whose buffer it is in.
/// Around the globe the first column follows the last.
struct TileCut {
  struct Marker {
    var cluster: Int32

    /// The position from the tile's north-west corner, in tile units.
    var x: Int32
    var y: Int32
  }

  /// The tiles that have a marker, in the order of their Hilbert indices.
  let tiles: [TileAddress]

  private let markers: [Marker]
  // Where each tile's markers begin, and where the last one's end.
  private let starts: [Int]

  subscript(tile: Int) -> ArraySlice<Marker> { markers[starts[tile]..<starts[tile + 1]] }

  /// Cuts a frame, for zooms up to 20, where a tile's unit is one of the world's, and a buffer of 0…2048
  /// units.
  ///
  /// - Complexity: O(*m* + *t* log *t*), where *m* is the number of markers and *t* that of tiles.
  init(_ positions: [WorldPoint], zoom: Int, buffer: Int) {
    var numbers: [UInt64: Int32] = [:]
    var found: [TileAddress] = []
    var placed: [(tile: Int32, marker: Marker)] = []
    placed.reserveCapacity(positions.count)
    let columns = 1 << zoom
    var last: (key: UInt64, tile: Int32) = (.max, 0)
    func number(column: Int, row: Int) -> Int32 {
      let key = UInt64(row) << 32 | UInt64(column)
      if key == last.key { return last.tile }
      let tile = numbers[key] ?? Int32(found.count)
      if tile == found.count {
        numbers[key] = tile
        found.append(TileAddress(zoom: zoom, column: column, row: row))
      }
      last = (key, tile)
      return tile
    }

    let extent = PointLayer.extent
    // The tiles before and after along an axis whose buffer contains a marker, besides its own.
    func reached(_ offset: Int) -> ClosedRange<Int> {
      (offset < buffer ? -1 : 0)...(offset >= extent - buffer ? 1 : 0)
    }
    for (cluster, position) in positions.enumerated() {
      let (x, y) = (Int(position.x) >> (20 - zoom), Int(position.y) >> (20 - zoom))
      for down in reached(y % extent) {
        let row = y / extent + down
        guard (0..<columns).contains(row) else { continue }
        for right in reached(x % extent) {
          let column = (x / extent + right) & (columns - 1)
          let marker = Marker(
            cluster: Int32(cluster), x: Int32(x % extent - right * extent), y: Int32(y - row * extent))
          placed.append((number(column: column, row: row), marker))
        }
      }
    }

    let order = found.indices.map { (index: found[$0].hilbertIndex, tile: $0) }.sorted { $0.index < $1.index }
    var rank = [Int](repeating: 0, count: found.count)
    for (position, entry) in order.enumerated() { rank[entry.tile] = position }
    tiles = order.map { found[$0.tile] }
    // Counted, then placed: the order of the frame stays within a tile.
    var starts = [Int](repeating: 0, count: found.count + 1)
    for (tile, _) in placed { starts[rank[Int(tile)] + 1] += 1 }
    for tile in tiles.indices { starts[tile + 1] += starts[tile] }
    var next = starts
    var sorted = [Marker](repeating: Marker(cluster: 0, x: 0, y: 0), count: placed.count)
    for (tile, marker) in placed {
      sorted[next[rank[Int(tile)]]] = marker
      next[rank[Int(tile)]] += 1
    }
    markers = sorted
    self.starts = starts
  }
}
