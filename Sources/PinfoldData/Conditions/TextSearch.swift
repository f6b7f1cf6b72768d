/// Finds a text in others, whatever the case.
package struct TextSearch {
  private let needle: [UInt8]

  package init(_ text: String) { needle = Array(text.lowercased().utf8) }

  init(_ bytes: ArraySlice<UInt8>) { self.init(String(decoding: bytes, as: UTF8.self)) }

  /// Whether a text holds it. Texts of ASCII, as most are, need no decoding.
  package func finds(in text: ArraySlice<UInt8>) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      let folded = ArraySlice(String(decoding: text, as: UTF8.self).lowercased().utf8)
      return Self.finds(needle, in: folded) { $0 }
    }
    return Self.finds(needle, in: text) { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
  }

  private static func finds(
    _ needle: [UInt8], in text: ArraySlice<UInt8>, _ fold: (UInt8) -> UInt8
  ) -> Bool {
    guard let first = needle.first else { return true }
    guard text.count >= needle.count else { return false }
    return (text.startIndex...text.endIndex - needle.count).contains { start in
      fold(text[start]) == first && needle.indices.allSatisfy { fold(text[start + $0]) == needle[$0] }
    }
  }
}
