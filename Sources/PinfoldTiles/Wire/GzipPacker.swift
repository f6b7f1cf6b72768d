internal import CZlib
import PinfoldData

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
    let room = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return unsafe bytes.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
        var read = 0
        var status = Z_OK
        // zlib counts in 32 bits. There is room for everything, so that it stops at the end alone.
        while status == Z_OK {
          let given = min(input.count - read, 1 << 30)
          let offered = min(room - count, 1 << 30)
          unsafe stream.next_in = unsafe UnsafeMutablePointer(
            mutating: input.baseAddress.map { unsafe $0 + read })
          unsafe stream.avail_in = UInt32(given)
          unsafe stream.next_out = unsafe output.baseAddress.map { unsafe $0 + count }
          unsafe stream.avail_out = UInt32(offered)
          status = unsafe deflate(&stream, read + given == input.count ? Z_FINISH : Z_NO_FLUSH)
          unsafe read += given - Int(stream.avail_in)
          unsafe count += offered - Int(stream.avail_out)
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
    unsafe file.append(littleEndian: UInt32(crc32(0, bytes, UInt32(count))))
    file.append(littleEndian: UInt32(count))
    return file
  }
}
