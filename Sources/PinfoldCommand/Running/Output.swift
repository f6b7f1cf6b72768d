import PinfoldData
import PinfoldTiles

/// The destination of a result.
enum Output {
  /// Writes a whole result to a file, which appears only when it is complete and is packed if its name says
  /// so, or to standard output.
  ///
  /// - Parameter path: nil or `-` for standard output.
  static func deliver(_ bytes: some Collection<UInt8>, to path: String?) throws(DataError) {
    guard let path, path != "-" else { return try Console.write(bytes) }
    let bytes = FileName.isPacked(path) ? GzipPacker().pack(Array(bytes)) : Array(bytes)
    try Interrupts.shielded { () throws(DataError) in try AtomicFile.write(bytes, to: path) }
  }

  /// Writes a text.
  static func deliver(_ text: String, to path: String?) throws(DataError) {
    try deliver(text.utf8, to: path)
  }

  /// Writes one JSON document.
  static func deliver(to path: String?, json body: (inout JSONWriter) -> Void) throws(DataError) {
    var json = JSONWriter(indent: 2)
    body(&json)
    json.newline()
    try deliver(json.bytes, to: path)
  }
}
