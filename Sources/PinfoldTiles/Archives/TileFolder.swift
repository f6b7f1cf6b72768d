package import PinfoldData

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
