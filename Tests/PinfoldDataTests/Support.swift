import Pinfold
import PinfoldData

/// Reads a text as data.
func read(_ text: String, _ options: ReadOptions = ReadOptions()) throws(DataError) -> PointData {
  try PointReader.read(bytes: Array(text.utf8), options: options)
}

/// The error of a reading; nil if there is none.
func failure(_ text: String, _ options: ReadOptions = ReadOptions()) -> DataError? {
  failure(Array(text.utf8), options)
}

func failure(_ bytes: [UInt8], _ options: ReadOptions = ReadOptions()) -> DataError? {
  do throws(DataError) {
    _ = try PointReader.read(bytes: bytes, options: options)
    return nil
  } catch {
    return error
  }
}

/// gzip'd data made the simplest way: stored, not compressed.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(65535)
    rest = rest.dropFirst(block.count)
    let size = UInt16(block.count)
    result.append(rest.isEmpty ? 1 : 0)
    result += [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8)]
    result += block
  } while !rest.isEmpty
  var checksum: UInt32 = .max
  for byte in bytes {
    checksum ^= UInt32(byte)
    for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
  }
  for number in [~checksum, UInt32(truncatingIfNeeded: bytes.count)] {
    result += (0..<4).map { UInt8(number >> ($0 * 8) & 255) }
  }
  return result
}
