import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldTiles

/// Vector tiles of what a live map shows, for maps of other programs: those of the first pane's strategy as
/// the page began, or of any other that the address names, as in `tiles.json?strategy=grid(cellSize=80)`.
struct TileService: Sendable {
  let subject: LiveSubject

  private static let definition = TilesDefinition()

  /// The document about the tiles, whose templates begin with `address`.
  ///
  /// - Parameters:
  ///   - address: the server's address with the token and a slash at its end.
  ///   - query: what the address of the document has behind it, `?` included; the templates have it too.
  ///   - strategy: the strategy as a text; nil for the first pane's.
  func document(_ strategy: String?, address: String, query: String) async throws -> [UInt8] {
    _ = try await pyramid(strategy)
    var plan = plan
    plan.name = subject.name
    return TileDescription(plan, of: subject.points).tileJSON(address: address + TileRequest.template + query)
  }

  /// A tile.
  func tile(_ address: TileAddress, _ strategy: String?) async throws -> [UInt8] {
    let pyramid = try await pyramid(strategy)
    return try await Work.run {
      try pyramid.tile(address) { frame in
        try Self.definition.writing.writer(of: frame, on: nil, keeping: .all, context: RunContext())
      }
    }
  }

  private var plan: TilePlan { Self.definition.plan(packsTiles: false) }

  private func pyramid(_ text: String?) async throws -> TilePyramid {
    guard subject.points.projection.wraps else {
      throw DefinitionError(place: "tiles", message: "they show the globe; the points are on a plane")
    }
    let strategy =
      try text.map { try ClustererDefinition.one(Node(.text($0), place: "strategy"), in: subject.registry) }
      ?? subject.beginning.strategies[0]
    let map = try await subject.maps.map(of: strategy) {}
    return try TilePyramid(of: map, plan, context: RunContext())
  }
}
