import Pinfold

/// A format of input. Each is declared next to its reader.
public struct DataFormat: Sendable, Hashable {
  /// The name in reports and messages: "GeoPackage".
  public let name: String

  /// Whether its rows are lines of text, so that line numbers give places.
  let isText: Bool

  /// Whether its texts may be in any encoding.
  let hasEncoding: Bool

  /// Whether everything is text, so that one that looks like a number is a number.
  let textMayBeNumber: Bool

  init(_ name: String, isText: Bool, hasEncoding: Bool? = nil, textMayBeNumber: Bool = false) {
    self.name = name
    self.isText = isText
    self.hasEncoding = hasEncoding ?? isText
    self.textMayBeNumber = textMayBeNumber
  }

  /// Cells in which points were added up.
  public static let cells = Self("cells", isText: true)

  /// What `pinfold index` writes.
  public static let index = Self("Pinfold index", isText: false)

  /// Whatever else GDAL reads, through its program `ogr2ogr`.
  public static let converted = Self("read through ogr2ogr", isText: false)
}

/// The circumstances of reading, which every format's reader is given.
struct ReadRequest {
  var path: String?

  var options: ReadOptions
  var source: String

  /// The member of an archive that is read; nil for a plain file.
  var member: String?
  var context = RunContext()

  /// The error of bytes that contradict themselves, or end too early.
  func damaged(_ format: DataFormat, _ reason: String) -> DataError {
    .damaged(source, format: format.name, reason: reason)
  }
}
