internal import CSQLite
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
    let database = try WrittenDatabase()
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

/// A database of the system's SQLite that is written in memory.
private final class WrittenDatabase {
  private let handle: OpaquePointer

  init() throws(DataError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      ":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else { throw Self.noMemory }
    handle = opened
  }

  deinit { sqlite3_close_v2(handle) }

  // Nothing else goes wrong with statements that are right.
  private static let noMemory = DataError.outOfMemory("the tiles")

  func run(_ statements: String) throws(DataError) {
    guard sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK else { throw Self.noMemory }
  }

  func statement(_ text: String) throws(DataError) -> Statement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Self.noMemory
    }
    return Statement(statement, of: self)
  }

  /// The database as the bytes of a file.
  func bytes() throws(DataError) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(handle, "main", &size, 0) else { throw Self.noMemory }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }

  /// A statement that is run again and again.
  final class Statement {
    private let handle: OpaquePointer
    // It must live as long.
    private let database: WrittenDatabase

    init(_ handle: OpaquePointer, of database: WrittenDatabase) {
      self.handle = handle
      self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Gives the parameters their values, and runs it.
    func run(_ bind: (Statement) -> Void) throws(DataError) {
      sqlite3_reset(handle)
      bind(self)
      guard sqlite3_step(handle) == SQLITE_DONE else { throw WrittenDatabase.noMemory }
    }

    func bind(_ index: Int32, _ number: Int) { sqlite3_bind_int64(handle, index, Int64(number)) }

    func bind(_ index: Int32, text: String) {
      sqlite3_bind_text(handle, index, text, -1, Self.copied)
    }

    func bind(_ index: Int32, _ bytes: [UInt8]) {
      sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), Self.copied)
    }

    // What SQLite takes for "copy this at once".
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
