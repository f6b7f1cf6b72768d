/// The markers on a slippy map's tile.
public struct MapTile: Sendable {
  /// The clusters of the tile and of what is around it.
  public let frame: Frame

  /// The markers in the tile and a little around it, in canonical order. A marker may be listed at both ends
  /// of a tile that goes around the globe.
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
  /// Returns the markers of a slippy map's tile, for every strategy whose clusters do not change by panning:
  /// adjacent tiles then show the same clusters.
  ///
  /// - Parameters:
  ///   - zoom: the tile's zoom, 0…32.
  ///   - x: its column, 0..<2^`zoom`; other columns have no markers.
  ///   - y: its row, likewise.
  ///   - extent: the width of the tile in tile units.
  ///   - buffer: the margin around the tile in which markers are listed, as a fraction of its width, 0…1.
  /// - Throws: ``ClusteringError/noTiles(owner:instead:)`` for other strategies and after a separation, and
  ///   if the context stops the call.
  /// - Complexity: that of a frame of nine tiles.
  public func tile(
    zoom: Int, x: Int, y: Int, extent: Double = 512, buffer: Double = 0.125,
    context: RunContext = RunContext()
  ) throws(ClusteringError) -> MapTile? {
    guard clusterer.capabilities.contains(.panInvariant) else {
      throw clusterer.lack(of: .panInvariant)
    }
    guard let tile = SlippyTile(zoom: zoom, x: x, y: y) else { return nil }
    let frame = try frame(of: tile, context: context)
    let clusters = frame.positions.enumerated().map { (item: $0.offset, position: $0.element) }
    let markers = tile.placed(clusters, extent: extent, buffer: buffer, wraps: points.projection.wraps)
      .map { MapTile.Marker(cluster: $0.item, x: $0.x, y: $0.y) }
    return MapTile(frame: frame, markers: markers)
  }

  /// The clusters of a tile and of what is up to its width around it.
  ///
  /// - Parameter tileSize: the width of tiles, in screen points.
  package func frame(
    of tile: SlippyTile, tileSize: Double = 256, context: RunContext
  ) throws(ClusteringError) -> Frame {
    try frame(
      for: Viewport(
        center: points.projection.unproject(unitX: tile.middle.x, unitY: tile.middle.y),
        zoom: Double(tile.zoom), width: tileSize, height: tileSize, tileSize: tileSize, margin: 1),
      context: context)
  }
}
