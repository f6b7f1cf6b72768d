import Pinfold

/// The files of a zip archive, or of a tar archive
/// ([ustar and pax](https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html)), which may be
/// compressed by gzip.
package enum FileArchive {
  /// A file with its name in the archive, which may be any text: check it before writing.
  package struct File {
    package let name: String
    package let content: [UInt8]
  }

  /// Whether a file is named as an archive is.
  package static func isNamed(_ path: String) -> Bool {
    [".zip", ".tar", ".tar.gz", ".tgz"].contains { path.lowercased().hasSuffix($0) }
  }

  /// Unpacks all files of an archive; folders are no files.
  ///
  /// - Parameter megabytes: the most that they may have together.
  /// - Throws: ``DataError/tooLarge(_:reason:)``, and ``DataError/damaged(_:format:reason:)`` also for links
  ///   and devices, and for what is no archive.
  package static func files(of path: String, megabytes: Int) throws(DataError) -> [File] {
    let buffer = try readInput(path: path)
    let tooLarge = DataError.tooLarge(path, reason: "unpacks to more than \(megabytes) MB")
    if ZipArchive.isZip(buffer.bytes) {
      let options = ReadOptions(maxUnpacked: megabytes)
      let zip = try ZipArchive(buffer, ReadRequest(path: path, options: options, source: path))
      guard zip.unpackedSize <= megabytes << 20 else { throw tooLarge }
      return try zip.files()
    }
    let unpacked = try Gzip.unpacked(buffer, megabytes: megabytes, source: path, tooLarge: tooLarge)
    return try tar(unpacked.array, path)
  }

  private static let block = 512

  private static func tar(_ bytes: [UInt8], _ source: String) throws(DataError) -> [File] {
    func damaged(_ reason: String) -> DataError { .damaged(source, format: "tar archive", reason: reason) }
    var (files, offset, longName): ([File], Int, String?) = ([], 0, nil)
    while offset + block <= bytes.count {
      let header = TarHeader(block: Array(bytes[offset..<offset + block]))
      if header.isEnd { return files }
      guard header.isSound, let size = header.size else {
        throw damaged(files.last.map { "no header after '\($0.name)'" } ?? "it has no header of a file")
      }
      offset += block
      guard size <= bytes.count - offset else { throw damaged("'\(header.name)' is cut short") }
      let content = Array(bytes[offset..<offset + size])
      offset += (size + block - 1) / block * block
      let name = longName ?? header.name
      switch header.kind {
      case UInt8(ascii: "0"), 0:
        files.append(File(name: name, content: content))
        longName = nil
      case UInt8(ascii: "5"): longName = nil
      // A long name: as GNU's tar has it, and as a record "28 path=…" of pax. Facts about all files are no
      // names.
      case UInt8(ascii: "L"): longName = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
      case UInt8(ascii: "x"):
        for record in content.split(separator: UInt8(ascii: "\n")) {
          let text = String(decoding: record, as: UTF8.self)
          if let match = text.wholeMatch(of: /[0-9]+ path=(.*)/) { longName = String(match.output.1) }
        }
      case UInt8(ascii: "g"): continue
      default: throw damaged("'\(name)' is a link or a device, not a file")
      }
    }
    guard offset >= bytes.count, !files.isEmpty else { throw damaged("it ends within a file, or is none") }
    return files
  }
}

/// The block before each file of a tar archive.
private struct TarHeader {
  let block: [UInt8]

  /// Two blocks of zeros end an archive.
  var isEnd: Bool { block.allSatisfy { $0 == 0 } }

  var kind: UInt8 { block[156] }

  var name: String {
    let prefix = block[257..<262].elementsEqual("ustar".utf8) ? text(345, 155) : ""
    return prefix.isEmpty ? text(0, 100) : "\(prefix)/\(text(0, 100))"
  }

  var size: Int? { octal(124, 12) }

  /// Whether the sum of the bytes, those of the sum as blanks, is the stated one.
  var isSound: Bool {
    let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    return octal(148, 8) == sum
  }

  private func text(_ start: Int, _ length: Int) -> String {
    String(decoding: block[start..<start + length].prefix { $0 != 0 }, as: UTF8.self)
  }

  private func octal(_ start: Int, _ length: Int) -> Int? {
    Int(text(start, length).trimmed(), radix: 8)
  }
}
