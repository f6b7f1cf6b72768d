internal import CSimdjson
import Pinfold
import Platform

extension DataFormat {
  /// One GeoJSON document (RFC 7946).
  public static let geoJSON = Self("GeoJSON", isText: true)

  /// GeoJSON documents one after another, by line or by record separator (RFC 8142).
  public static let geoJSONSequence = Self("GeoJSON sequence", isText: true)

  /// A JSON array of arrays or objects, or one of them a line.
  public static let json = Self("JSON records", isText: true)
}

/// Reads every kind of JSON through simdjson into a table.
///
/// Values that are not needed are skipped and not checked beyond their brackets and quotes.
struct JSONReader: PointFormat {
  /// The list of features, if there is just that.
  private let list: FeatureList?

  /// The whole text and its documents; nil where only the list is read.
  private let records: JSONRecords?

  private let request: ReadRequest
  private var options: ReadOptions { request.options }
  private var source: String { request.source }
  private var context: RunContext { request.context }

  static let names = ["GeoJSON", "JSON arrays"]
  static let isBinary = false
  static let beginning = [UInt8(ascii: "[")]

  static func matches(_ head: Bytes) -> Bool {
    [UInt8(ascii: "{"), UInt8(ascii: "["), .recordSeparator].contains(head.first { !$0.isBlank })
  }

  /// The number of records that are searched for the names of columns.
  private static let sampleSize = 1000

  /// - Complexity: O(*n*) in the bytes.
  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    try request.refuseForeign(input.bytes)
    func table(
      _ buffer: ByteBuffer, from start: Int, _ other: ReadRequest? = nil
    ) throws(DataError) -> Table? {
      try JSONReader(records: JSONRecords(buffer, from: start), other ?? request).read()
    }
    /// A table of rows that were made of the document, where they have no places.
    func table(made text: [UInt8], _ other: ReadRequest? = nil) throws(DataError) -> Table? {
      guard let part = ByteBuffer(text) else { throw .outOfMemory(request.source) }
      var rows = try table(part, from: 0, other)
      for row in rows?.offsets.indices ?? 0..<0 { rows?.offsets[row] = 0 }
      return rows
    }
    /// The rows of the first list of objects with coordinates; nil where there is none, and no table in a
    /// text that is not UTF-8.
    func listed() throws(DataError) -> Table?? {
      let lists = JSONTables.lists(in: input.bytes)
      for list in lists {
        guard let part = ByteBuffer(Array(input.bytes[list])) else { throw .outOfMemory(request.source) }
        do throws(DataError) {
          var read: Table?
          if let made = JSONTables.rows(ofWrapped: part.bytes) {
            var request = request
            if made.hasGeometry, request.options.hasNoPlace { request.options.location = "geometry" }
            read = try table(made: made.text, request)
          } else {
            read = try table(part, from: 0)
          }
          guard var rows = read else { return .some(nil) }
          for row in rows.offsets.indices { rows.offsets[row] += list.lowerBound }
          if let declared = DeclaredSystem(esri: input.bytes, besides: list) {
            rows.report.system = try request.options.system(
              of: declared, source: request.source, fitsDegrees: rows.fitsDegrees)
            rows.declaredSystem = declared
          }
          if lists.count > 1 { rows.report.notes += otherLists() }
          return rows
        } catch  where error.isOfColumns {}
      }
      return nil
    }
    /// A note for each list with coordinates besides the first, with the options that read it.
    func otherLists() -> [String] {
      guard request.options.hasNoPlace, input.count < 1 << 26 else { return [] }
      let found = JSONTables.firstRows(in: input.bytes).compactMap { path, count, row -> (String, String)? in
        guard let text = ByteBuffer(row), let rows = try? table(text, from: 0), rows.problems.contains(nil)
        else { return nil }
        let options = [(ColumnUse.Role.longitude, "--lon"), (.latitude, "--lat"), (.location, "--location")]
          .compactMap { role, option in
            rows.roles[role].map { "\(option) \("\(path).\(rows.names[$0.column])".shellQuoted)" }
          }
        return ("'\(path)' (\(count))", options.joined(separator: " "))
      }
      guard let first = found.first, found.count > 1 else { return [] }
      return found.dropFirst().map { name, options in
        "\(request.source): the rows are those of \(first.0); \(name) has coordinates too: \(options) reads it"
      }
    }
    do throws(DataError) {
      let rows = try table(input, from: input.bytes.textStart)
      if rows?.problems == [.unparsable], let made = JSONTables.rows(ofColumns: input.bytes) {
        return try table(made: made)
      }
      // One object with a location may be about a list of others.
      if let rows, rows.count == 1, rows.report.format == .json, case var list?? = try listed(),
        list.count > 0, list.offsets != rows.offsets
      {
        if input.bytes[input.bytes.textStart...].first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
          list.report.notes.append(
            "\(request.source): the rows are a list in an object, whose own location is not read")
        }
        return list
      }
      return rows
    } catch {
      guard error.isOfColumns else { throw error }
      if let rows = try listed() { return rows }
      if let made = JSONTables.rows(ofColumns: input.bytes) { return try table(made: made) }
      guard case .unknownColumn(let source, let name, let option, let columns) = error else { throw error }
      let paths = request.options.columnNames.filter { $0.contains { ".[".contains($0) } }
      if !paths.isEmpty, let made = JSONTables.rows(ofPaths: paths, in: input.bytes) {
        return try table(made: made)
      }
      let known = JSONTables.paths(in: input.bytes)
      throw .unknownColumn(source, name: name, option: option, columns: known.isEmpty ? columns : known)
    }
  }

  /// Reads a collection of features.
  static func read(
    _ file: PiecewiseFile, head: Bytes, _ request: ReadRequest
  ) throws(DataError) -> Table? {
    try request.refuseForeign(head)
    guard let list = FeatureList(of: file) else { return nil }
    return try JSONReader(list: list, records: nil, request: request).read()
  }

  private init(list: FeatureList?, records: JSONRecords?, request: ReadRequest) {
    (self.list, self.records, self.request) = (list, records, request)
  }

  private init(records: JSONRecords, _ request: ReadRequest) {
    var position = records.start
    let document = records.isSequence ? nil : records.next(from: &position)
    let list = document.flatMap { FeatureList(.memory(records.buffer), document: $0) }
    self.init(list: list, records: records, request: request)
  }

  // Nil where the text is not valid UTF-8, or the list is not all.
  private func read() throws(DataError) -> Table? {
    let named = [options.id, options.weight, options.group, options.priority, options.mergeable]
      .compactMap { $0 }
    let listed = options.allRequests.map(\.name)
    let wanted = Set(named + listed + ["id", "weight"])
    guard var first = try load(wanted, all: options.attributes == .all, limit: Self.sampleSize) else {
      return nil
    }
    // There is no evidence of possible columns.
    let isEmpty = first.table.count == 0
    if isEmpty {
      first.setColumns(named: [options.longitude, options.latitude].compactMap { $0 } + named + listed)
    }

    let isGeometry = first.isGeometry && options.longitude == nil && options.latitude == nil
    var roles = try ColumnRoles(
      names: first.names, options: options, source: source, featureIDs: first.table.featureIDs != nil)
    var isNameless = false
    if !isGeometry {
      isNameless = first.isArrays && roles.longitude == nil && roles.latitude == nil
      if isNameless && first.names.count >= 2 {
        roles[.longitude] = .init(column: 0, guessed: true)
        roles[.latitude] = .init(column: 1, guessed: true)
      }
      if !isEmpty { try complete(&roles, first, wanted) }
      let letters = first.names.map { name -> Set<Character> in
        guard ColumnNames.isHemisphere(name) else { return [] }
        let letters = ColumnNames.fold(name).filter(\.isLetter)
        if letters.contains("lat") || letters == "ns" { return ["N"] }
        return letters.hasPrefix("hemi") ? [] : ["E"]
      }
      if options.areDegrees { roles.findHemispheres(names: first.names, letters: letters) }
    }
    roles.takeRemaining(of: first.names, options: options)

    var result = first
    var needed = roles.columnsOfCells
    // Overpass gives ways a center, where nodes have coordinates of their own.
    let center = !isGeometry && roles.longitude?.guessed == true ? first.names.firstIndex(of: "center") : nil
    if let center { needed.insert(center) }
    if let (longitude, latitude) = roles.coordinates { needed.formUnion([longitude, latitude]) }
    if !isEmpty, !isGeometry || needed.contains(where: { first.table.cells[$0] == nil }) {
      let names = Set(needed.map { first.names[$0] })
      guard let second = try load(names, all: options.attributes == .all, limit: .max) else { return nil }
      // Later records may bring columns of their own.
      roles = Self.renamed(roles, from: first.names, to: second.names)
      roles.takeRemaining(of: second.names, options: options)
      result = second
    }
    result.table.roles = roles
    if let (longitude, latitude) = roles.coordinates {
      result.table.takeCoordinates(from: longitude, latitude, ofAll: first.isGeometry)
    }
    if center != nil, let column = result.names.firstIndex(of: "center") {
      result.table.takeCenters(from: column)
    }
    try result.table.placeLocations(options, source: source, context)
    if isNameless && options.areDegrees { try result.table.orderByRange(source: source) }
    if isGeometry {
      let declared = DeclaredSystem(members: first.systems + (list?.systems ?? []))
      result.table.report.system = try options.system(
        of: declared, source: source, fitsDegrees: result.table.fitsDegrees)
      result.table.declaredSystem = declared
    }
    result.table.report.format =
      !first.isGeometry ? .json : records?.isSequence == true ? .geoJSONSequence : .geoJSON
    return result.table
  }

  /// Finds the columns of coordinates, or the one of locations.
  private func complete(_ roles: inout ColumnRoles, _ first: JSONLoad, _ wanted: Set<String>)
    throws(DataError)
  {
    do {
      try roles.completeCoordinates(names: first.names, options: options, source: source)
    } catch .noCoordinateColumns(let source, let columns) {
      let sample = try load(wanted, all: true, limit: Self.sampleSize)
      guard let table = sample?.table, !options.planar,
        let column = try roles.locationColumn(
          names: table.names, source: source, decimalComma: options.decimalComma, ofJSON: true,
          { column in
            let texts = (0..<table.count).lazy.map { table.cells[column]?.string($0) ?? "" }
            return Array(texts.filter { !$0.isEmpty }.prefix(100))
          }),
        let place = first.names.firstIndex(of: table.names[column])
      else { throw .noCoordinateColumns(source, columns: columns) }
      roles[.location] = .init(column: place, guessed: true)
    }
  }

  // Loads of different columns may list them in different orders.
  private static func renamed(_ roles: ColumnRoles, from old: [String], to new: [String]) -> ColumnRoles {
    let places = Dictionary(
      new.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    return roles.moved { places[old[$0]] }
  }

  private func load(_ wanted: Set<String>, all: Bool, limit: Int) throws(DataError) -> JSONLoad? {
    if let features = try loadFeatures(wanted, all: all) { return features }
    guard let records else { return nil }
    let buffer = records.buffer
    let json = try reader(wanted, all: all)
    json.limitRecords(to: limit)
    var position = records.start
    var count = 0
    while let record = records.next(from: &position) {
      if count & 0xFF == 0 { try context.checkReading() }
      count += 1
      var errorOffset = 0
      switch json.read(buffer, record, asRecord: records.isSequence, errorOffset: &errorOffset) {
      case PINFOLD_JSON_DONE: continue
      case PINFOLD_JSON_UTF8: return nil
      case PINFOLD_JSON_OUT_OF_MEMORY: throw .outOfMemory(source)
      case PINFOLD_JSON_TOO_LARGE:
        throw .tooLarge(source, reason: "one JSON document past 4 GB; convert it with ogr2ogr -f GeoJSONSeq")
      case PINFOLD_JSON_STOPPED: position = buffer.count
      case PINFOLD_JSON_TRAILING:
        throw .badJSON(
          source, line: buffer.line(of: errorOffset),
          reason: "more follows after the JSON document; for a sequence, put each document on its own line")
      default:
        throw .badJSON(source, line: buffer.line(of: errorOffset), reason: "not valid JSON: " + json.reason)
      }
    }
    var load = JSONLoad()
    guard load.take(json) else { throw .outOfMemory(source) }
    load.finish(json)
    return load
  }

  private func reader(_ wanted: Set<String>, all: Bool) throws(DataError) -> JSONParser {
    let json = JSONParser(columns: wanted.sorted(), all: all, paths: options.shapes == .inside)
    guard let json else { throw .outOfMemory(source) }
    return json
  }

  /// Loads a collection of features in pieces; nil where the document must be read as a whole.
  private func loadFeatures(_ wanted: Set<String>, all: Bool) throws(DataError) -> JSONLoad? {
    guard let list else { return nil }
    let starts = list.parts(list.count > 1 << 16 ? context.threads : 1)
    let parts = Array(zip(starts, starts.dropFirst()).map { $0..<$1 })
    var loads = try Parallel.map(parts, threads: context.threads) { (part) throws(DataError) in
      // The first part has room for those behind it.
      let roomEnd = part.lowerBound == starts[0] ? starts[parts.count] : part.upperBound
      return try load(part, of: list, wanted, all: all, roomTo: roomEnd)
    }.compactMap { $0 }
    guard loads.count == parts.count else { return nil }
    var first = loads.removeFirst()
    return first.append(loads, wanted: wanted.sorted(), threads: context.threads) ? first : nil
  }

  private func load(
    _ part: Range<Int>, of list: FeatureList, _ wanted: Set<String>, all: Bool, roomTo roomEnd: Int
  ) throws(DataError) -> JSONLoad? {
    let json = try reader(wanted, all: all)
    try context.checkReading()
    var load = JSONLoad()
    let code = try list.read(part, into: json) { (place) throws(DataError) in
      try context.checkReading()
      // As long as rows are in the cache; but looking through many columns takes time too.
      let rows = json.rows
      guard rows.count >= rows.columnCount else { return }
      let isFirst = load.table.count == 0
      guard load.take(json) else { throw .outOfMemory(source) }
      if isFirst { load.makeRoom(for: roomEnd - place, after: place - part.lowerBound) }
    }
    switch code {
    case PINFOLD_JSON_DONE:
      guard load.take(json) else { throw .outOfMemory(source) }
      load.finish(json)
      return load
    case PINFOLD_JSON_OUT_OF_MEMORY: throw .outOfMemory(source)
    default: return nil
    }
  }
}

extension DataError {
  /// Whether columns are missing, which another list of the document may have.
  var isOfColumns: Bool {
    switch self {
    case .noCoordinateColumns, .unknownColumn: true
    default: false
    }
  }

  /// Whether nothing says which column is the longitude.
  var isOfOrder: Bool { if case .unclearOrder = self { true } else { false } }
}
