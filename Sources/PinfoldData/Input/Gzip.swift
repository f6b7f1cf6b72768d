import CZlib

/// Unpacks gzip'd data (RFC 1952), one member or several end to end.
enum Gzip {
  /// Whether bytes begin as gzip'd data does.
  static func isGzip(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Returns the unpacked bytes.
  ///
  /// Whatever follows the last member and is none itself is ignored, as `gzip` does.
  ///
  /// - Parameters:
  ///   - packed: the data.
  ///   - megabytes: the most that it may unpack to.
  ///   - source: the name in errors.
  /// - Throws: ``DataError/truncatedGzip(_:)`` where the data ends too early,
  ///   ``DataError/damagedGzip(_:reason:)`` where it contradicts itself, ``DataError/tooLarge(_:reason:)``
  ///   where it unpacks to more than the limit.
  static func unpack(_ packed: ByteBuffer, megabytes: Int, source: String) throws(DataError) -> ByteBuffer {
    guard megabytes > 0 else {
      throw .badOption("--max-unpacked \(megabytes)", reason: "expected a whole number of 1 or more")
    }
    let limit = min(megabytes, Int.max >> 21) << 20
    guard let result = ByteBuffer(capacity: min(packed.count * 4, limit)) else { throw .outOfMemory(source) }
    var stream = z_stream()
    guard pinfold_inflate_init(&stream) == Z_OK else { throw .outOfMemory(source) }
    defer { inflateEnd(&stream) }

    var read = 0
    while true {
      guard let room = result.room(atLeast: 1 << 16) else { throw .outOfMemory(source) }
      // zlib counts in 32 bits.
      let given = min(packed.count - read, 1 << 30)
      let offered = min(room.count, 1 << 30, limit - result.count + 1)
      stream.next_in = packed.start + read
      stream.avail_in = UInt32(given)
      stream.next_out = room.baseAddress
      stream.avail_out = UInt32(offered)
      let status = inflate(&stream, Z_NO_FLUSH)
      read += given - Int(stream.avail_in)
      let written = offered - Int(stream.avail_out)
      result.grow(by: written)
      guard result.count <= limit else {
        throw .tooLarge(
          source,
          reason: "unpacks to more than \(megabytes) MB; if it is meant to, allow more with --max-unpacked")
      }
      switch status {
      case Z_OK: continue
      case Z_STREAM_END:
        guard hasMember(packed, at: read) else { return result }
        inflateReset(&stream)
      case Z_BUF_ERROR where read == packed.count: throw .truncatedGzip(source)
      case Z_BUF_ERROR: continue
      case Z_MEM_ERROR: throw .outOfMemory(source)
      default:
        throw .damagedGzip(source, reason: stream.msg.map { String(cString: $0) } ?? "unreadable data")
      }
    }
  }

  // The first byte alone is a member cut short.
  private static func hasMember(_ packed: ByteBuffer, at offset: Int) -> Bool {
    let rest = packed.count - offset
    if rest == 1 { return packed.start[offset] == 0x1F }
    return rest >= 2 && isGzip(packed.slice(offset..<packed.count))
  }
}
