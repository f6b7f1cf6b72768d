/// Recognises data that is not read here, to name its format and how to convert it.
enum ForeignFormat {
  private static let magic: [(bytes: [UInt8], name: String)] = [
    (Array("PAR1".utf8), "Parquet"),
    (Array("ARROW1".utf8), "Arrow"),
    ([0x89, 0x48, 0x44, 0x46], "HDF5 or netCDF"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive (KMZ, XLSX, ODS, zipped Shapefile)"),
  ]

  private static let packed: [(bytes: [UInt8], name: String, advice: String)] = [
    ([0x28, 0xB5, 0x2F, 0xFD], "packed with zstd", "unpack it with zstd -d"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "packed with xz", "unpack it with xz -d"),
    (Array("BZh".utf8), "packed with bzip2", "unpack it with bzip2 -d"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", "unpack it with 7z x"),
    ([0xFF, 0xFE], "UTF-16 text", "read it with --encoding utf-16"),
    ([0xFE, 0xFF], "UTF-16 text", "read it with --encoding utf-16"),
  ]

  /// The format of bytes that GDAL may read; nil for others.
  static func convertible(_ bytes: Bytes) -> String? {
    let head = Bytes(bytes.prefix(4096))
    guard PointFormats.format(of: head) is DelimitedReader.Type else { return nil }
    if let known = magic.first(where: { head.starts(with: $0.bytes) }) { return known.name }
    let first = head.first { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    return first == UInt8(ascii: "<") ? "XML (GML, OSM or a web page)" : nil
  }

  /// Throws where bytes, which came from no file, are in another format, or no text at all.
  static func refuse(_ bytes: Bytes, source: String) throws(DataError) {
    if let name = convertible(bytes) {
      throw .otherFormat(
        source, name: name,
        advice: "it is read through ogr2ogr, from a file of its own that is not packed")
    }
    for (start, name, advice) in packed where bytes.starts(with: start) {
      throw .otherFormat(source, name: name, advice: advice)
    }
    let head = bytes.prefix(4096)
    let controls = head.count(where: { $0 < 32 && !$0.isBlank && $0 != .recordSeparator })
    if head.contains(0) || controls * 10 > head.count { throw .binary(source) }
  }
}
