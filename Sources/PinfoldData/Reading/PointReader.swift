public import Pinfold

/// Points as read, and the report on their data.
public struct PointData: Sendable {
  /// The usable points, in the order of the data.
  public var columns: PointColumns

  /// What was read, used, guessed and skipped.
  public var report: DataReport
}

/// Reads points from CSV, GeoJSON, GeoJSON sequences and JSON arrays, plain or gzip'd.
///
/// The format is recognised from the content, not from the name.
public enum PointReader {
  /// Reads a file, or standard input where the path is `-`.
  ///
  /// - Parameter context: says when to stop; it is checked every few thousand rows, but not within a JSON
  ///   document.
  /// - Complexity: O(*n*) in the bytes; the whole input is held in memory while it is read.
  public static func read(
    path: String, options: ReadOptions = ReadOptions(), context: RunContext = RunContext()
  ) throws(DataError) -> PointData {
    try read(
      try readInput(path: path), options: options, source: path == "-" ? "standard input" : path,
      context: context)
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
    guard let buffer = ByteBuffer(bytes) else { throw .outOfMemory(source) }
    return try read(buffer, options: options, source: source, context: RunContext())
  }

  /// The part of a path that names the data, without folders and extensions.
  package static func dataName(ofPath path: String) -> String {
    let last = path.split(separator: "/").last ?? Substring(path)
    return String(last.prefix { $0 != "." })
  }

  private static func read(
    _ input: ByteBuffer, options: ReadOptions, source: String, context: RunContext
  ) throws(DataError) -> PointData {
    if let delimiter = options.delimiter, !ReadOptions.isDelimiter(delimiter) {
      throw .badOption("--delimiter", reason: "byte \(delimiter) cannot separate fields")
    }
    let isPacked = Gzip.isGzip(input.bytes)
    let buffer = isPacked ? try Gzip.unpack(input, megabytes: options.maxUnpacked, source: source) : input
    try ForeignFormat.refuse(buffer.bytes, source: source)
    let origin = buffer.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = (origin..<buffer.count).first(where: { !buffer.start[$0].isBlank }) else {
      throw .empty(source)
    }
    var table: Table
    var bytes = buffer
    switch buffer.start[first] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), .recordSeparator:
      (table, bytes) = try JSONReader.read(
        buffer, from: origin, options: options, source: source, context: context)
    default:
      table = try DelimitedReader.read(
        buffer.bytes, from: origin, options: options, source: source, context: context)
    }
    try context.checkReading()
    var assembler = Assembler(table: table, buffer: bytes, options: options, source: source)
    let data = try assembler.assemble(isPacked: isPacked)
    guard let condition = options.condition else { return data }
    return try data.selecting(condition, options, source: source)
  }
}
