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

  /// The index of the layer that the options name, or else of the only one; nil where there is none.
  ///
  /// - Throws: ``DataError/unknownLayer(_:name:layers:)``, ``DataError/severalLayers(_:layers:)``.
  func layer(among names: [String]) throws(DataError) -> Int? {
    if let layer = options.layer {
      guard let place = ColumnNames.place(of: layer, in: names) else {
        throw .unknownLayer(source, name: layer, layers: names)
      }
      return place
    }
    guard names.count <= 1 else { throw .severalLayers(source, layers: names) }
    return names.isEmpty ? nil : 0
  }

  /// The error of bytes that contradict themselves, or end too early.
  func damaged(_ format: DataFormat, _ reason: String) -> DataError {
    .damaged(source, format: format.name, reason: reason)
  }
}
