/// The markers on a slippy map's tile.
public struct MapTile: Sendable {
  /// The clusters of the tile and of what is around it.
  public let frame: Frame

  /// The markers in the tile and a little around it, in canonical order; one may be there at both ends of a
  /// tile that goes around the globe.
  public let markers: [Marker]

  /// A marker on a tile.
  public struct Marker: Hashable, Sendable {
    /// The index of the cluster in the frame.
    public let cluster: Int

    /// The position from the tile's north-west corner, in tile units.
    public let x: Double
    public let y: Double
  }
}

extension ClusterMap {
  /// The markers on a slippy map's tile, for every strategy of which panning changes no cluster: tiles side
  /// by side then show the same clusters.
  ///
  /// Clusters are looked for up to a tile's width around the tile; a marker all of whose points are farther
  /// away is not on it.
  ///
  /// - Parameters:
  ///   - zoom: the tile's zoom, 0…32.
  ///   - x: its column, 0..<2^`zoom`; others have no markers.
  ///   - y: its row, likewise.
  ///   - extent: the width of the tile in tile units.
  ///   - buffer: how far around the tile markers are listed, as a share of its width, 0…1.
  /// - Throws: ``ClusteringError/noTiles(owner:)`` for other strategies and after a separation, and as the
  ///   context asks.
  /// - Complexity: that of a frame of nine tiles.
  public func tile(
    zoom: Int, x: Int, y: Int, extent: Double = 512, buffer: Double = 0.125,
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> MapTile? {
    guard clusterer.capabilities.contains(.panInvariant) else {
      throw .noTiles(owner: "\(type(of: clusterer.strategy))")
    }
    guard (0...32).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else {
      return nil
    }
    let tiles = Double(1 << zoom)
    let side = 256.0
    let frame = try frame(
      for: Viewport(
        center: points.projection.unproject(
          unitX: (Double(x) + 0.5) / tiles, unitY: (Double(y) + 0.5) / tiles),
        zoom: Double(zoom), width: side, height: side, tileSize: side, margin: 1),
      context: context)
    let seen = -buffer...1 + buffer
    // Around the globe a marker may appear at both ends of a tile.
    let windings = points.projection.wraps ? [0, -tiles, tiles] : [0]
    let markers = windings.flatMap { winding in
      frame.positions.enumerated().compactMap { cluster, position -> MapTile.Marker? in
        let east = position.unitX * tiles - Double(x) + winding
        let south = position.unitY * tiles - Double(y)
        guard seen.contains(east), seen.contains(south) else { return nil }
        return MapTile.Marker(cluster: cluster, x: east * extent, y: south * extent)
      }
    }
    return MapTile(frame: frame, markers: markers)
  }
}
