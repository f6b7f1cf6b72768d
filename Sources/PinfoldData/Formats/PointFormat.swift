import Pinfold

/// A format that points are read from: a type that conforms, a line in ``PointFormats/all``, and a test.
protocol PointFormat {
  static var names: [String] { get }

  /// Whether it is binary. Text in any encoding is given to `read` as UTF-8.
  static var isBinary: Bool { get }

  /// Returns whether an input that begins with some bytes is in this format. A byte order mark is left out.
  static func matches(_ head: Bytes) -> Bool

  /// Reads a whole input, unpacked; nil for text that is not UTF-8.
  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table?

  /// Reads a large file, which begins with `head`, piece by piece; nil where it has to be read as a whole,
  /// the default.
  static func read(
    _ file: PiecewiseFile, head: Bytes, _ request: ReadRequest
  ) throws(DataError) -> Table?
}

extension PointFormat {
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

/// The formats that points are read from.
package enum PointFormats {
  /// All of them. The last one that matches reads an input; delimited text, the first, matches everything.
  static var all: [any PointFormat.Type] {
    [
      DelimitedReader.self, JSONReader.self, GeoPackageReader.self, FlatGeobufReader.self,
      ShapefileReader.self, KMLReader.self, GPXReader.self,
    ]
  }

  /// The format of an input that begins with some bytes.
  static func format(of bytes: Bytes) -> any PointFormat.Type {
    let head = bytes.part(from: bytes.textStart)
    return all.last { $0.matches(head) } ?? DelimitedReader.self
  }

  /// Their names in a sentence: "CSV, TSV, … or GPX".
  package static let inWords: String = {
    let names = all.flatMap { $0.names }
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }()
}

extension Bytes {
  /// The offset behind a byte order mark.
  var textStart: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
