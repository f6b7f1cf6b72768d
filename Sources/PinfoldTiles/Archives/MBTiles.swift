import Pinfold
package import PinfoldData

extension TileSet {
  /// The set as one [MBTiles](https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md) file, a
  /// database of SQLite.
  ///
  /// - Precondition: The tiles are packed.
  /// - Throws: ``PinfoldData/DataError/outOfMemory(_:)``: the database is made in memory.
  package func mbtiles() throws(DataError) -> [UInt8] {
    try SQLiteDatabase.bytes(
      of: "the tiles",
      schema: """
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
        CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);

        """, fill)
  }

  private func fill(_ database: SQLiteDatabase) throws(SQLiteError) {
    let layers = JSONWriter.text { json in json.object { description.writeLayers(to: &$0) } }
    let center = description.center
    var metadata = [
      ("name", description.name), ("format", "pbf"), ("type", "overlay"),
      ("minzoom", "\(description.plan.zooms.lowerBound)"),
      ("maxzoom", "\(description.plan.zooms.upperBound)"),
      ("bounds", description.bounds.edges.map(Numeral.text).joined(separator: ",")),
      ("center", "\(Numeral.text(center.longitude)),\(Numeral.text(center.latitude)),\(center.zoom)"),
      ("json", layers),
    ]
    if let attribution = description.plan.attribution { metadata.append(("attribution", attribution)) }
    for (name, value) in metadata {
      try database.execute("INSERT INTO metadata VALUES (?, ?)", [name, value])
    }
    let insert = try database.statement("INSERT INTO tiles VALUES (?, ?, ?, ?)")
    for tile in tiles {
      let address = tile.address
      insert.bind(1, address.zoom)
      insert.bind(2, address.column)
      // Rows are counted from the south.
      insert.bind(3, (1 << address.zoom) - 1 - address.row)
      insert.bind(4, tile.bytes)
      try insert.run()
    }
  }
}
