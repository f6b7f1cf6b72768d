import Foundation

/// A base map under the live map.
package enum BaseTiles: Hashable, Sendable {
  /// Pictures that a server of tiles has, by an address with `{z}`, `{x}` and `{y}`.
  case pictures(String)

  /// A PMTiles file with images or vector tiles, of which the page requests parts.
  case archive(String)

  /// Reads what a user gives; nil for what is neither, or a file that is not one of PMTiles.
  package init?(_ text: String) {
    if text.hasPrefix("https://") || text.hasPrefix("http://") {
      guard ["{z}", "{x}", "{y}"].allSatisfy(text.contains), Self.origin(of: text) != nil else { return nil }
      self = .pictures(text)
    } else {
      guard let file = FileHandle(forReadingAtPath: text),
        let head = try? file.read(upToCount: 8), head == Data("PMTiles".utf8) + [3]
      else { return nil }
      self = .archive(text)
    }
  }

  /// The name of the file in the page's requests.
  static let fileName = "base.pmtiles"

  /// The origin from which the page must load images; nil for its own.
  var origin: String? { if case .pictures(let address) = self { Self.origin(of: address) } else { nil } }

  /// Scheme, host and port: letters that a policy of the page cannot take for anything else.
  private static func origin(of address: String) -> String? {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let host = parts[2].split(separator: "/").first, !host.isEmpty,
      host.utf8.allSatisfy({ byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || "-.:".utf8.contains(byte)
      })
    else { return nil }
    return "\(parts[0])//\(host)"
  }

  /// The most bytes that are sent at once.
  private static let mostBytes: UInt64 = 16 << 20

  /// A part of the file: first and last byte as a request's header `Range` names them, `bytes=0-126`; nil
  /// where there is no such part.
  static func part(of path: String, _ range: String?) -> Data? {
    guard let range, range.hasPrefix("bytes=") else { return nil }
    let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last - first < mostBytes,
      let file = FileHandle(forReadingAtPath: path), (try? file.seek(toOffset: first)) != nil
    else { return nil }
    return try? file.read(upToCount: Int(last - first) + 1)
  }
}
