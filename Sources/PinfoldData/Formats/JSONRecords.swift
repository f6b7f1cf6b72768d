/// Cuts JSON text into documents: one in all, one a line, or one after every record separator (RFC 8142).
struct JSONRecords {
  private enum Cut { case whole, lines, separators }

  /// The offset of the first document.
  let start: Int

  let buffer: ByteBuffer
  private let cut: Cut

  /// Whether the format allows more than one document.
  var isSequence: Bool { cut != .whole }

  init(_ buffer: ByteBuffer, from start: Int) {
    self.buffer = buffer
    self.start = start
    let first = (start..<buffer.count).first { !buffer.bytes[$0].isBlank }
    if let first, buffer.bytes[first] == .recordSeparator {
      cut = .separators
    } else if let end = Self.end(of: .lineFeed, in: buffer, from: first ?? start),
      (end..<buffer.count).contains(where: { !buffer.bytes[$0].isBlank }),
      Self.isComplete(buffer.bytes.part((first ?? start)..<end))
    {
      cut = .lines
    } else {
      cut = .whole
    }
  }

  /// Whether a text that begins so seems to be one document on one line, or begins one of several lines; nil
  /// for other texts, and what may be one.
  static func isOneLine(beginning head: ByteBuffer) -> Bool? {
    let origin = head.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let first = (origin..<head.count).first(where: { !head.bytes[$0].isBlank }),
      head.bytes[first] == UInt8(ascii: "{")
    else { return nil }
    guard let end = Self.end(of: .lineFeed, in: head, from: first) else { return true }
    return isComplete(head.bytes.part(first..<end)) ? nil : false
  }

  /// The next document that is not blank; nil at the end.
  func next(from position: inout Int) -> Range<Int>? {
    while position < buffer.count {
      var end = buffer.count
      if cut != .whole {
        let separator: UInt8 = cut == .lines ? .lineFeed : .recordSeparator
        end = Self.end(of: separator, in: buffer, from: position) ?? buffer.count
      }
      var range = position..<end
      position = end + 1
      while let first = range.first, buffer.bytes[first].isBlank { range.removeFirst() }
      while let last = range.last, buffer.bytes[last].isBlank { range.removeLast() }
      if !range.isEmpty { return range }
    }
    return nil
  }

  private static func end(of separator: UInt8, in buffer: ByteBuffer, from start: Int) -> Int? {
    buffer.bytes.place(of: separator, in: start..<buffer.count)
  }

  // Whether a line closes every bracket that it opens, as a document of its own does.
  private static func isComplete(_ line: Bytes) -> Bool {
    var depth = 0
    var inText = false
    var index = 0
    while index < line.count {
      switch line[index] {
      case .backslash where inText: index += 1
      case .quote: inText.toggle()
      case UInt8(ascii: "{") where !inText, UInt8(ascii: "[") where !inText: depth += 1
      case UInt8(ascii: "}") where !inText, UInt8(ascii: "]") where !inText: depth -= 1
      default: break
      }
      index += 1
    }
    return depth == 0 && !inText
  }
}
