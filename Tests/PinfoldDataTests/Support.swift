import Pinfold
import PinfoldData

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

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

/// A directory for one test, removed when the value goes.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/pinfold-test.XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// What the directory holds.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The path of a file in it, with some content.
  func file(_ name: String, _ content: [UInt8]) throws -> String {
    try AtomicFile.write(content, to: path + "/" + name)
    return path + "/" + name
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
