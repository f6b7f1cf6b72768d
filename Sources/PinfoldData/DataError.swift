import Pinfold
import Platform

/// Errors of reading or writing data; every case has a message with the fault, its place and a correction.
///
/// The first value of a case is the source: a path, or `standard input`.
@nonexhaustive
public enum DataError: Error, Hashable, Sendable {
  /// A file that cannot be opened or read.
  case cannotRead(String, SystemReason)

  /// A file that cannot be written.
  case cannotWrite(String, SystemReason)

  /// An empty input, or only white space.
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

  /// Two unnamed columns of which either could be the longitude; with the numbers of a row.
  case unclearOrder(String, columns: [String], values: [Double])

  /// A column of pairs of which either number could be the longitude; with the numbers of a row.
  case unclearPair(String, column: String, values: [Double])

  /// Several columns of locations.
  case severalLocations(String, columns: [String])

  /// A column named by an option that the data does not have.
  case unknownColumn(String, name: String, option: String, columns: [String])

  /// A named id column with equal ids: the first that repeats, and the number of ids that do.
  case duplicateID(String, id: String, column: String, firstLine: Int, secondLine: Int, count: Int)

  /// A named id column without an id in some rows: the line of the first, and their number.
  case missingID(String, column: String, line: Int, count: Int)

  /// Rows, but not one that can be used.
  case noUsableRows(
    String, rows: Int, reason: String, line: Int, text: String, advice: String? = nil)

  /// Most rows are unusable in the guessed columns of coordinates, and another reading explains them, so that
  /// the others are probably wrong too. The options request the guessed columns all the same.
  case unlikelyReading(
    String, count: Int, rows: Int, line: Int, text: String, advice: String, options: String)

  /// No rows where some are required.
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

  /// Reading stopped; the value gives the reason: cancellation, or the deadline.
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

  /// The reason why the last call of the system failed.
  static var last: SystemReason { SystemReason(errorNumber: errno) }
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
