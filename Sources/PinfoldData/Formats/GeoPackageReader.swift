import Pinfold

extension DataFormat {
  /// One layer of a GeoPackage (OGC 12-128).
  public static let geoPackage = Self("GeoPackage", isText: false)
}

/// Reads one layer of a GeoPackage (OGC 12-128) into a table.
struct GeoPackageReader: PointFormat {
  static let names = ["GeoPackage"]
  static let isBinary = true
  static let beginning = SQLiteDatabase.magic

  private let database: SQLiteDatabase
  private let request: ReadRequest

  private struct Layer {
    var name: String

    /// Whether it is a layer rather than a table without geometry.
    var isFeatures: Bool
    var geometry: String?
    var systemID: Int
    var isPoints: Bool
  }

  private struct Column {
    var name: String
    var type: String
    var isKey: Bool
  }

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    try read(request) { (isStopped) throws(SQLiteError) in
      try SQLiteDatabase(input, source: request.source, isStopped: isStopped)
    }
  }

  static func read(path: String, _ request: ReadRequest) throws(DataError) -> Table {
    try read(request) { (isStopped) throws(SQLiteError) in
      try SQLiteDatabase(path: path, .reading, source: request.source, isStopped: isStopped)
    }
  }

  private static func read(
    _ request: ReadRequest,
    _ open: (_ isStopped: @escaping () -> Bool) throws(SQLiteError) -> SQLiteDatabase
  ) throws(DataError) -> Table {
    let context = request.context
    let database = try checked(request) { () throws(SQLiteError) in
      try open { (try? context.check()) == nil }
    }
    return try GeoPackageReader(database: database, request: request).read()
  }

  private static func checked<Result>(
    _ request: ReadRequest, _ body: () throws(SQLiteError) -> Result
  ) throws(DataError) -> Result {
    do { return try body() } catch {
      if error.kind == .outOfMemory { throw .outOfMemory(error.source) }
      if error.kind == .interrupted { try request.context.checkReading() }
      throw .damaged(error.source, format: DataFormat.geoPackage.name, reason: error.message)
    }
  }

  private func query(_ text: String) throws(DataError) -> SQLiteStatement {
    try Self.checked(request) { () throws(SQLiteError) in try database.statement(text) }
  }

  private func step(_ query: SQLiteStatement) throws(DataError) -> Bool {
    try Self.checked(request, query.step)
  }

  private func hasRow(_ text: String) throws(DataError) -> Bool { try step(query(text)) }

  private func read() throws(DataError) -> Table {
    let layer = try chosenLayer()
    let declared = layer.geometry == nil ? nil : try declaredSystem(layer.systemID)
    let system = try request.options.system(of: declared, source: request.source)
    let columns = try self.columns(of: layer.name)
    if let geometry = layer.geometry, !columns.contains(where: { $0.name == geometry }) {
      throw damaged("layer '\(layer.name)' has no column '\(geometry)' of geometries")
    }
    let others = columns.filter { $0.name != layer.geometry }
    let keys = others.indices.filter { others[$0].isKey }
    var rows = try FeatureRows(
      names: others.map(\.name), id: keys.count == 1 ? keys[0] : nil, hasGeometry: layer.geometry != nil,
      format: .geoPackage, request)
    let selected = rows.needed.map { others[$0] }
    let booleans = selected.map { $0.type.uppercased() == "BOOLEAN" }
    let list =
      [layer.geometry.map(SQLiteDatabase.quoted) ?? "NULL"] + selected.map { SQLiteDatabase.quoted($0.name) }
    let key = keys.count == 1 ? others[keys[0]] : nil
    // The order of rows is that of the key, whatever index SQLite might take.
    let order = key.map { " ORDER BY " + SQLiteDatabase.quoted($0.name) } ?? ""
    let index = try key.flatMap { (key) throws(DataError) in try self.index(of: layer, by: key, in: system) }
    let query = try self.query(
      "SELECT \((list + [index?.key ?? "NULL"]).joined(separator: ", ")) FROM "
        + SQLiteDatabase.quoted(layer.name) + (index?.condition ?? "") + order)
    var row = 0
    while try step(query) {
      try rows.add(index == nil ? row : query.integer(list.count)) { shape in
        query.kind(0) != .blob || query.withView(0) { StoredGeometry.read($0, into: &shape) }
      }
      for index in rows.columns.indices {
        query.append(column: index + 1, to: &rows.columns[index], isBoolean: booleans[index])
      }
      rows.endFeature()
      row += 1
    }
    var table = rows.finished(in: system, declared: declared)
    table.report.layer = layer.name
    table.isPart = index != nil
    return table
  }

  /// The key in SQL, and a condition that uses the layer's
  /// [R-tree](https://www.geopackage.org/spec140/#extension_rtree); nil if all rows must be read.
  private func index(
    of layer: Layer, by key: Column, in system: CoordinateSystem
  ) throws(DataError) -> (key: String, condition: String)? {
    guard let bounds = IndexedBounds(request.options, system), let geometry = layer.geometry, layer.isPoints,
      key.type.uppercased() == "INTEGER", try has("gpkg_extensions")
    else { return nil }
    let name = "rtree_\(layer.name)_\(geometry)"
    let isListed = try hasRow(
      """
      SELECT 1 FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index'
        AND lower(table_name) = lower(\(Self.literal(layer.name)))
        AND lower(column_name) = lower(\(Self.literal(geometry)))
        AND EXISTS (SELECT 1 FROM sqlite_master WHERE lower(name) = lower(\(Self.literal(name))))
      """)
    guard isListed else { return nil }
    let tree = SQLiteDatabase.quoted(name)
    // Its edges have 32 bits and are rounded outwards, sometimes by more than the last of them.
    let slack = 1.000_001
    for (column, edge) in zip(["minx <", "miny <", "maxx >", "maxy >"], bounds.usable.edges)
    where try hasRow("SELECT 1 FROM \(tree) WHERE \(column) \(Self.literal(edge * slack)) LIMIT 1") {
      return nil
    }
    let parts = bounds.boxes.map { box in
      """
      SELECT id FROM \(tree) WHERE maxx >= \(Self.literal(box.west)) AND minx <= \(Self.literal(box.east)) \
      AND maxy >= \(Self.literal(box.south)) AND miny <= \(Self.literal(box.north))
      """
    }
    let own = SQLiteDatabase.quoted(key.name)
    return (own, " WHERE \(own) IN (\(parts.joined(separator: " UNION ")))")
  }

  // MARK: What the database says of itself

  private func chosenLayer() throws(DataError) -> Layer {
    guard try has("gpkg_contents") else {
      throw .otherFormat(
        request.source, name: "an SQLite database that is no GeoPackage",
        advice: "convert it with ogr2ogr points.gpkg \(request.source)")
    }
    let geometries =
      try has("gpkg_geometry_columns")
      ? "LEFT JOIN gpkg_geometry_columns AS g ON lower(g.table_name) = lower(c.table_name)" : ""
    let geometry =
      geometries.isEmpty ? "NULL, 0, NULL" : "g.column_name, g.srs_id, upper(g.geometry_type_name)"
    let query = try self.query(
      """
      SELECT c.table_name, c.data_type, \(geometry)
      FROM gpkg_contents AS c \(geometries) WHERE c.data_type IN ('features', 'attributes')
      ORDER BY c.data_type DESC, c.rowid
      """)
    var layers: [Layer] = []
    while try step(query) {
      guard let name = query.text(0) else { continue }
      layers.append(
        Layer(
          name: name, isFeatures: query.text(1) == "features", geometry: query.text(2),
          systemID: query.integer(3), isPoints: query.text(4) == "POINT"))
    }
    var candidates = layers
    if request.options.layer != nil {
      candidates = try request.layer(among: layers.map(\.name)).map { [layers[$0]] } ?? []
    } else if layers.contains(where: \.isFeatures) {
      // Tables without geometry usually serve to be joined with layers.
      candidates.removeAll { !$0.isFeatures }
    }
    if candidates.count > 1 {
      // Converters make a layer of everything that a format may hold.
      var filled: [Layer] = []
      for layer in candidates
      where try hasRow("SELECT 1 FROM \(SQLiteDatabase.quoted(layer.name)) LIMIT 1") {
        filled.append(layer)
      }
      candidates = filled.isEmpty ? Array(candidates.prefix(1)) : filled
    }
    guard let only = candidates.first else { throw .empty(request.source) }
    guard candidates.count == 1 else { throw .severalLayers(request.source, layers: layers.map(\.name)) }
    if only.isFeatures && only.geometry == nil {
      throw damaged("layer '\(only.name)' is not among gpkg_geometry_columns")
    }
    return only
  }

  private func has(_ table: String) throws(DataError) -> Bool {
    try hasRow("SELECT 1 FROM sqlite_master WHERE lower(name) = '\(table)'")
  }

  private func columns(of layer: String) throws(DataError) -> [Column] {
    let query = try self.query("SELECT name, type, pk FROM pragma_table_info(\(Self.literal(layer)))")
    var columns: [Column] = []
    while try step(query) {
      columns.append(
        Column(name: query.text(0) ?? "", type: query.text(1) ?? "", isKey: query.integer(2) > 0))
    }
    if columns.isEmpty { throw damaged("layer '\(layer)' is listed but not there") }
    return columns
  }

  /// A number as SQL writes it; one that is not finite as the greatest there is.
  private static func literal(_ number: Double) -> String {
    let end = Double.greatestFiniteMagnitude
    return "\(min(max(number, -end), end))"
  }

  private static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

  private func declaredSystem(_ id: Int) throws(DataError) -> DeclaredSystem? {
    // 0 is "undefined geographic", and GDAL uses 99999 for unspecified data; for an undefined system in
    // meters there is --planar.
    if id == 0 || id == 99_999 { return nil }
    let query = try self.query(
      """
      SELECT organization, organization_coordsys_id, srs_name FROM gpkg_spatial_ref_sys WHERE srs_id = \(id)
      """)
    guard try step(query) else {
      return DeclaredSystem(name: "system \(id), which it does not define", system: nil)
    }
    let (organization, title) = (query.text(0) ?? "", query.text(2) ?? "")
    if organization.uppercased() == "NONE" { return DeclaredSystem(name: "'\(title)'", system: nil) }
    return DeclaredSystem(named: "\(organization):\(query.integer(1))", title: title)
  }

  private func damaged(_ reason: String) -> DataError {
    request.damaged(.geoPackage, reason.onOneLine(limit: 200))
  }
}

extension SQLiteStatement {
  fileprivate func append(column: Int, to cells: inout CellColumn, isBoolean: Bool) {
    switch kind(column) {
    case .integer:
      let value = integer(column)
      if isBoolean && (value == 0 || value == 1) {
        cells.append(value == 1)
      } else {
        cells.append(Int64(value))
      }
    case .number: cells.append(number(column))
    case .text: withView(column) { cells.append(text: $0) }
    case .null, .blob: break
    }
  }
}
