import PinfoldTiles

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

  /// The name of the document.
  static let documentName = "tiles.json"

  /// The templates' path, below the token's.
  static let template = "{z}/{x}/{y}.mvt"

  private static func number(_ text: Substring) -> Int? {
    text.allSatisfy { ("0"..."9").contains($0) } ? Int(text) : nil
  }
}
