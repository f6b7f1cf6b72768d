internal import CZlib

/// Unpacks gzip'd data (RFC 1952), one member or several end to end.
enum Gzip {
  static func isGzip(_ bytes: Bytes) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Unpacks up to a limit, and ignores what follows the last member, as `gzip` does; other bytes stay.
  ///
  /// - Parameter tooLarge: the error beyond the limit; nil for that of data, which names the option.
  static func unpacked(
    _ input: ByteBuffer, megabytes: Int, source: String, tooLarge: DataError? = nil
  ) throws(DataError) -> ByteBuffer {
    guard isGzip(input.bytes) else { return input }
    guard megabytes > 0 else {
      throw .badOption("--max-unpacked \(megabytes)", reason: "expected a whole number of 1 or more")
    }
    return try Inflation.unpacked(
      input.bytes, as: .gzip, megabytes: megabytes, source: source, tooLarge: tooLarge
    ) { reason in reason.map { .damagedGzip(source, reason: $0) } ?? .truncatedGzip(source) }
  }
}

/// Unpacks what is packed by deflate (RFC 1951), up to a limit: a few packed bytes may stand for any number.
enum Inflation {
  /// The wrapper around the packed bytes, as the number of window bits that zlib is given.
  enum Wrapper: Int32 {
    case deflate = -15
    case gzip = 31
  }

  static func tooLarge(_ source: String, _ megabytes: Int) -> DataError {
    .tooLarge(
      source,
      reason: "unpacks to more than \(megabytes) MB; if it is meant to, allow more with --max-unpacked")
  }

  static func checksum(_ bytes: Bytes) -> UInt32 {
    UInt32(truncatingIfNeeded: unsafe crc32_z(0, bytes.start, bytes.count))
  }

  /// - Parameter damaged: the error for a reason of zlib's; for nil that of bytes that end too early.
  static func unpacked(
    _ packed: Bytes, as wrapper: Wrapper, megabytes: Int, source: String, tooLarge: DataError? = nil,
    damaged: (_ reason: String?) -> DataError
  ) throws(DataError) -> ByteBuffer {
    let limit = min(megabytes, Int.max >> 21) << 20
    guard let result = ByteBuffer(capacity: min(packed.count * 4, limit)) else { throw .outOfMemory(source) }
    var stream = unsafe z_stream()
    guard unsafe pinfold_inflate_init(&stream, wrapper.rawValue) == Z_OK else { throw .outOfMemory(source) }
    defer { unsafe inflateEnd(&stream) }

    var read = 0
    while true {
      guard let room = result.room(atLeast: 1 << 16) else { throw .outOfMemory(source) }
      // zlib counts in 32 bits.
      let given = min(packed.count - read, 1 << 30)
      let offered = min(room.count, 1 << 30, limit - result.count + 1)
      unsafe stream.next_in = UnsafeMutablePointer(mutating: packed.start + read)
      unsafe stream.avail_in = UInt32(given)
      unsafe stream.next_out = room.start
      unsafe stream.avail_out = UInt32(offered)
      let status = unsafe inflate(&stream, Z_NO_FLUSH)
      read += given - Int(unsafe stream.avail_in)
      let written = offered - Int(unsafe stream.avail_out)
      result.grow(by: written)
      guard result.count <= limit else { throw tooLarge ?? Self.tooLarge(source, megabytes) }
      switch status {
      case Z_OK: continue
      case Z_STREAM_END:
        // The first byte alone is a member cut short.
        let rest = packed.part(from: read)
        guard wrapper == .gzip, Gzip.isGzip(rest) || rest.elementsEqual([0x1F]) else { return result }
        unsafe inflateReset(&stream)
      case Z_BUF_ERROR where read == packed.count: throw damaged(nil)
      case Z_BUF_ERROR: continue
      case Z_MEM_ERROR: throw .outOfMemory(source)
      default:
        throw damaged(unsafe stream.msg.map { unsafe String(cString: $0) } ?? "unreadable data")
      }
    }
  }
}

/// Packs bytes as gzip (RFC 1952), one content after another with one state, which is large to set up.
@safe
package final class GzipPacker {
  private var stream = unsafe z_stream()

  /// Creates a packer, for which there is memory as there is for any object.
  package init() {
    let status = unsafe pinfold_deflate_init(&stream)
    precondition(status == Z_OK, "a packer takes a quarter of a megabyte")
  }

  deinit { unsafe deflateEnd(&stream) }

  /// Returns the packed bytes: the same for the same bytes, as there is no time of writing in them.
  package func pack(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > Self.shortest else { return stored(bytes) }
    unsafe deflateReset(&stream)
    let size = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
    return bytes.withView { input in
      [UInt8](room: size) { room in
        var (read, written) = (0, 0)
        var status = Z_OK
        // zlib counts in 32 bits. There is room for everything, so that it stops at the end alone.
        while status == Z_OK {
          let given = min(input.count - read, 1 << 30)
          let offered = min(size - written, 1 << 30)
          unsafe stream.next_in = UnsafeMutablePointer(mutating: input.start + read)
          unsafe stream.avail_in = UInt32(given)
          unsafe stream.next_out = room.start + written
          unsafe stream.avail_out = UInt32(offered)
          status = unsafe deflate(&stream, read + given == input.count ? Z_FINISH : Z_NO_FLUSH)
          read += given - Int(unsafe stream.avail_in)
          written += offered - Int(unsafe stream.avail_out)
        }
        return written
      }
    }
  }

  /// Half of all tiles have a marker or two, in so few bytes that packing takes off a tenth of them; it would
  /// take as long as for a larger tile.
  private static let shortest = 64

  /// Bytes as gzip without compression: one stored block (RFC 1951).
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    // Deflate, no flags, no time, and 3 for Unix, as zlib writes it; the last block.
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    file.reserveCapacity(bytes.count + 23)
    let count = UInt16(bytes.count)
    file.append(littleEndian: count)
    file.append(littleEndian: ~count)
    file += bytes
    file.append(littleEndian: bytes.withView(Inflation.checksum))
    file.append(littleEndian: UInt32(count))
    return file
  }
}

/// zlib's format (RFC 1950) for contents of a database.
package enum Deflate {
  /// Packs bytes; nil if memory is out.
  package static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    guard unsafe compress2(&packed, &length, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
      return nil
    }
    return Array(packed.prefix(Int(length)))
  }

  /// Unpacks bytes that had the length `count` before; nil for anything else.
  package static func unpacked(_ packed: some Collection<UInt8>, count: Int) -> [UInt8]? {
    // zlib makes nothing smaller than this, and a damaged length must not take all memory.
    guard (0...packed.count * 1100).contains(count) else { return nil }
    let packed = Array(packed)
    var bytes = [UInt8](repeating: 0, count: max(1, count))
    var length = UInt(bytes.count)
    guard unsafe uncompress(&bytes, &length, packed, UInt(packed.count)) == Z_OK, length == count else {
      return nil
    }
    return Array(bytes.prefix(count))
  }
}
