import CZlib

/// zlib's format (RFC 1950) for contents of a database.
enum Deflate {
  /// Packs bytes; nil if memory is out.
  static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&packed, &length, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
      return nil
    }
    return Array(packed.prefix(Int(length)))
  }

  /// Unpacks bytes that had the length `count` before; nil for anything else.
  static func unpacked(_ packed: some Collection<UInt8>, count: Int) -> [UInt8]? {
    // zlib makes nothing smaller than this, and a damaged length must not take all memory.
    guard (0...packed.count * 1100).contains(count) else { return nil }
    let packed = Array(packed)
    var bytes = [UInt8](repeating: 0, count: max(1, count))
    var length = UInt(bytes.count)
    guard uncompress(&bytes, &length, packed, UInt(packed.count)) == Z_OK, length == count else { return nil }
    return Array(bytes.prefix(count))
  }
}
