/// A buffer in which written bytes gather before they are output as a whole.
package struct ByteSink: Sendable {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty sink.
  package init() {}

  /// The bytes so far, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a text.
  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds one byte.
  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Adds a part of a text.
  package mutating func write(_ part: Substring.UTF8View) { bytes.append(contentsOf: part) }
}
