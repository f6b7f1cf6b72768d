internal import CZlib
import PinfoldData

/// Packs bytes as gzip (RFC 1952), one content after another with one state, which is large to set up.
package final class GzipPacker {
  private var stream = z_stream()

  /// Creates a packer, for which there is memory as there is for any object.
  package init() {
    let status = pinfold_deflate_init(&stream)
    precondition(status == Z_OK, "a packer takes a quarter of a megabyte")
  }

  deinit { deflateEnd(&stream) }

  /// Returns the packed bytes: the same for the same bytes, as there is no time of writing in them.
  package func pack(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count > Self.shortest else { return stored(bytes) }
    deflateReset(&stream)
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    return bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: room) { output, count in
        var read = 0
        var status = Z_OK
        // zlib counts in 32 bits. There is room for everything, so that it stops at the end alone.
        while status == Z_OK {
          let given = min(input.count - read, 1 << 30)
          let offered = min(room - count, 1 << 30)
          stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress.map { $0 + read })
          stream.avail_in = UInt32(given)
          stream.next_out = output.baseAddress.map { $0 + count }
          stream.avail_out = UInt32(offered)
          status = deflate(&stream, read + given == input.count ? Z_FINISH : Z_NO_FLUSH)
          read += given - Int(stream.avail_in)
          count += offered - Int(stream.avail_out)
        }
      }
    }
  }

  /// Half of all tiles have a marker or two, in so few bytes that packing takes off a tenth of them; it would
  /// take as long as for a larger tile.
  private static let shortest = 64

  /// Bytes as gzip that are not packed: one block as it is (RFC 1951).
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    // Deflate, no flags, no time, and 3 for Unix, as zlib writes it; the last block.
    var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1]
    file.reserveCapacity(bytes.count + 23)
    let count = UInt16(bytes.count)
    file.append(littleEndian: count)
    file.append(littleEndian: ~count)
    file += bytes
    file.append(littleEndian: UInt32(crc32(0, bytes, UInt32(count))))
    file.append(littleEndian: UInt32(count))
    return file
  }
}
