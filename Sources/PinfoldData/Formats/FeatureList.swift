internal import CSimdjson
import Pinfold
import Platform

/// The list of features of a GeoJSON collection, which is read in pieces: they fit the processor's caches,
/// and threads share them.
///
/// Where a piece may begin is a guess: at what looks like the start of the first feature. It need not be
/// right, as a wrong piece, which begins in a text or inside of a feature, is no list of features; then, and
/// wherever else something is odd, the document is read as a whole, which tells the error and its place.
struct FeatureList {
  private let buffer: ByteBuffer

  /// The bytes between the list's brackets.
  private let range: Range<Int>

  /// How the first feature begins, with the name of its first member.
  private let mark: [UInt8]

  /// So much is read at a time: what simdjson notes of it, as much again or twice, stays in the second cache.
  private static let pieceSize = 1 << 18

  /// The list of the collection that a document is; nil where it is none, or begins or ends unlike most.
  init?(_ buffer: ByteBuffer, document: Range<Int>) {
    self.buffer = buffer
    let head = document.prefix(1 << 16)
    let name = Array("\"features\"".utf8)
    guard let found = Self.find(name, in: head, of: buffer),
      let open = Self.skip(
        [UInt8(ascii: ":"), UInt8(ascii: "[")], from: found + name.count, to: document.upperBound, of: buffer)
    else { return nil }
    var end = document.upperBound
    for bracket in [UInt8(ascii: "}"), UInt8(ascii: "]")] {
      while end > open, buffer.start[end - 1].isBlank { end -= 1 }
      guard end > open, buffer.start[end - 1] == bracket else { return nil }
      end -= 1
    }
    range = open..<end
    guard let mark = Self.mark(in: range, of: buffer), Self.isCollection(buffer, document, range) else {
      return nil
    }
    self.mark = mark
  }

  /// Starts of parts of about one size, and the end: the byte before each is a bracket or a comma.
  func parts(_ count: Int) -> [Int] {
    var starts = [range.lowerBound]
    for part in 1..<max(1, count) {
      let cut = next(from: range.lowerBound + range.count * part / count)
      if let cut, cut > starts[starts.count - 1] { starts.append(cut) }
    }
    return starts + [range.upperBound + 1]
  }

  /// Reads a part piece by piece.
  ///
  /// - Parameters:
  ///   - part: the offset at which it begins, and that at which the next one does.
  ///   - check: called for each piece.
  /// - Returns: `PINFOLD_JSON_DONE` if it is a list of features.
  func read(
    _ part: Range<Int>, into json: OpaquePointer, _ check: () throws(DataError) -> Void
  ) throws(DataError) -> Int {
    var start = part.lowerBound
    while start < part.upperBound {
      try check()
      let end = min(part.upperBound, next(from: start + Self.pieceSize) ?? part.upperBound)
      let code = pinfold_json_read_features(json, buffer.start, start, end - 1 - start)
      if Int(code) != PINFOLD_JSON_DONE { return Int(code) }
      start = end
    }
    return PINFOLD_JSON_DONE
  }

  /// The first place from an offset on at which a feature seems to begin, behind its comma.
  private func next(from offset: Int) -> Int? {
    var offset = min(offset, range.upperBound)
    while let found = Self.find(mark, in: offset..<range.upperBound, of: buffer) {
      var comma = found - 1
      while comma > offset, buffer.start[comma].isBlank { comma -= 1 }
      if buffer.start[comma] == .comma { return comma + 1 }
      offset = found + 1
    }
    return nil
  }

  /// How the first feature begins: up to its first colon, and if its type comes first, with that.
  private static func mark(in range: Range<Int>, of buffer: ByteBuffer) -> [UInt8]? {
    guard let start = range.first(where: { !buffer.start[$0].isBlank }),
      let name = skip([UInt8(ascii: "{"), .quote], from: start, to: range.upperBound, of: buffer)
    else { return nil }
    let near = name..<min(range.upperBound, name + 64)
    guard let colon = near.first(where: { buffer.start[$0] == UInt8(ascii: ":") }) else { return nil }
    let type = Array("\"Feature\"".utf8)
    if buffer.slice(name..<colon).starts(with: "type\"".utf8), let found = find(type, in: near, of: buffer) {
      return Array(buffer.slice(start..<found + type.count))
    }
    return Array(buffer.slice(start..<colon + 1))
  }

  /// Whether a document without what is in the list is a collection with this one list, which is empty.
  private static func isCollection(_ buffer: ByteBuffer, _ document: Range<Int>, _ list: Range<Int>) -> Bool {
    let shell =
      Array(buffer.slice(document.lowerBound..<list.lowerBound))
      + Array(buffer.slice(list.upperBound..<document.upperBound))
    guard let text = ByteBuffer(shell), let json = pinfold_json_new() else { return false }
    defer { pinfold_json_free(json) }
    var place = 0
    let code = pinfold_json_read(json, text.start, 0, text.count, false, &place)
    return Int(code) == PINFOLD_JSON_DONE && pinfold_json_rows(json).count == 0
      && pinfold_json_has_list(json, list.lowerBound - 1 - document.lowerBound)
  }

  private static func find(_ bytes: [UInt8], in range: Range<Int>, of buffer: ByteBuffer) -> Int? {
    var place = range.lowerBound
    while place + bytes.count <= range.upperBound {
      let found = memchr(buffer.start + place, Int32(bytes[0]), range.upperBound - bytes.count + 1 - place)
      guard let found else { return nil }
      place = UnsafeRawPointer(buffer.start).distance(to: UnsafeRawPointer(found))
      if memcmp(found, bytes, bytes.count) == 0 { return place }
      place += 1
    }
    return nil
  }

  /// The offset behind some bytes with blanks before each; nil where something else comes.
  private static func skip(_ bytes: [UInt8], from start: Int, to end: Int, of buffer: ByteBuffer) -> Int? {
    var place = start
    for byte in bytes {
      while place < end, buffer.start[place].isBlank { place += 1 }
      guard place < end, buffer.start[place] == byte else { return nil }
      place += 1
    }
    return place
  }
}
