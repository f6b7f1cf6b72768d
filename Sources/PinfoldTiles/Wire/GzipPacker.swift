internal import CZlib

/// Packs bytes as gzip (RFC 1952), one content after another with one state, which is large to set up.
final class GzipPacker {
  private var stream = z_stream()

  /// Creates a packer, for which there is memory as there is for any object.
  init() {
    let status = pinfold_deflate_init(&stream)
    precondition(status == Z_OK, "a packer takes a quarter of a megabyte")
  }

  deinit { deflateEnd(&stream) }

  /// Returns the packed bytes: the same for the same bytes, as there is no time of writing in them.
  func pack(_ bytes: [UInt8]) -> [UInt8] {
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
}
