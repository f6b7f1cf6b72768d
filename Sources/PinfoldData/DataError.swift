import Pinfold
import Platform

/// Errors of data that are read or written; every case says what is wrong, where, and what would be right.
///
/// The first value of a case is the source: a path, or `standard input`.
@nonexhaustive
public enum DataError: Error, Hashable, Sendable {
  /// A file that cannot be opened or read.
  case cannotRead(String, SystemReason)

  /// A file that cannot be written.
  case cannotWrite(String, SystemReason)

  /// Nothing in it, or only blank space.
  case empty(String)

  /// No text.
  case binary(String)

  /// A known format that is not read here, and how to convert it.
  case otherFormat(String, name: String, advice: String)

  /// A binary format whose bytes contradict themselves, or end too early.
  case damaged(String, format: String, reason: String)

  /// Several layers, of which one must be named.
  case severalLayers(String, layers: [String])

  /// No layer of the name that an option gives.
  case unknownLayer(String, name: String, layers: [String])

  /// Coordinates in a system that is not read.
  case otherSystem(String, name: String, fitsDegrees: Bool = false)

  /// Data of which another program makes no GeoPackage; the reason is its own message.
  case notConverted(String, reason: String)

  /// Text of which a line is not in the encoding of the others, or not in the one that an option names.
  case otherEncoding(String, line: Int)

  /// gzip'd data that ends before it is complete.
  case truncatedGzip(String)

  /// gzip'd data that contradicts itself.
  case damagedGzip(String, reason: String)

  /// JSON that cannot be read past some line.
  case badJSON(String, line: Int, reason: String)

  /// JSON that is not of frames, with the path in the document: `[3].clusters[17].members[0]`.
  case badFrames(String, path: String, reason: String)

  /// No columns that could be coordinates.
  case noCoordinateColumns(String, columns: [String])

  /// Two columns without names, of which nothing says which one is the longitude; with the numbers of a row.
  case unclearOrder(String, columns: [String], values: [Double])

  /// A column of pairs in which nothing says which number is the longitude; with the numbers of a row.
  case unclearPair(String, column: String, values: [Double])

  /// Several columns of locations.
  case severalLocations(String, columns: [String])

  /// A column named by an option that the data does not have.
  case unknownColumn(String, name: String, option: String, columns: [String])

  /// A named id column with two equal ids.
  case duplicateID(String, id: String, column: String, firstLine: Int, secondLine: Int)

  /// A named id column without an id in some row.
  case missingID(String, column: String, line: Int)

  /// Rows, but not one that can be used.
  case noUsableRows(
    String, rows: Int, reason: String, line: Int, text: String, advice: String? = nil)

  /// No rows, where some are asked for.
  case noRows(String)

  /// No row of which the condition holds.
  case noneSelected(String, rows: Int, condition: String)

  /// No row in the box of these edges: west, south, east, north.
  case noneWithin(String, [Double])

  /// A condition that cannot be held against the columns.
  case badCondition(String, ConditionError)

  /// An unusable row where none is allowed.
  case unusableRow(String, reason: String, line: Int, text: String, count: Int)

  /// An option with an impossible value.
  case badOption(String, reason: String)

  /// Points that have no cells, or cells that do not add up.
  case badCells(String, reason: String)

  /// More than memory holds.
  case outOfMemory(String)

  /// Reading stopped; the value says why: it was cancelled, or its time was over.
  case stopped(String)

  /// More than the formats inside can count.
  case tooLarge(String, reason: String)
}

/// Why the system refused a file.
@nonexhaustive
public enum SystemReason: Hashable, Sendable {
  /// There is none of that name, or its directory is missing.
  case notFound

  /// A directory stands where a file is needed.
  case isDirectory

  /// The file or its directory is protected.
  case notPermitted

  /// The disk has no room left.
  case diskFull

  /// Any other reason, by its number in `errno.h`.
  case other(Int32)

  /// The reason for a value of `errno`.
  public init(errorNumber: Int32) {
    switch errorNumber {
    case ENOENT, ENOTDIR: self = .notFound
    case EISDIR: self = .isDirectory
    case EACCES, EPERM, EROFS: self = .notPermitted
    case ENOSPC: self = .diskFull
    default: self = .other(errorNumber)
    }
  }
}

extension SystemReason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .notFound: "no such file or directory"
    case .isDirectory: "is a directory, where a file is needed"
    case .notPermitted: "permission denied"
    case .diskFull: "no space left on the disk"
    case .other(let number): System.message(number)
    }
  }
}

extension RunContext {
  func checkReading() throws(DataError) {
    do { try check() } catch { throw .stopped(error.description) }
  }
}

extension DataError: CustomStringConvertible {
  /// One line: what is wrong, where, and what would be right.
  public var description: String {
    switch self {
    case .cannotRead(let source, let reason): "cannot read \(source): \(reason)"
    case .cannotWrite(let source, let reason): "cannot write \(source): \(reason)"
    case .empty(let source):
      "\(source): empty; expected CSV, GeoJSON, a GeoPackage or another format of points"
    case .binary(let source):
      "\(source): binary data; expected CSV, GeoJSON, a GeoPackage or another format of points"
    case .otherFormat(let source, let name, let advice): "\(source): \(name); \(advice)"
    case .damaged(let source, let format, let reason): "\(source): damaged \(format): \(reason)"
    case .severalLayers(let source, let layers):
      "\(source): \(layers.count) layers; choose one with --layer: \(Self.list(layers))"
    case .unknownLayer(let source, let name, let layers):
      "\(source): no layer '\(name.onOneLine())' (--layer)"
        + (Suggestion.closest(to: name, among: layers).map { " (did you mean '\($0)'?)" }
          ?? "; it has \(Self.list(layers))")
    case .otherSystem(let source, let name, let fitsDegrees):
      "\(source): coordinates in \(name.onOneLine(limit: 80)); "
        + (fitsDegrees
          ? "but all numbers fit degrees: if they are, say --crs EPSG:4326; if not, " : "")
        + "convert them with ogr2ogr -t_srs EPSG:4326 degrees.gpkg \(source), or take them as plain x and y "
        + "with --planar"
    case .notConverted(let source, let reason):
      "\(source): ogr2ogr: \(reason.onOneLine(limit: 300))"
    case .truncatedGzip(let source):
      "\(source): gzip'd data cut short; fetch or pack the file again"
    case .damagedGzip(let source, let reason): "\(source): damaged gzip'd data (\(reason))"
    case .badJSON(let source, let line, let reason): "\(source):\(line): \(reason)"
    case .badFrames(let source, let path, let reason):
      // A lone frame has nothing before the first dot.
      [source, path.hasPrefix(".") ? String(path.dropFirst()) : path, reason].filter { !$0.isEmpty }
        .joined(separator: ": ")
    case .noCoordinateColumns(let source, let columns):
      "\(source): no columns that could be coordinates among \(Self.list(columns)); name them with --lon and --lat, or one "
        + "that holds both with --location"
    case .unclearOrder(let source, let columns, let values): Self.unclearOrder(source, columns, values)
    case .unclearPair(let source, let column, let values):
      "\(source): column '\(column.onOneLine(limit: 40))' holds pairs, and nothing says which number is the longitude: "
        + "\(values.map(Numeral.text).joined(separator: ", ")) is latitude and longitude with --latitude-first, "
        + "longitude and latitude with --no-latitude-first"
    case .severalLocations(let source, let columns):
      "\(source): \(columns.count) columns hold locations: \(Self.list(columns)); choose one with --location"
    case .unknownColumn(let source, let name, let option, let columns):
      "\(source): no column '\(name.onOneLine())' (\(option))"
        + (Suggestion.closest(to: name, among: columns).map { " (did you mean '\($0)'?)" }
          ?? "; it has \(Self.list(columns))")
    case .otherEncoding(let source, let line):
      "\(source):\(line): text that is not in the encoding of the rest; name the encoding of the whole file, as in "
        + "--encoding windows-1252"
    case .duplicateID(let source, let id, let column, let first, let second):
      "\(source):\(second): id '\(id.onOneLine())' (column '\(column)') is already that of line \(first); "
        + "ids must be unique, or leave out --id to number the rows"
    case .missingID(let source, let column, let line):
      "\(source):\(line): no id in column '\(column)'; every row needs one, or leave out --id to number the rows"
    case .noUsableRows(let source, let rows, let reason, let line, let text, let advice):
      "\(source): none of \(rows) rows can be used; line \(line): \(reason): \(text)"
        + (advice.map { "; \($0)" } ?? "")
    case .noRows(let source): "\(source): no rows"
    case .noneSelected(let source, let rows, let condition):
      "\(source): of \(rows) usable rows the condition '\(condition.onOneLine())' holds for none"
    case .noneWithin(let source, let edges):
      "\(source): no points within \(edges.map(Numeral.text).joined(separator: ", ")) (--within)"
    case .badCondition(let source, let error): "\(source): --where: \(error)"
    case .unusableRow(let source, let reason, let line, let text, let count):
      "\(source):\(line): \(reason): \(text) (\(count) unusable \(count == 1 ? "row" : "rows"), none is allowed)"
    case .badOption(let option, let reason): "\(option): \(reason)"
    case .badCells(let source, let reason): "\(source): \(reason)"
    case .outOfMemory(let source): "\(source): too large for this machine's memory"
    case .stopped(let reason): reason
    case .tooLarge(let source, let reason): "\(source): \(reason)"
    }
  }

  private static func unclearOrder(_ source: String, _ columns: [String], _ values: [Double]) -> String {
    let numbers = values.map(Numeral.text)
    let names = columns.map { name in
      name.contains { !$0.isLetter && !$0.isNumber } ? "'\(name.onOneLine(limit: 40))'" : name
    }
    let all = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
    guard names.count == 2 else {
      return "\(source): no header says which columns are coordinates; \(all) have numbers that could be: "
        + "name them with --lon and --lat"
    }
    func reading(_ longitude: Int) -> String {
      let latitude = 1 - longitude
      return "longitude \(numbers[longitude]), latitude \(numbers[latitude]) with "
        + "--lon \(names[longitude]) --lat \(names[latitude])"
    }
    let readings = [0, 1].filter { values[1 - $0].magnitude <= 90 }.map(reading)
    return
      "\(source): no header says which of columns \(names.joined(separator: " and ")) is the longitude: "
      + "\(numbers.joined(separator: ", ")) is \(readings.joined(separator: ", or "))"
  }

  // A file may have hundreds of columns; nobody reads past a line or two.
  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(40).map { "'\($0.onOneLine(limit: 40))'" }.joined(separator: ", ")
    return columns.isEmpty
      ? "none" : shown + (columns.count > 40 ? ", … (\(columns.count) in all)" : "")
  }
}
