import Pinfold

/// A format that points are read from: a type that conforms, a line in ``PointFormats/all``, and a test.
protocol PointFormat {
  /// Its names in help texts.
  static var names: [String] { get }

  /// Whether it is binary. Text in any encoding is given to `read` as UTF-8.
  static var isBinary: Bool { get }

  /// The bytes that an input begins with; `make fuzz` tries what may follow them.
  static var beginning: [UInt8] { get }

  /// Returns whether an input with this head, without a byte order mark, is in this format. Default: whether
  /// it begins with ``beginning``.
  static func matches(_ head: Bytes) -> Bool

  /// Reads a whole input, unpacked; nil for text that is not UTF-8.
  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table?

  /// Reads a large file, which begins with `head`, piece by piece; nil, the default, if it must be read as a
  /// whole.
  static func read(
    _ file: PiecewiseFile, head: Bytes, _ request: ReadRequest
  ) throws(DataError) -> Table?
}

extension PointFormat {
  static func matches(_ head: Bytes) -> Bool { head.starts(with: beginning) }

  static func read(
    _ file: PiecewiseFile, head: Bytes, _ request: ReadRequest
  ) throws(DataError) -> Table? { nil }
}

extension ReadRequest {
  /// Throws for text that only looks like one that is read, and for options that are not about text.
  func refuseForeign(_ head: Bytes) throws(DataError) {
    try ForeignFormat.refuse(head, source: source)
    if let layer = options.layer {
      throw .badOption("--layer \(layer)", reason: "\(source) is text, which has no layers")
    }
  }
}

package enum PointFormats {
  /// All of them. The last one that matches reads an input; delimited text, the first, matches everything.
  static var all: [any PointFormat.Type] {
    [
      DelimitedReader.self, JSONReader.self, TopoJSONReader.self, GeoPackageReader.self,
      FlatGeobufReader.self,
      ShapefileReader.self, KMLReader.self, GPXReader.self, GeoRSSReader.self,
    ]
  }

  /// The format of an input that begins with some bytes.
  static func format(of bytes: Bytes) -> any PointFormat.Type {
    let head = bytes.part(from: bytes.textStart)
    return all.last { $0.matches(head) } ?? DelimitedReader.self
  }

  /// The first bytes of inputs of each format, by its first name in lowercase: the targets of fuzzing.
  package static var beginnings: [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.names[0].lowercased(), $0.beginning) })
  }

  /// Their names in a sentence: "CSV, TSV, … or GPX".
  package static let inWords = all.flatMap { $0.names }.joined(separator: ", ") + " or an index"
}

extension Bytes {
  /// The offset behind a byte order mark.
  var textStart: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// Recognises data that is not read here, to name its format and how to convert it.
enum ForeignFormat {
  private static let magic: [(bytes: [UInt8], name: String)] = [
    (Array("PAR1".utf8), "Parquet"),
    (Array("ARROW1".utf8), "Arrow"),
    ([0x89, 0x48, 0x44, 0x46], "HDF5 or netCDF"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive (XLSX, ODS and others)"),
  ]

  private static let packed: [(bytes: [UInt8], name: String, advice: String)] = [
    ([0x28, 0xB5, 0x2F, 0xFD], "packed with zstd", "unpack it with zstd -d"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "packed with xz", "unpack it with xz -d"),
    (Array("BZh".utf8), "packed with bzip2", "unpack it with bzip2 -d"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "unpack it with 7z x"),
  ]

  /// The format of bytes that GDAL may read; nil for others.
  static func convertible(_ bytes: Bytes) -> String? {
    let head = Bytes(bytes.prefix(4096))
    guard PointFormats.format(of: head) is DelimitedReader.Type else { return nil }
    if let known = magic.first(where: { head.starts(with: $0.bytes) }) { return known.name }
    let first = head.first { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    guard first == UInt8(ascii: "<") else { return nil }
    let root = XMLScanner.root(of: head)?.lowercased()
    return root.map { xml[$0] != nil } == true
      ? nil : root == "osm" ? "OpenStreetMap's XML" : "XML (GML and others)"
  }

  /// XML that GDAL does not read, by its root in lower case.
  private static let xml: [String: (name: String, advice: String)] = [
    "html": ("a web page", "save the data that it shows, as CSV or GeoJSON"),
    "trainingcenterdatabase": (
      "Garmin's TCX", "convert it with gpsbabel -i gtrnctr -f FILE -o gpx -F points.gpx"
    ),
  ]

  /// Beginnings of programs in which data may stand, and what their first line holds too.
  private static let programs: [(words: [String], sign: UInt8, name: String, advice: String)] = [
    (
      ["INSERT INTO ", "CREATE TABLE ", "-- MySQL dump", "-- PostgreSQL database dump", "COPY "], .space,
      "SQL",
      "load it into a database, and export the table as CSV"
    ),
    (
      ["var ", "let ", "const ", "export "], UInt8(ascii: "="), "JavaScript",
      "keep the list between [ and ] in a file of its own"
    ),
  ]

  /// Throws where bytes, which came from no file, are in another format, or no text at all.
  static func refuse(_ bytes: Bytes, source: String) throws(DataError) {
    if let name = convertible(bytes) {
      throw .otherFormat(
        source, name: name,
        advice: "ogr2ogr reads it, from a file by itself that is not compressed")
    }
    if let root = XMLScanner.root(of: Bytes(bytes.prefix(4096)))?.lowercased(), let found = xml[root] {
      throw .otherFormat(source, name: found.name, advice: found.advice)
    }
    for (words, sign, name, advice) in programs where words.contains(where: { bytes.starts(with: $0.utf8) }) {
      guard bytes.prefix(while: { !$0.isLineEnd }).contains(sign) else { continue }
      throw .otherFormat(source, name: name, advice: advice)
    }
    for (start, name, advice) in packed where bytes.starts(with: start) {
      throw .otherFormat(source, name: name, advice: advice)
    }
    // As $GPGGA, or $GNRMC, begin.
    if bytes.starts(with: "$G".utf8), bytes.count > 6, bytes[6] == .comma {
      throw .otherFormat(
        source, name: "sentences of a GPS receiver (NMEA 0183)",
        advice: "convert them with gpsbabel -i nmea -f \(source) -o gpx -F points.gpx")
    }
    let head = bytes.prefix(4096)
    let controls = head.count(where: { $0 < 32 && !$0.isBlank && $0 != .recordSeparator })
    if head.contains(0) || controls * 10 > head.count { throw .binary(source) }
  }
}
