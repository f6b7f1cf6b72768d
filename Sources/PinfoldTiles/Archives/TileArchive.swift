package import PinfoldData

/// The forms in which tiles are written.
package enum TileArchive: Sendable {
  /// One file that maps read in parts from any server of files.
  case pmtiles

  /// One database of SQLite.
  case mbtiles

  /// A folder with a file for each tile.
  case folder

  /// The form that a name asks for; nil for a name with another ending.
  package init?(named path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), !path.hasSuffix("/") else {
      self = .folder
      return
    }
    switch name[dot...].lowercased() {
    case ".pmtiles": self = .pmtiles
    case ".mbtiles": self = .mbtiles
    default: return nil
    }
  }

  package static let expectation = "a name that ends in .pmtiles or .mbtiles, or that of a folder"

  /// Whether the tiles in it are gzip'd.
  package var packsTiles: Bool { self != .folder }

  /// Writes a set of tiles, which appears only when it is complete.
  ///
  /// - Throws: ``PinfoldData/DataError/cannotWrite(_:_:)``, also for a folder that is not empty.
  package func write(_ tiles: TileSet, to path: String) throws(DataError) {
    switch self {
    case .pmtiles: try AtomicFile.write(tiles.pmtiles, to: path)
    case .mbtiles: try AtomicFile.write(try tiles.mbtiles(), to: path)
    case .folder: try tiles.write(folder: path)
    }
  }
}

extension TileSet {
  /// Writes the set as a folder, with a file `ZOOM/COLUMN/ROW.mvt` for each tile, and `tiles.json`.
  ///
  /// - Precondition: The tiles are not packed, as servers do not say so of a file of that name.
  package func write(folder path: String) throws(DataError) {
    try Folder.write(path) { (folder) throws(DataError) in
      try AtomicFile.write(description.tileJSON(address: "{z}/{x}/{y}.mvt"), to: "\(folder)/tiles.json")
      var made: Set<String> = []
      for tile in tiles {
        let address = tile.address
        let column = "\(folder)/\(address.zoom)/\(address.column)"
        for folder in ["\(folder)/\(address.zoom)", column] where made.insert(folder).inserted {
          try Folder.make(folder)
        }
        try AtomicFile.write(tile.bytes, to: "\(column)/\(address.row).mvt")
      }
    }
  }
}
