import Pinfold

extension FrameWriter {
  /// The clusters as one layer of a GeoPackage, with the properties that GeoJSON has as columns by their
  /// types, and an R-tree, by which programs read only what is in view.
  ///
  /// Source: [GeoPackage 1.4](https://www.geopackage.org/spec140/).
  ///
  /// - Throws: ``DataError/tooLarge(_:reason:)`` for more columns than SQLite has, and
  ///   ``DataError/outOfMemory(_:)``: the database is made in memory.
  /// - Complexity: O(*n* log *n*) in the clusters.
  public func geoPackage() throws(DataError) -> [UInt8] { try GeoPackageWriter(table: features).bytes() }
}

struct GeoPackageWriter {
  /// SQLite's own limit is 2000; the key and the geometry are two.
  private static let mostColumns = 1998

  let table: FeatureTable

  func bytes() throws(DataError) -> [UInt8] {
    try table.refuse(moreThan: Self.mostColumns, "a GeoPackage has room for")
    return try SQLiteDatabase.bytes(of: "the GeoPackage", schema: GeoPackageSchema.tables) {
      (database) throws(SQLiteError) in
      try writeContents(database)
      try writeFeatures(database)
      try writeIndex(database)
      // Triggers call functions of other programs, which keep the index right when they change the layer.
      try database.execute(GeoPackageSchema.triggers)
    }
  }

  private var layer: String { SQLiteDatabase.quoted(table.name) }

  /// -1 means x and y of an unknown system.
  private var system: Int { table.isPlanar ? -1 : 4326 }

  // MARK: What the database says of itself

  private func writeContents(_ database: SQLiteDatabase) throws(SQLiteError) {
    // The time is always the same, so that the same clusters give the same bytes.
    let edges = [
      table.longitude.min(), table.latitude.min(), table.longitude.max(), table.latitude.max(),
    ]
    try database.execute(
      "INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', '1970-01-01T00:00:00.000Z', ?, ?, ?, ?, ?)",
      [table.name, table.name] + edges + [system])
    try database.execute(
      "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'POINT', ?, 0, 0)", [table.name, system])
    try database.execute(
      """
      INSERT INTO gpkg_extensions VALUES
        (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')
      """, [table.name])
  }

  // MARK: The layer

  private func writeFeatures(_ database: SQLiteDatabase) throws(SQLiteError) {
    let columns = zip(table.names(besides: ["fid", "geom"]), table.columns).map { name, column in
      ", \(SQLiteDatabase.quoted(name)) \(Self.type(column.kind))"
    }
    try database.execute(
      "CREATE TABLE \(layer) (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom POINT\(columns.joined()))")
    let marks = String(repeating: ", ?", count: 1 + columns.count)
    let insert = try database.statement("INSERT INTO \(layer) VALUES (?\(marks))")
    for feature in 0..<table.count {
      insert.bind(1, feature + 1)
      insert.bind(2, geometry(feature))
      for column in columns.indices { insert.bind(3 + column, table.value(column, feature)) }
      try insert.run()
    }
  }

  private static func type(_ kind: FeatureTable.Kind) -> String {
    switch kind {
    case .boolean: "BOOLEAN"
    case .integer: "INTEGER"
    case .number: "DOUBLE"
    case .text, .json: "TEXT"
    }
  }

  /// "GP", version 0, little-endian without an envelope, the system; then a point of well-known binary.
  private func geometry(_ feature: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x47, 0x50, 0, 1]
    bytes.append(littleEndian: Int32(system))
    bytes.append(1)
    bytes.append(littleEndian: UInt32(1))
    bytes.append(littleEndian: table.longitude[feature].bitPattern)
    bytes.append(littleEndian: table.latitude[feature].bitPattern)
    return bytes
  }

  // MARK: The index

  private func writeIndex(_ database: SQLiteDatabase) throws(SQLiteError) {
    let index = SQLiteDatabase.quoted("rtree_\(table.name)_geom")
    try database.execute("CREATE VIRTUAL TABLE \(index) USING rtree(id, minx, maxx, miny, maxy)")
    let insert = try database.statement("INSERT INTO \(index) VALUES (?1, ?2, ?2, ?3, ?3)")
    for feature in 0..<table.count {
      insert.bind(1, feature + 1)
      insert.bind(2, table.longitude[feature])
      insert.bind(3, table.latitude[feature])
      try insert.run()
    }
  }
}

extension PropertyValue: SQLiteConvertible {
  package var sqliteValue: SQLiteValue {
    switch self {
    case .boolean(let truth): truth.sqliteValue
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    }
  }
}
