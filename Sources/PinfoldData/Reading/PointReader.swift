public import Pinfold

/// Points as read, and the report on their data.
public struct PointData: Sendable {
  /// The usable points, in the order of the data.
  public var columns: PointColumns

  /// The rows that were read and skipped, and the guesses that were made.
  public var report: DataReport
}

/// Reads points from every registered format, plain or gzip'd; from the cells of `pinfold aggregate` and the
/// files of `pinfold index` (see ``IndexFile``); and from other files by GDAL's program `ogr2ogr`, if it is
/// installed.
///
/// The format is recognized from the content, not from the name.
public enum PointReader {
  /// Reads a file, or standard input for the path `-`.
  ///
  /// - Parameter context: when to stop, checked every few thousand rows, but not within a JSON document other
  ///   than a collection of features; and how many threads share the rows of delimited text and the features
  ///   of a collection. The number of threads changes no row, no place and no error.
  /// - Complexity: O(*n*) in the bytes; the whole input is held in memory during reading, except for files of
  ///   delimited text or of a collection of GeoJSON features that are not compressed.
  public static func read(
    path: String, options: ReadOptions = ReadOptions(), context: RunContext = RunContext()
  ) throws(DataError) -> PointData {
    let options = SampleData.naming(path, options)
    try options.checkBounds()
    let source = path == "-" ? "standard input" : Conversion.shown(path)
    var request = ReadRequest(options: options, source: source, context: context)
    if path == "-" { return try read(try readInput(path: path), request) }
    if let index = try IndexFile(path: path, request) { return try index.data(request) }
    // Not read into memory as a whole; and what another program has just written is not in the file itself.
    let head = readHead(path: path, count: 16)
    if head == SQLiteDatabase.magic { return try readDatabase(path, request) }
    if head.withView(ZipArchive.isZip), let data = try readArchive(try readInput(path: path), request) {
      return data
    }
    if let conversion = Conversion(of: path) {
      if options.system != nil && !conversion.isArchive { request.options.system = .degrees }
      return try conversion.converted(options, source: source) { (path) throws(DataError) in
        try readDatabase(path, as: .converted, request)
      }
    }
    request.path = path
    if let data = try readPieces(path, request) { return data }
    return try read(try readInput(path: path), request)
  }

  /// Reads a file as far as its columns need: of a large one the lines in its first megabyte.
  package static func beginning(of path: String, options: ReadOptions) throws(DataError) -> PointData {
    guard Folder.size(ofFile: path) > 16 << 20 else { return try read(path: path, options: options) }
    let head = readHead(path: path, count: 1 << 20)
    // The list of an archive is at its end.
    if IndexFile.isOne(head) || head.withView(ZipArchive.isZip) {
      return try read(path: path, options: options)
    }
    return try read(bytes: Array(head[...(head.lastIndex(of: 10) ?? 0)]), options: options)
  }

  /// Whether a file is an archive with a member that is read here.
  static func readsArchive(at path: String) -> Bool {
    guard readHead(path: path, count: 16).withView(ZipArchive.isZip), let buffer = try? readInput(path: path)
    else { return false }
    // One that is damaged is no other program's either.
    let request = ReadRequest(options: ReadOptions(), source: path)
    do { return try ZipArchive(buffer, request).chosen() != nil } catch { return true }
  }

  /// Reads a member of an archive; nil where none is in a format of points.
  private static func readArchive(
    _ buffer: ByteBuffer, _ request: ReadRequest
  ) throws(DataError) -> PointData? {
    let archive = try ZipArchive(buffer, request)
    guard let member = try archive.chosen() else { return nil }
    var inner = request
    (inner.member, inner.path) = (member.name, nil)
    inner.source = "\(request.source)/\(member.name.onOneLine(limit: 80))"
    if member.isNamed(request.options.layer) { inner.options.layer = nil }
    let content = try archive.unpacked(member)
    var data =
      if member.ending == "shp" {
        try points(
          try ShapefileReader.read(content, try archive.companions(of: member), inner), .memory(content),
          inner)
      } else {
        try read(content, inner)
      }
    (data.report.source, data.report.member) = (request.source, member.name)
    if let others = archive.others(than: member), request.options.layer == nil {
      data.report.notes.append(
        "\(request.source): read '\(member.name.onOneLine(limit: 80))'; --layer names another member: \(others)"
      )
    }
    return data
  }

  private static func readDatabase(
    _ path: String, as format: DataFormat = .geoPackage, _ request: ReadRequest
  ) throws(DataError) -> PointData {
    guard let nothing = ByteBuffer(capacity: 0) else { throw .outOfMemory(request.source) }
    var table = try GeoPackageReader.read(path: path, request)
    table.report.format = format
    var data = try points(table, .memory(nothing), request)
    data.report.bytes = Folder.size(ofFile: path)
    return data
  }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - bytes: the data.
  ///   - options: how to read them.
  ///   - source: the name in errors and in the report.
  public static func read(
    bytes: [UInt8], options: ReadOptions = ReadOptions(), source: String = "data"
  ) throws(DataError) -> PointData {
    try options.checkBounds()
    guard let buffer = ByteBuffer(bytes) else { throw .outOfMemory(source) }
    return try read(buffer, ReadRequest(options: options, source: source))
  }

  /// Reads bytes of which some rows count, as the last of each key; from these the options select.
  package static func read(
    bytes: [UInt8], options: ReadOptions, source: String, counting rows: (PointData) -> PointData
  ) throws(DataError) -> PointData {
    var all = options
    all.requests = options.allRequests
    (all.bounds, all.condition, all.sample, all.head) = (nil, nil, nil, nil)
    let data = rows(try read(bytes: bytes, options: all, source: source))
    return try data.selecting(ReadRequest(options: options, source: source))
  }

  /// Reads the bytes of a Shapefile and of its companion files.
  package static func readShapefile(
    shapes: [UInt8], table: [UInt8], encoding: String?, options: ReadOptions
  ) throws(DataError) -> PointData {
    let request = ReadRequest(options: options, source: "data")
    guard let buffer = ByteBuffer(shapes), let table = ByteBuffer(table) else {
      throw .outOfMemory(request.source)
    }
    let companions = ShapefileReader.Companions(table: table, encoding: encoding)
    return try points(try ShapefileReader.read(buffer, companions, request), .memory(buffer), request)
  }

  /// The part of a path that names the data, without folders and extensions.
  package static func dataName(ofPath path: String) -> String {
    let last = path.split(separator: "/").last ?? Substring(path)
    return String(last.prefix { $0 != "." })
  }

  private static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> PointData {
    try request.options.checkDelimiter()
    let buffer = try Gzip.unpacked(
      input, megabytes: request.options.maxUnpacked, source: request.source)
    if IndexFile.isOne(buffer.bytes), let index = try IndexFile(bytes: buffer.array, request) {
      return try index.data(request)
    }
    if ZipArchive.isZip(buffer.bytes) {
      guard request.member == nil, let data = try readArchive(buffer, request) else {
        throw .otherFormat(
          request.source, name: "a zip archive with no member that is read here", advice: "unpack it first")
      }
      return data
    }
    let format = PointFormats.format(of: buffer.bytes)
    var data: PointData
    if let cells = try cells(buffer, request) {
      data = try cells.data(bytes: buffer.count, request).selecting(request)
    } else if !format.isBinary {
      data = try readText(buffer, request)
    } else {
      guard let table = try format.read(buffer, request) else { throw .binary(request.source) }
      data = try points(table, .memory(buffer), request)
    }
    data.report.isGzipped = buffer !== input
    return data
  }

  private static func readText(_ buffer: ByteBuffer, _ request: ReadRequest) throws(DataError) -> PointData {
    var bytes = buffer
    var encoding: String?
    func convert(from name: String) throws(DataError) {
      guard let converter = try TextEncoding.converter(named: name) else { return }
      bytes = try converter.text(buffer, source: request.source)
      encoding = name
    }
    func table() throws(DataError) -> Table? {
      let format = PointFormats.format(of: bytes.bytes)
      if format.isBinary { throw .binary(request.source) }
      return try format.read(bytes, request)
    }
    let known =
      request.options.encoding ?? TextEncoding.marked(buffer.bytes)
      ?? XMLScanner.declaredEncoding(of: buffer.bytes)
    if let known { try convert(from: known) }
    var rows = try table()
    let isGuessed = rows == nil
    if isGuessed {
      try convert(from: try TextEncoding.guessed(bytes, isNamed: known != nil, source: request.source))
      do { rows = try table() } catch {
        guard error.isOfColumns || error.isOfOrder else { throw error }
        let words = String(error.description.dropFirst(request.source.count + 2))
        throw .otherFormat(
          request.source, name: words,
          advice: "texts are not UTF-8 and are read as \(encoding ?? ""): \(TextEncoding.advice)")
      }
    }
    guard let rows else { throw .binary(request.source) }
    var data = try points(rows, .memory(bytes), request)
    (data.report.encoding, data.report.isEncodingGuessed) = (encoding, isGuessed)
    if isGuessed { data.report.encodingExample = TextEncoding.foreignWord(in: bytes.bytes) }
    return data
  }

  /// The cells that bytes hold; nil for other data, and for a header alone, which is a table of no points.
  private static func cells(_ buffer: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Cells? {
    do {
      return try Cells.read(buffer, source: request.source, context: request.context)
    } catch .noRows { return nil }
  }

  /// Reads a large file of a format that needs no whole files in memory; nil for all else, and for text that
  /// is not UTF-8.
  private static func readPieces(_ path: String, _ request: ReadRequest) throws(DataError) -> PointData? {
    guard request.options.encoding == nil, let file = PiecewiseFile(path: path) else { return nil }
    let head = try InputWindow(.file(file), at: 0)
    return try withExtendedLifetime(head) { () throws(DataError) in
      guard !Gzip.isGzip(head.bytes), !Cells.isCells(head.bytes) else { return nil }
      try request.options.checkDelimiter()
      let table = try PointFormats.format(of: head.bytes).read(file, head: head.bytes, request)
      return try table.map { (table) throws(DataError) in try points(table, .file(file), request) }
    }
  }

  private static func points(
    _ table: consuming Table, _ input: InputBytes, _ request: ReadRequest
  ) throws(DataError) -> PointData {
    if !table.report.format.isText, let row = table.firstForeignRow {
      throw request.damaged(table.report.format, "a text of row \(row + 1) is not UTF-8")
    }
    if let encoding = request.options.encoding, !table.report.format.hasEncoding {
      throw .badOption("--encoding \(encoding)", reason: "texts of \(table.report.format.name) are UTF-8")
    }
    var assembler = Assembler(table, input, request)
    return try assembler.assemble().selecting(request)
  }
}

extension PointSet {
  /// Makes a point set of columns: on the globe, or on the square plane that encloses them.
  ///
  /// - Throws: `PointSetError`; `ClusteringError` if the context stops the call.
  package init(_ columns: PointColumns, isPlanar: Bool, context: RunContext = RunContext()) throws {
    let plane = isPlanar ? PlanarExtent(enclosing: columns.longitude, columns.latitude) : nil
    try self.init(columns, projection: plane.map { .planar($0) } ?? .mercator, context: context)
  }
}

extension Cells {
  /// The points that stand for the cells, with a report.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)`` for options that are about other data.
  func data(bytes: Int, _ request: ReadRequest) throws(DataError) -> PointData {
    let (options, source) = (request.options, request.source)
    if let option = options.choices.lazy.compactMap({ $0.given }).first {
      throw .badOption(option, reason: "\(source) has cells, whose columns are what they are")
    }
    guard !options.planar else {
      throw .badOption("--planar", reason: "\(source) has cells, which are those of the globe")
    }
    let first = cells.lazy.filter { $0.zoom == UInt8(plan.zooms.lowerBound) }
    guard pointCount == first.reduce(0, { $0 &+ $1.count }) else {
      throw request.damaged(
        .cells,
        "zooms \(plan.zooms.lowerBound) and \(plan.zooms.upperBound) differ in their points; "
          + "rows are missing")
    }
    let columns = columns()
    var report = DataReport(source: source, format: .cells)
    report.bytes = bytes
    report.columns = columns.attributes.map(\.name)
    report.rows = deepest.count
    report.usable = deepest.count
    report.extent = DataExtent(columns, isPlanar: false)
    let far = Numeral.fixed(plan.greatestShift(atZoom: Double(plan.zooms.upperBound)), digits: 1)
    let others = plan.fit?.means == .boxes ? "cells and the corners of their boxes" : "cells"
    let exact = plan.fit.map { ", and \($0.strategy)," } ?? ""
    report.advice =
      "\(deepest.count) cells of \(pointCount) points, \(plan.inWords); a grid whose cells are no smaller\(exact) is that of "
      + "the points, for others a point stands up to \(far) pixels off at zoom \(plan.zooms.upperBound), half as far at "
      + "each zoom before; cluster, tiles, diff, plot and the live map count points, others \(others)"
    return PointData(columns: columns, report: report)
  }
}
