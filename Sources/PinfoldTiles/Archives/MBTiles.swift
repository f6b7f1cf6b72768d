import Pinfold
package import PinfoldData

extension TileSet {
  /// The set as one MBTiles file, a database of SQLite, which tile servers and GIS programs read.
  ///
  /// Source: [MBTiles 1.3](https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md).
  ///
  /// - Precondition: The tiles are packed.
  /// - Throws: ``PinfoldData/DataError/outOfMemory(_:)`` where the database does not fit into memory, in
  ///   which it is made.
  package func mbtiles() throws(DataError) -> [UInt8] {
    let database = try WrittenDatabase(of: "the tiles")
    try database.run(
      """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
      CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
      BEGIN
      """)
    var layers = JSONWriter()
    layers.object { description.writeLayers(to: &$0) }
    var metadata = [
      ("name", description.name), ("format", "pbf"), ("type", "overlay"),
      ("minzoom", "\(description.plan.zooms.lowerBound)"),
      ("maxzoom", "\(description.plan.zooms.upperBound)"),
      ("bounds", description.bounds.edges.map(Numeral.text).joined(separator: ",")),
      (
        "center",
        [
          Numeral.text(description.center.longitude), Numeral.text(description.center.latitude),
          "\(description.center.zoom)",
        ].joined(
          separator: ",")
      ),
      ("json", layers.text),
    ]
    if let attribution = description.plan.attribution { metadata.append(("attribution", attribution)) }
    let row = try database.statement("INSERT INTO metadata VALUES (?, ?)")
    for (name, value) in metadata {
      try row.run { statement in
        statement.bind(1, text: name)
        statement.bind(2, text: value)
      }
    }
    let insert = try database.statement("INSERT INTO tiles VALUES (?, ?, ?, ?)")
    for tile in tiles {
      let address = tile.address
      try insert.run { statement in
        statement.bind(1, address.zoom)
        statement.bind(2, address.column)
        // Rows are counted from the south.
        statement.bind(3, (1 << address.zoom) - 1 - address.row)
        statement.bind(4, tile.bytes)
      }
    }
    try database.run("COMMIT")
    return try database.bytes()
  }
}
