/// Reads the tags and texts of XML one after another, as much of it as formats of points have.
///
/// Names lose their prefixes; comments, instructions and document types are skipped. The entities are XML's
/// five and numbers: others could expand without bound.
struct XMLScanner {
  enum Token: Equatable {
    /// A tag that opens; one that is closed at once is followed by its end.
    case open(String)
    case close(String)
    case text(String)
  }

  struct Failure: Error {
    var offset: Int
    var reason: String
  }

  private static let mostLevels = 256

  private let bytes: Bytes
  private var position = 0
  private var levels: [String] = []
  private var isClosing = false
  private(set) var attributes: [(name: String, value: String)] = []

  init(_ bytes: Bytes) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The encoding that a declaration names; nil where there is none.
  static func declaredEncoding(of bytes: Bytes) -> String? {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self).prefix { $0 != ">" }
    return head.firstMatch(of: /<\?xml\s.*\bencoding\s*=\s*["']([^"']*)["']/).map { String($0.1) }
  }

  /// The name of the outermost element; nil for what is no XML, or not that far.
  static func root(of bytes: Bytes) -> String? {
    guard bytes.first(where: { !$0.isBlank && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }) == UInt8(ascii: "<")
    else { return nil }
    var scanner = XMLScanner(bytes)
    while let token = try? scanner.next() { if case .open(let name) = token { return name } }
    return nil
  }

  mutating func next() throws(Failure) -> Token? {
    if isClosing {
      isClosing = false
      return .close(levels.removeLast())
    }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") { return .text(try text(to: UInt8(ascii: "<"))) }
      if skip("<![CDATA[") {
        let start = position
        try pass("]]>", "a CDATA section")
        return .text(String(decoding: bytes[start..<position - 3], as: UTF8.self))
      } else if skip("<!--") {
        try pass("-->", "a comment")
      } else if skip("<?") {
        try pass("?>", "an instruction")
      } else if skip("<!") {
        let start = position
        try pass(">", "a document type")
        if bytes[start..<position].contains(UInt8(ascii: "[")) {
          throw Failure(offset: start, reason: "a document type with declarations, which are not read")
        }
      } else if skip("</") {
        return try end()
      } else {
        position += 1
        return try start()
      }
    }
    if let level = levels.last {
      throw Failure(offset: position, reason: "it ends within <\(level.onOneLine())>")
    }
    return nil
  }

  // MARK: Tags

  private mutating func start() throws(Failure) -> Token {
    let name = try self.name()
    attributes.removeAll(keepingCapacity: true)
    while true {
      skipBlanks()
      if skip("/>") {
        isClosing = true
      } else if !skip(">") {
        attributes.append((try self.name(), try value()))
        continue
      }
      levels.append(name)
      guard levels.count <= Self.mostLevels else {
        throw Failure(offset: position, reason: "more than \(Self.mostLevels) elements in each other")
      }
      return .open(name)
    }
  }

  private mutating func end() throws(Failure) -> Token {
    let start = position
    let name = try self.name()
    skipBlanks()
    guard skip(">"), levels.popLast() == name else {
      throw Failure(offset: start, reason: "</\(name.onOneLine())> ends nothing")
    }
    return .close(name)
  }

  private mutating func name() throws(Failure) -> String {
    let start = position
    var own = position
    while position < bytes.count, !Self.endsName(bytes[position]) {
      position += 1
      if bytes[position - 1] == UInt8(ascii: ":") { own = position }
    }
    guard position > own else { throw Failure(offset: start, reason: "a tag without a name") }
    return String(decoding: bytes[own..<position], as: UTF8.self)
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: "<") || byte == .quote || byte == UInt8(ascii: "'")
  }

  private mutating func value() throws(Failure) -> String {
    skipBlanks()
    guard skip("=") else { throw Failure(offset: position, reason: "an attribute without a value") }
    skipBlanks()
    guard position < bytes.count, bytes[position] == .quote || bytes[position] == UInt8(ascii: "'") else {
      throw Failure(offset: position, reason: "an attribute whose value is not in quotes")
    }
    let quote = bytes[position]
    position += 1
    let value = try text(to: quote)
    guard position < bytes.count else { throw Failure(offset: position, reason: "it ends within a tag") }
    position += 1
    return value
  }

  // MARK: Texts

  private mutating func text(to end: UInt8) throws(Failure) -> String {
    let rest = bytes[position...]
    let part = rest[..<(rest.firstIndex(of: end) ?? rest.endIndex)]
    position = part.endIndex
    guard part.contains(UInt8(ascii: "&")) else { return String(decoding: part, as: UTF8.self) }
    var pieces = part.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)[...]
    var result = String(decoding: pieces.removeFirst(), as: UTF8.self)
    for piece in pieces {
      guard let end = piece.firstIndex(of: UInt8(ascii: ";")),
        let character = Self.character(String(decoding: piece[..<end], as: UTF8.self))
      else { throw Failure(offset: piece.startIndex, reason: "'&' begins none of XML's five entities") }
      result.unicodeScalars.append(character)
      result += String(decoding: piece[(end + 1)...], as: UTF8.self)
    }
    return result
  }

  private static let entities: [String: UnicodeScalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
  ]

  private static func character(_ entity: String) -> UnicodeScalar? {
    guard entity.hasPrefix("#") else { return entities[entity] }
    let isHexadecimal = entity.hasPrefix("#x")
    return UInt32(entity.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      .flatMap(UnicodeScalar.init)
  }

  // MARK: Bytes

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position].isBlank { position += 1 }
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func pass(_ text: String, _ what: String) throws(Failure) {
    let start = position
    while position < bytes.count { if skip(text) { return } else { position += 1 } }
    throw Failure(offset: start, reason: "it ends within \(what)")
  }
}
