import Pinfold
import PinfoldDefinitions
import PinfoldTiles
import PinfoldVerbs

/// Vector tiles of what a live map shows, for maps of other programs: those of the first pane's strategy as
/// the page began, or of any other that the address names, as in `tiles.json?strategy=grid(cellSize=80)`.
struct TileService: Sendable {
  let subject: LiveSubject

  /// The document about the tiles, whose templates begin with `address`.
  ///
  /// - Parameters:
  ///   - strategy: the strategy as a text; nil for the first pane's.
  ///   - address: the server's address with the token and a slash at its end.
  ///   - query: what the address of the document has behind it, `?` included; the templates have it too.
  func document(_ strategy: String?, address: String, query: String) async throws -> [UInt8] {
    try await tiles(strategy).document(address: address + TileRequest.template + query, VerbContext())
  }

  func tile(_ address: TileAddress, _ strategy: String?) async throws -> [UInt8] {
    let tiles = try await tiles(strategy)
    return try await Work.run { try tiles.tile(address, VerbContext()) }
  }

  private func tiles(_ text: String?) async throws -> Tiles {
    let strategy =
      try text.map { try ClustererDefinition.one(Node(.text($0), place: "strategy"), in: subject.registry) }
      ?? subject.beginning.strategies[0]
    let map = try await subject.maps.map(of: strategy) {}
    return Tiles(
      .made(NamedMap(map, by: strategy, over: NamedPoints(subject.name, map.points))), TilesDefinition())
  }
}

/// What a map of another program asks of the server: vector tiles, or the document that tells of them.
enum TileRequest: Hashable {
  case document
  case tile(TileAddress)

  /// Reads what follows the token in a path: `tiles.json` or `ZOOM/COLUMN/ROW.mvt`; nil for anything else.
  init?(_ name: String) {
    if name == Self.documentName {
      self = .document
      return
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].hasSuffix(".mvt"), let zoom = Self.number(parts[0]),
      let column = Self.number(parts[1]), let row = Self.number(parts[2].dropLast(4)),
      let address = TileAddress(checking: zoom, column: column, row: row)
    else { return nil }
    self = .tile(address)
  }

  static let documentName = "tiles.json"

  static let template = "{z}/{x}/{y}.mvt"

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }
}
