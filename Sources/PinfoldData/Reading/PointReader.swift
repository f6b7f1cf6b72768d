public import Pinfold

/// Points as read, and the report on their data.
public struct PointData: Sendable {
  /// The usable points, in the order of the data.
  public var columns: PointColumns

  /// What was read, used, guessed and skipped.
  public var report: DataReport
}

/// Reads points from every format that is registered, plain or gzip'd; points that stand for cells, from what
/// `pinfold aggregate` writes; and from files whatever else GDAL's program `ogr2ogr` reads, where it is
/// installed.
///
/// The format is recognized from the content, not from the name.
public enum PointReader {
  /// Reads a file, or standard input where the path is `-`.
  ///
  /// - Parameter context: says when to stop, which is looked at every few thousand rows, but not within a
  ///   JSON document other than a collection of features; and how many threads share the rows of delimited
  ///   text and the features of a collection. Threads change no row, no place and no error.
  /// - Complexity: O(*n*) in the bytes; while it is read the whole input is held in memory, but for files of
  ///   delimited text or of a collection of GeoJSON features that are not gzip'd.
  public static func read(
    path: String, options: ReadOptions = ReadOptions(), context: RunContext = RunContext()
  ) throws(DataError) -> PointData {
    let source = path == "-" ? "standard input" : Conversion.shown(path)
    try options.checkBounds()
    // Not read into memory as a whole; and what another program has just written is not in the file itself.
    if path != "-", SQLiteDatabase.isDatabase(readHead(path: path, count: 16)) {
      return try readDatabase(path, options: options, source: source, context: context)
    }
    if let conversion = Conversion(of: path) {
      var inside = options
      if options.system != nil && !conversion.isArchive { inside.system = .degrees }
      let data = try conversion.converted(options, source: source) { (path) throws(DataError) in
        try readDatabase(path, as: .converted, options: inside, source: source, context: context)
      }
      return data
    }
    if path != "-", let data = try readPieces(path, options: options, source: source, context: context) {
      return data
    }
    return try read(
      try readInput(path: path), path: path == "-" ? nil : path, options: options, source: source,
      context: context)
  }

  private static func readDatabase(
    _ path: String, as format: DataFormat = .geoPackage, options: ReadOptions, source: String,
    context: RunContext
  ) throws(DataError) -> PointData {
    guard let nothing = ByteBuffer(capacity: 0) else { throw .outOfMemory(source) }
    var table = try GeoPackageReader.read(
      path: path, ReadRequest(options: options, source: source, context: context))
    table.format = format
    var data = try points(table, .memory(nothing), isPacked: false, options, source, context)
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
    return try read(buffer, path: nil, options: options, source: source, context: RunContext())
  }

  /// Reads the bytes of a Shapefile and of the files beside it.
  package static func readShapefile(
    shapes: [UInt8], table: [UInt8], encoding: String?, options: ReadOptions
  ) throws(DataError) -> PointData {
    let source = "data"
    guard let buffer = ByteBuffer(shapes), let table = ByteBuffer(table) else {
      throw .outOfMemory(source)
    }
    let companions = ShapefileReader.Companions(table: table, encoding: encoding)
    let rows = try ShapefileReader.read(
      buffer, companions, ReadRequest(options: options, source: source, context: RunContext()))
    return try points(rows, .memory(buffer), isPacked: false, options, source, RunContext())
  }

  /// The part of a path that names the data, without folders and extensions.
  package static func dataName(ofPath path: String) -> String {
    let last = path.split(separator: "/").last ?? Substring(path)
    return String(last.prefix { $0 != "." })
  }

  /// - Parameter path: where the bytes come from; nil where that is no file.
  private static func read(
    _ input: ByteBuffer, path: String?, options: ReadOptions, source: String, context: RunContext
  ) throws(DataError) -> PointData {
    try options.checkDelimiter()
    let isPacked = Gzip.isGzip(input.bytes)
    let buffer = try Gzip.unpacked(input, megabytes: options.maxUnpacked, source: source)
    if let cells = try cells(buffer, source, context) {
      return try cells.data(options, source: source, bytes: buffer.count, isPacked: isPacked)
        .selecting(options, source: source, context: context)
    }
    let request = ReadRequest(path: path, options: options, source: source, context: context)
    let format = PointFormats.format(of: buffer.bytes)
    guard format.isBinary else { return try readText(buffer, isPacked: isPacked, request) }
    guard let table = try format.read(buffer, request) else { throw .binary(source) }
    return try points(table, .memory(buffer), isPacked: isPacked, options, source, context)
  }

  /// Reads text in any encoding.
  private static func readText(
    _ buffer: ByteBuffer, isPacked: Bool, _ request: ReadRequest
  ) throws(DataError) -> PointData {
    let (options, source) = (request.options, request.source)
    var bytes = buffer
    var encoding: String?
    func convert(from name: String) throws(DataError) {
      guard let converter = try TextEncoding.converter(named: name) else { return }
      bytes = try converter.text(buffer, source: source)
      encoding = name
    }
    func table() throws(DataError) -> Table? {
      let format = PointFormats.format(of: bytes.bytes)
      if format.isBinary { throw .binary(source) }
      return try format.read(bytes, request)
    }
    let known = options.encoding ?? XMLScanner.declaredEncoding(of: buffer.bytes)
    if let known { try convert(from: known) }
    var rows = try table()
    let isGuessed = rows == nil
    if isGuessed {
      try convert(from: try TextEncoding.guessed(bytes, isNamed: known != nil, source: source))
      rows = try table()
    }
    guard let rows else { throw .binary(source) }
    var data = try points(rows, .memory(bytes), isPacked: isPacked, options, source, request.context)
    (data.report.encoding, data.report.isEncodingGuessed) = (encoding, isGuessed)
    return data
  }

  /// The cells that bytes hold; nil for other data, and for a header alone, which is a table of no points.
  private static func cells(
    _ buffer: ByteBuffer, _ source: String, _ context: RunContext
  ) throws(DataError) -> Cells? {
    do { return try Cells.read(buffer, source: source, context: context) } catch .noRows { return nil }
  }

  /// Reads a large file of a format that needs no whole files in memory; nil for all else, and for text that
  /// is not UTF-8.
  private static func readPieces(
    _ path: String, options: ReadOptions, source: String, context: RunContext
  ) throws(DataError) -> PointData? {
    guard options.encoding == nil, let file = PiecewiseFile(path: path) else { return nil }
    let head = try InputWindow(.file(file), at: 0)
    return try withExtendedLifetime(head) { () throws(DataError) in
      guard !Gzip.isGzip(head.bytes), !Cells.isCells(head.bytes) else { return nil }
      try options.checkDelimiter()
      let request = ReadRequest(path: path, options: options, source: source, context: context)
      guard let table = try PointFormats.format(of: head.bytes).read(file, head: head.bytes, request) else {
        return nil
      }
      return try points(table, .file(file), isPacked: false, options, source, context)
    }
  }

  private static func points(
    _ table: consuming Table, _ input: InputBytes, isPacked: Bool, _ options: ReadOptions, _ source: String,
    _ context: RunContext
  ) throws(DataError) -> PointData {
    if !table.format.isText, let row = table.firstForeignRow {
      throw .damaged(source, format: table.format.name, reason: "a text of row \(row + 1) is not UTF-8")
    }
    if let encoding = options.encoding, !table.format.hasEncoding {
      throw .badOption("--encoding \(encoding)", reason: "texts of \(table.format.name) are UTF-8")
    }
    var assembler = Assembler(
      table: table, input: input, options: options, source: source, threads: context.threads)
    let data = try assembler.assemble(isPacked: isPacked)
    return try data.selecting(options, source: source, context: context)
  }
}
