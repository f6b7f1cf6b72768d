/// A string that is equal to another if their UTF-8 bytes are.
///
/// Ids, groups and values of columns are compared this way. Swift's strings compare canonical equivalence:
/// "é" in one code point equals "é" in two, which would join what are two ids.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    text.combine(into: &hasher)
    // A terminator, so that no string is a prefix of what is hashed next.
    hasher.combine(0xFF as UInt8)
  }
}
