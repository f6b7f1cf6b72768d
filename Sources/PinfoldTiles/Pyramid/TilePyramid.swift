package import Pinfold
package import PinfoldData

/// Makes the vector tiles of a map, zoom by zoom.
///
/// At each zoom all clusters of the world are found at once and then cut, so that every cluster is on
/// exactly one tile but for buffers. The bytes depend on the points alone, not on their order or on
/// threads; packed ones also on zlib's version.
package struct TilePyramid: Sendable {
  private let map: ClusterMap
  private let plan: TilePlan
  private let context: RunContext

  /// Prepares tiles.
  ///
  /// - Throws: ``Pinfold/ClusteringError/noTiles(owner:instead:)`` for a strategy whose clusters change as
  ///   the map is panned, ``Pinfold/ClusteringError/noHierarchy(owner:instead:)`` for expansion zooms of
  ///   clusters that do not nest.
  /// - Precondition: The points are on the globe, and the plan's values within their ranges.
  package init(
    of map: ClusterMap, _ plan: TilePlan, context: RunContext
  ) throws(ClusteringError) {
    precondition(map.points.projection.wraps && plan.zooms.upperBound <= SlippyTile.zooms.upperBound)
    let strategy = map.clusterer.strategy
    // A separation is no matter here: one frame has all markers of a zoom.
    guard strategy.capabilities.contains(.panInvariant) else { throw map.clusterer.lack(of: .panInvariant) }
    if plan.hasExpansionZooms, !map.clusterer.capabilities.haveHierarchy {
      throw map.clusterer.lack(of: .nested)
    }
    (self.map, self.plan, self.context) = (map, plan, context)
  }

  /// Makes the tiles; `writer` writes the properties of a frame's clusters.
  ///
  /// - Complexity: that of a frame of all points for each zoom, and of writing its features.
  package func tiles(writer: (Frame) throws -> FrameWriter) throws -> TileSet {
    var set = TileSet(description: TileDescription(plan, of: map.points))
    var kinds: [String: FieldKind] = [:]
    var levels: [[TileSet.Tile]] = []
    var expansion: ExpansionZooms?
    for zoom in plan.zooms.reversed() {
      let frame = try world(at: zoom)
      if plan.hasExpansionZooms {
        if expansion == nil {
          expansion = try ExpansionZooms(
            of: frame, at: zoom, deeper: world
          ) { (cluster) throws(ClusteringError) in
            // One by one, for the few clusters that are less than some meters wide.
            try map.expansionZoom(of: cluster, in: frame, context: context).map { Int($0.rounded(.up)) }
          }
        } else {
          expansion?.rise(to: frame, at: zoom)
        }
      }
      var writer = try writer(frame)
      writer.expansionZooms = expansion?.byCluster
      let (tiles, fields) = try encode(writer, zoom)
      levels.append(tiles)
      for field in fields { kinds[field.name] = kinds[field.name]?.joined(with: field.kind) ?? field.kind }
    }
    set.tiles = levels.reversed().flatMap(\.self)
    set.description.fields = kinds.map { ($0.key, $0.value.rawValue) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    return set
  }

  /// Makes a single tile, uncompressed, with the same markers as in the set.
  ///
  /// - Complexity: that of a frame of nine tiles.
  package func tile(_ address: TileAddress, writer: (Frame) throws -> FrameWriter) throws -> [UInt8] {
    var layer = PointLayer(plan.layer)
    guard let square = address.square else { return layer.tile }
    let frame = try map.frame(of: square, tileSize: plan.tileSize, context: context)
    let writer = try writer(frame)
    let cut = TileCut(frame.positions, zoom: address.zoom, buffer: plan.buffer)
    let names = writer.propertyNames { $0.number == nil }
    if let tile = cut.tiles.firstIndex(of: address) {
      for marker in cut[tile] { writer.write(marker, names, to: &layer) }
    }
    return layer.tile
  }

  private func world(at zoom: Int) throws(ClusteringError) -> Frame {
    try map.frame(
      for: .world(atZoom: zoom, of: map.points.projection, tileSize: plan.tileSize), context: context)
  }

  // MARK: Encoding

  /// The number of tiles a thread encodes before it resets its memory.
  private static let share = 512

  private func encode(
    _ writer: FrameWriter, _ zoom: Int
  ) throws(ClusteringError) -> (tiles: [TileSet.Tile], fields: [(name: String, kind: FieldKind)]) {
    let cut = TileCut(writer.frame.positions, zoom: zoom, buffer: plan.buffer)
    let names = writer.propertyNames { $0.number == nil }
    let shares = stride(from: 0, to: cut.tiles.count, by: Self.share)
      .map { $0..<min($0 + Self.share, cut.tiles.count) }
    let parts = try Parallel.map(shares, context) { (tiles) throws(ClusteringError) in
      let packer = plan.packsTiles ? GzipPacker() : nil
      var layer = PointLayer(plan.layer)
      var fields: [(name: String, kind: FieldKind)] = []
      var encoded: [TileSet.Tile] = []
      encoded.reserveCapacity(tiles.count)
      for tile in tiles {
        try context.check()
        layer.clear()
        for marker in cut[tile] { writer.write(marker, names, to: &layer) }
        let bytes = layer.tile
        encoded.append(
          TileSet.Tile(address: cut.tiles[tile], bytes: packer.map { $0.pack(bytes) } ?? bytes))
        // Mostly those of the tile before.
        if !layer.fields.elementsEqual(fields.suffix(layer.fields.count), by: ==) { fields += layer.fields }
      }
      return (encoded, fields)
    }
    return (parts.flatMap(\.0), parts.flatMap(\.1))
  }
}

extension PointID {
  /// The number of a feature with this id: one below 2⁵³; nil for others.
  fileprivate var number: Int? {
    if case .integer(let number) = self, (0..<1 << 53).contains(number) { Int(number) } else { nil }
  }
}

extension FrameWriter {
  /// Writes a marker as a feature. A single point's feature has the point's id if that is a number below
  /// 2⁵³. Otherwise it has the upper 53 bits of the cluster's id, and the property `id`.
  fileprivate func write(_ marker: TileCut.Marker, _ names: [String], to layer: inout PointLayer) {
    let cluster = Int(marker.cluster)
    let point = featureProperties == .supercluster ? singlePoint(of: cluster) : nil
    let own = point.map { frame.points.id($0) }
    let id = own?.number ?? frame.ids[cluster].safeInteger
    layer.add(id: id, x: Int(marker.x), y: Int(marker.y)) { layer in
      if let own, own.number == nil, !names.contains("id") { layer.member("id", own) }
      writeProperties(of: cluster, names, to: &layer)
    }
  }
}
