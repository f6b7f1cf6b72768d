import Pinfold
import PinfoldData
package import PinfoldDefinitions
package import PinfoldTiles

/// Makes the vector tiles of a map.
package struct Tiles: Verb, Sendable {
  package var map: MapSource
  package var options: TilesDefinition
  package var isPacked: Bool

  package init(_ map: MapSource, _ options: TilesDefinition, isPacked: Bool = false) {
    (self.map, self.options, self.isPacked) = (map, options, isPacked)
  }

  package func answer(_ context: VerbContext) throws -> TileSet {
    try pyramid(context) { _, pyramid, writer in try pyramid.tiles(writer: writer) }
  }

  package func tile(_ address: TileAddress, _ context: VerbContext) throws -> [UInt8] {
    try pyramid(context) { _, pyramid, writer in try pyramid.tile(address, writer: writer) }
  }

  /// Makes the TileJSON document about the tiles.
  ///
  /// - Parameter address: the template of the tiles' addresses.
  package func document(address: String, _ context: VerbContext) throws -> [UInt8] {
    try pyramid(context) { named, _, _ in
      var plan = options.plan(packsTiles: isPacked)
      plan.name = named.data.name
      return TileDescription(plan, of: named.map.points).tileJSON(address: address)
    }
  }

  private func pyramid<Result>(
    _ context: VerbContext, _ body: (NamedMap, TilePyramid, (Frame) throws -> FrameWriter) throws -> Result
  ) throws -> Result {
    if case .asked(let request) = map, request.dataset.isPlanar {
      throw VerbMistake("tiles show the globe; leave \(context.option("planar")) out")
    }
    let (named, _) = try map.map(context, needsView: false)
    guard named.map.points.projection.wraps else {
      throw VerbMistake("tiles show the globe; the points are on a plane")
    }
    let plan = options.plan(packsTiles: isPacked)
    // Frames are made one at a time.
    try context.reserve(named.map.points.count * MemoryNeed.marker)
    context.begin("making tiles")
    return try body(named, TilePyramid(of: named.map, plan, context: context.run)) { frame in
      try options.writing.writer(
        of: frame, on: nil, keeping: .all, context: context.run, columnName: named.data.columnName)
    }
  }
}
