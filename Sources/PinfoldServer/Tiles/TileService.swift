import Ground
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

  /// The points of a tile in squares of two screen points, for the ground of the page: as a list of numbers
  /// like those of CGround.h, 0, the number of squares, and for each the steps east and south from the one
  /// before and the number of points.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of points in the tile.
  func dots(_ address: TileAddress) async throws -> [UInt8] {
    let points = subject.points
    return try await Work.run {
      let (side, shift) = (UInt64(1) << (32 - address.zoom), 32 - address.zoom - 7)
      let (west, north) = (UInt64(address.column) * side, UInt64(address.row) * side)
      let rect = WorldRect(west: UInt32(west), width: side, north: UInt32(north), height: side)
      var counts: [UInt32: Int] = [:]
      for section in points.sections {
        for index in points.indices(in: rect, of: section) {
          let at = points.position(Int(index))
          let (column, row) = ((at.x &- UInt32(west)) >> shift, (at.y &- UInt32(north)) >> shift)
          counts[min(row, 127) << 7 | min(column, 127), default: 0] += 1
        }
      }
      var writer = GroundWriter()
      writer.put(0)
      writer.put(counts.count)
      var (x, y) = (0, 0)
      for (square, count) in counts.sorted(by: { $0.key < $1.key }) {
        let (column, row) = (Int(square & 127), Int(square >> 7))
        for number in [column - x, row - y, count] { writer.put(number) }
        (x, y) = (column, row)
      }
      return writer.bytes
    }
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

/// A tile request of another program: vector tiles, or the document that describes them.
enum TileRequest: Hashable {
  case document
  case tile(TileAddress)

  /// The points of a tile, which are the page's ground at deep zooms.
  case dots(TileAddress)

  /// Reads what follows the token in a path: `tiles.json`, `ZOOM/COLUMN/ROW.mvt` or `dots/ZOOM/COLUMN/ROW`;
  /// nil for anything else.
  init?(_ name: String) {
    if name == Self.documentName {
      self = .document
      return
    }
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isDots = parts.first == "dots"
    if isDots { parts.removeFirst() }
    guard parts.count == 3, isDots || parts[2].hasSuffix(".mvt") else { return nil }
    if !isDots { parts[2] = parts[2].dropLast(4) }
    let numbers = parts.compactMap(Self.number)
    guard numbers.count == 3,
      let address = TileAddress(checking: numbers[0], column: numbers[1], row: numbers[2])
    else { return nil }
    self = isDots ? .dots(address) : .tile(address)
  }

  static let documentName = "tiles.json"

  static let template = "{z}/{x}/{y}.mvt"

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }
}
