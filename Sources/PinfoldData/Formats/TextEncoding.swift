/// The encoding of texts that may be none of Unicode's, as dBase files and old spreadsheets have them.
struct TextEncoding {
  /// Nil for UTF-8.
  private let converter: TextConverter?

  /// The encoding that the .cpg names (`UTF-8`, `1252`, `ISO-8859-15`, `ANSI 1251`), else that of the
  /// .dbf's number, else the one that the texts look like.
  init(named name: String?, dBase number: UInt8, of texts: Bytes, _ request: ReadRequest) throws(DataError) {
    let given = name.map(Self.systemName) ?? ""
    let system =
      !given.isEmpty
      ? given : Self.pages[number].map { "CP\($0)" } ?? (texts.isUTF8 ? "UTF8" : "CP1252")
    let isUnicode = ["UTF8", "CP65001"].contains(system)
    converter = isUnicode ? nil : TextConverter(from: system)
    guard converter != nil || isUnicode else {
      throw request.damaged(
        .shapefile,
        "its texts are in '\(system.onOneLine(limit: 40))', which is no known encoding; if the .cpg beside it "
          + "is wrong, correct it")
    }
  }

  /// The system's name of an encoding: that of ISO 8859, which is written 88591, 885915 and ISO88591, that of
  /// a code page's number, or the letters and digits of the name.
  private static func systemName(of name: String) -> String {
    let plain = name.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let digits = plain.drop { !$0.isNumber }
    if plain == "UTF8" { return plain }
    if digits.hasPrefix("8859"), digits.count > 4 { return "ISO-8859-" + digits.dropFirst(4) }
    return digits.isEmpty ? plain : "CP" + digits
  }

  /// Code pages by dBase's numbers.
  private static let pages: [UInt8: Int] = [
    0x01: 437, 0x02: 850, 0x03: 1252, 0x08: 865, 0x09: 437, 0x0A: 850, 0x0B: 437, 0x0D: 437, 0x0E: 850,
    0x10: 850, 0x11: 437, 0x12: 850, 0x13: 932, 0x14: 850, 0x15: 437, 0x16: 850, 0x17: 865, 0x18: 437,
    0x19: 437, 0x1A: 850, 0x1B: 437, 0x1D: 850, 0x1F: 852, 0x22: 852, 0x23: 852, 0x24: 860, 0x25: 850,
    0x26: 866, 0x37: 850, 0x40: 852, 0x57: 1252, 0x58: 1252, 0x59: 1252, 0x64: 852, 0x65: 866, 0x66: 865,
    0x67: 861, 0x6A: 737, 0x6B: 857, 0x78: 950, 0x79: 949, 0x7A: 936, 0x7B: 932, 0x7C: 874, 0x86: 737,
    0x87: 852, 0x88: 857, 0xC8: 1250, 0xC9: 1251, 0xCA: 1254, 0xCB: 1253, 0xCC: 1257,
  ]

  /// The system's converter of a name that a user gives: `windows-1252`, `latin1`, `cp850`, `UTF-16`; nil for
  /// UTF-8.
  static func converter(named name: String) throws(DataError) -> TextConverter? {
    if ["UTF8", "UTF-8"].contains(name.uppercased()) { return nil }
    if let converter = TextConverter(from: name) ?? TextConverter(from: systemName(of: name)) {
      return converter
    }
    throw .badOption(
      "--encoding '\(name.onOneLine(limit: 40))'", reason: "unknown encoding; 'iconv -l' lists the names")
  }

  /// What to type where a guess is wrong.
  static let advice =
    "--encoding names another encoding, such as windows-1251 for Cyrillic or GBK for Chinese"

  /// The encoding of a byte order mark of UTF-16 or UTF-32, or of a text of UTF-16 without one that begins
  /// with letters of ASCII; nil for other texts.
  static func marked(_ bytes: Bytes) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let head = bytes.prefix(8)
    func isASCII(_ odd: Int) -> Bool {
      head.count == 8 && head.enumerated().allSatisfy { $0 & 1 == odd ? $1 == 0 : (32..<127).contains($1) }
    }
    return isASCII(1) ? "UTF-16LE" : isASCII(0) ? "UTF-16BE" : nil
  }

  /// The first word of a text with a letter beyond ASCII; nil for none.
  static func foreignWord(in text: Bytes) -> String? {
    guard let place = text.firstIndex(where: { $0 >= 128 }) else { return nil }
    func isInside(_ byte: UInt8) -> Bool { byte >= 128 || (97...122).contains(byte | 0x20) }
    let start = text[..<place].lastIndex { !isInside($0) }.map { $0 + 1 } ?? 0
    return String(decoding: text[start...].prefix(64).prefix(while: isInside), as: UTF8.self)
  }

  /// The encoding of a text that is not UTF-8.
  ///
  /// - Throws: ``DataError/otherEncoding(_:line:)`` where some lines are UTF-8, and where the encoding was
  ///   named.
  static func guessed(_ buffer: ByteBuffer, isNamed: Bool, source: String) throws(DataError) -> String {
    var foreign: Int?
    var hasUnicode = false
    var start = 0
    while start < buffer.count {
      let rest = buffer.bytes.part(from: start)
      let line = Bytes(rest.prefix { !$0.isLineEnd })
      if !line.isASCII {
        if line.isUTF8 { hasUnicode = true } else if foreign == nil { foreign = start }
      }
      start += line.count + 1
    }
    if let foreign, hasUnicode || isNamed { throw .otherEncoding(source, line: buffer.line(of: foreign)) }
    return "Windows-1252"
  }

  func decoded(_ bytes: Bytes) -> String { converter?.text(bytes) ?? bytes.text }

  func append(_ bytes: Bytes, to cells: inout CellColumn) {
    // ASCII is the same in all of them.
    guard let converter, bytes.contains(where: { $0 >= 128 }) else { return cells.append(text: bytes) }
    cells.append(text: converter.text(bytes))
  }
}
