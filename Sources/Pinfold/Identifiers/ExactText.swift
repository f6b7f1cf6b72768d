/// A text as a key: equal to another if their UTF-8 bytes are equal.
///
/// Ids, groups and the values of columns are compared this way. Swift's strings are not: they take "é" in one
/// code point and in two for the same, which would make one group of what is two ids.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Makes a key of a text.
  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    text.combine(into: &hasher)
    // Ends the text, so that no text is the start of what is hashed next.
    hasher.combine(0xFF as UInt8)
  }
}
