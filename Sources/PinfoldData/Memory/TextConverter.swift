import Platform

/// Turns texts of some encoding into Unicode, by the system's `iconv`.
@safe
final class TextConverter {
  private let handle: iconv_t

  init?(from name: String) {
    guard let handle = unsafe iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe iconv_close(handle) }

  /// The text of bytes; what stands for no character becomes U+FFFD, or as in browsers a control character.
  func text(_ bytes: Bytes) -> String {
    let text = try? converted(bytes, source: "") { _ in "\u{FFFD}" }
    guard let text else { preconditionFailure("no memory for the text of a cell") }
    return text.text
  }

  /// Converts a whole text to UTF-8. Throws ``DataError/otherEncoding(_:line:)`` at bytes that stand for no
  /// character.
  func text(_ buffer: ByteBuffer, source: String) throws(DataError) -> ByteBuffer {
    try converted(buffer.bytes, source: source) { (place) throws(DataError) in
      throw .otherEncoding(source, line: buffer.line(of: place))
    }
  }

  /// - Parameter foreign: returns what stands for a byte that is no character.
  private func converted(
    _ input: Bytes, source: String, foreign: (Int) throws(DataError) -> Character
  ) throws(DataError) -> ByteBuffer {
    guard let result = ByteBuffer(capacity: input.count + input.count / 8) else { throw .outOfMemory(source) }
    var place = (read: 0, written: 0)
    repeat {
      // No byte becomes more than four.
      let needed = min(1 << 16, 4 * (input.count - place.read) + 4)
      guard let room = result.room(atLeast: needed) else { throw .outOfMemory(source) }
      place.written = 0
      let before = place.read
      let isWhole = convert(input, to: room, &place)
      if !isWhole && place.read == before {
        var character = Self.control(input[place.read])
        if character == nil { character = try foreign(place.read) }
        for byte in String(character ?? "\u{FFFD}").utf8 {
          room[place.written] = byte
          place.written += 1
        }
        place.read += 1
      }
      result.grow(by: place.written)
    } while place.read < input.count
    return result
  }

  /// The character that browsers use for a byte that a code page leaves undefined.
  private static func control(_ byte: UInt8) -> Character? {
    (0x80...0x9F).contains(byte) ? Character(UnicodeScalar(byte)) : nil
  }

  /// Converts from a place on; returns whether all is converted, and else stops where bytes stand for no
  /// character or the room is full.
  private func convert(
    _ input: Bytes, to output: Room<UInt8>, _ place: inout (read: Int, written: Int)
  ) -> Bool {
    if place.read == 0 { unsafe iconv(handle, nil, nil, nil, nil) }
    var (left, room) = (input.count - place.read, output.count - place.written)
    // iconv takes pointers to characters, and writes through the second one alone.
    var from: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutableRawPointer(
      mutating: input.start + place.read
    )
    .assumingMemoryBound(to: CChar.self)
    var to: UnsafeMutablePointer<CChar>? = unsafe UnsafeMutableRawPointer(output.start + place.written)
      .assumingMemoryBound(to: CChar.self)
    let isWhole = unsafe left == 0 || iconv(handle, &from, &left, &to, &room) != -1
    place = (input.count - left, output.count - room)
    return isWhole
  }
}
