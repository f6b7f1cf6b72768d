import Platform

/// Turns texts of some encoding into Unicode, by the system's `iconv`.
@safe
final class TextConverter {
  private let handle: iconv_t

  init?(from name: String) {
    guard let handle = unsafe iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else {
      return nil
    }
    unsafe self.handle = handle
  }

  deinit { unsafe iconv_close(handle) }

  /// The text of bytes; what stands for no character becomes U+FFFD, or as in browsers a control character.
  func text(_ bytes: Bytes) -> String {
    // No byte becomes more than four.
    let text = [UInt8](room: 4 * bytes.count + 4) { room in
      var place = (read: 0, written: 0)
      while !convert(bytes, to: room, &place) {
        for byte in String(Self.control(bytes[place.read]) ?? "\u{FFFD}").utf8 {
          room[place.written] = byte
          place.written += 1
        }
        place.read += 1
      }
      return place.written
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Converts a whole text to UTF-8. Throws ``DataError/otherEncoding(_:line:)`` at bytes that stand for no
  /// character.
  func text(_ buffer: ByteBuffer, source: String) throws(DataError) -> ByteBuffer {
    guard let result = ByteBuffer(capacity: buffer.count + buffer.count / 8) else {
      throw .outOfMemory(source)
    }
    let input = buffer.bytes
    var place = (read: 0, written: 0)
    var isStart = true
    while isStart || place.read < input.count {
      guard let room = result.room(atLeast: 1 << 16) else { throw .outOfMemory(source) }
      place.written = 0
      let before = place.read
      let isWhole = convert(input, to: room, &place, isStart: isStart)
      isStart = false
      if !isWhole && place.read == before {
        guard let control = Self.control(input[place.read]) else {
          throw .otherEncoding(source, line: buffer.line(of: place.read))
        }
        for byte in String(control).utf8 {
          room[place.written] = byte
          place.written += 1
        }
        place.read += 1
      }
      result.grow(by: place.written)
    }
    return result
  }

  /// The character that browsers use for a byte that a code page leaves undefined.
  private static func control(_ byte: UInt8) -> Character? {
    (0x80...0x9F).contains(byte) ? Character(UnicodeScalar(byte)) : nil
  }

  /// Converts from a place on; returns whether all is converted, and else stops where bytes stand for no
  /// character or the room is full.
  private func convert(
    _ input: Bytes, to output: Room<UInt8>, _ place: inout (read: Int, written: Int), isStart: Bool = true
  ) -> Bool {
    if isStart && place.read == 0 { unsafe iconv(handle, nil, nil, nil, nil) }
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
