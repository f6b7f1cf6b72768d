/// Archives of small files, unpacked, as tests write them: every name and kind that a hostile one may have.
public enum ArchiveFile {
  /// A tar archive in the format ustar.
  ///
  /// - Parameter kind: of each file; "0" is a regular one, "2" a link.
  public static func tar(_ files: [(name: String, text: String)], kind: Character = "0") -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, text) in files {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at start: Int) {
        for (place, byte) in text.utf8.enumerated() { header[start + place] = byte }
      }
      func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
      }
      put(String(name.prefix(100)), at: 0)
      put(octal(text.utf8.count, digits: 11), at: 124)
      put(String(repeating: " ", count: 8), at: 148)
      put(String(kind), at: 156)
      put("ustar", at: 257)
      put(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
      let content = Array(text.utf8)
      bytes += header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }
    return bytes + [UInt8](repeating: 0, count: 1024)
  }

  /// A zip archive whose members are not packed.
  public static func zip(_ files: [(name: String, text: String)]) -> [UInt8] {
    func bytes(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(number >> (8 * $0) & 255) } }
    var (file, list): ([UInt8], [UInt8]) = ([], [])
    for (name, text) in files {
      let (name, content, place) = (Array(name.utf8), Array(text.utf8), file.count)
      let shared =
        bytes(20, 2) + bytes(0, 8) + bytes(checksum(content), 4) + bytes(content.count, 4)
        + bytes(content.count, 4) + bytes(name.count, 2) + bytes(0, 2)
      file += [0x50, 0x4B, 3, 4] + shared + name + content
      list += [0x50, 0x4B, 1, 2] + bytes(20, 2) + shared + bytes(0, 10) + bytes(place, 4) + name
    }
    return file + list + [0x50, 0x4B, 5, 6] + bytes(0, 4) + bytes(files.count, 2) + bytes(files.count, 2)
      + bytes(list.count, 4) + bytes(file.count, 4) + bytes(0, 2)
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }
}
